// A program's side of a refereed game of Murus Gallicus.
#include "play/murus_client.h"

#include <optional>

#include "core/text.h"
#include "play/murus_protocol.h"

namespace stackwright::murus {
namespace {

class Seat {
 public:
  Seat(play::LineConnection& line, const Murus& game, Player& player, const Limits& limits, const StopToken& stop,
       const Log& log)
      : line_(line), game_(game), player_(player), limits_(limits), stop_(stop), log_(log) {}

  Result<Done> hear(const std::string& text) {
    const Result<RefereeLine> line = parse_referee_line(game_, text);
    if (!line) return Error{"the referee said what the protocol does not know: " + line.message()};
    switch (line->said) {
      case Said::message:
        return Done{};
      case Said::welcome:
        games_.push_back({line->colour, "", {}});
        position_ = game_.start();
        pending_.reset();
        player_.new_game();
        return Done{};
      case Said::your_turn:
        return answer();
      case Said::valid_move:
        if (!pending_) return Error{"the referee accepted a move that was not made"};
        return play(*std::exchange(pending_, std::nullopt));
      case Said::opponent_move:
        return play(line->move);
      case Said::illegal_move:
        log_("the referee refused " + (pending_ ? game_.move_text(*pending_) : std::string("a move")));
        return Done{};
      case Said::victory:
      case Said::defeat:
      case Said::tie:
      case Said::timeout:
        if (games_.empty()) return Error{"the referee ended a game that had not begun"};
        games_.back().result = text;
        log_("game " + std::to_string(games_.size()) + " as " + (games_.back().colour == kRomans ? "White" : "Black") +
             ": " + text + " after " + std::to_string(games_.back().moves.size()) + " plies");
        return Done{};
    }
    return Done{};
  }

  std::vector<JoinedGame> take() { return std::move(games_); }

 private:
  Result<Done> play(Move move) {
    if (games_.empty() || !game_.legal(position_, move)) {
      return Error{"the referee told the move " + game_.move_text(move) + ", which cannot be played in " +
                   game_.to_text(position_)};
    }
    position_ = game_.apply(position_, move);
    games_.back().moves.push_back(move);
    return Done{};
  }

  Result<Done> answer() {
    if (games_.empty() || position_.side != games_.back().colour || game_.over(position_)) {
      return Error{"the referee asked for a move in " + game_.to_text(position_)};
    }
    pending_ = player_.decide(position_, limits_, &stop_).move;
    line_.send_line(move_line(game_, *pending_));
    return Done{};
  }

  play::LineConnection& line_;
  const Murus& game_;
  Player& player_;
  const Limits& limits_;
  const StopToken& stop_;
  const Log& log_;
  Position position_ = game_.start();
  std::optional<Move> pending_;
  std::vector<JoinedGame> games_;
};

}  // namespace

Result<std::vector<JoinedGame>> join(play::LineConnection& line, const Murus& game, Player& player,
                                     const Limits& limits, const StopToken& stop, const Log& log) {
  constexpr int kLookMs = 100;
  Seat seat(line, game, player, limits, stop, log);
  while (!stop.requested()) {
    line.receive();
    while (const auto text = line.take_line()) {
      if (auto heard = seat.hear(*text); !heard) return heard.error();
    }
    if (line.state() == play::LineConnection::State::oversized)
      return Error{"the referee sent a line that is too long"};
    if (line.state() == play::LineConnection::State::closed) break;
    play::wait_for({line.descriptor()}, kLookMs);
  }
  return seat.take();
}

}  // namespace stackwright::murus
