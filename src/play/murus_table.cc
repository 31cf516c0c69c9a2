// One refereed game of Murus Gallicus between two connected programs.
#include "play/murus_table.h"

#include <algorithm>
#include <chrono>

#include "play/murus_protocol.h"

namespace stackwright::murus {
namespace {

using Clock = std::chrono::steady_clock;
using play::LineConnection;

const char* colour_name(int colour) { return colour == kRomans ? "White" : "Black"; }

/// Why a guest loses at once, and what it is told about its move and at the end.
struct Offence {
  int colour = kRomans;
  std::string reason;
  bool about_move = false;
  bool late = false;
};

class Table {
 public:
  Table(Guest& white, Guest& black, const RefereeOptions& options, const StopToken& stop, const Log& log)
      : guests_{&white, &black}, options_(options), game_(options.game), stop_(stop), log_(log) {}

  RefereedGame play() {
    record_.guests = {guests_[0]->number, guests_[1]->number};
    guests_[kRomans]->line.send_line("YOUR_TURN");
    while (true) {
      const std::optional<Move> move = await_move();
      if (!move) return std::move(record_);
      if (accept(*move)) return std::move(record_);
    }
  }

 private:
  LineConnection& line_of(int colour) { return guests_[static_cast<std::size_t>(colour)]->line; }

  /// The next legal move, or nothing when the game ended instead.
  std::optional<Move> await_move() {
    const auto deadline = Clock::now() + std::chrono::milliseconds(options_.move_ms);
    const int mover = position_.side;
    while (true) {
      if (stop_.requested()) return interrupt();
      for (const int colour : {kRomans, kGauls}) line_of(colour).receive();
      if (const auto offence = silent_offence(1 - mover)) return punish(*offence);
      if (const auto text = line_of(mover).take_line()) return judge(*text);
      if (line_of(mover).state() == LineConnection::State::closed) return punish({mover, "closed the connection"});
      if (line_of(mover).state() == LineConnection::State::oversized) {
        return punish({mover, "sent a line that is too long", true});
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (Clock::now() >= deadline) {
        guests_[static_cast<std::size_t>(mover)]->owes_move = true;
        return punish({mover, "no move within " + std::to_string(options_.move_ms) + " ms", false, true});
      }
      constexpr std::int64_t kLook = 100;  // how often a stop is looked for
      play::wait_for({line_of(kRomans).descriptor(), line_of(kGauls).descriptor()},
                     static_cast<int>(std::min<std::int64_t>(left + 1, kLook)));
    }
  }

  /// What the side that has to wait can do wrong.
  std::optional<Offence> silent_offence(int colour) {
    LineConnection& line = line_of(colour);
    if (line.has_input() || line.state() == LineConnection::State::oversized)
      return Offence{colour, "spoke out of turn"};
    if (line.state() == LineConnection::State::closed) return Offence{colour, "closed the connection"};
    return std::nullopt;
  }

  std::optional<Move> judge(const std::string& text) {
    const Result<Move> move = parse_move_line(game_, text);
    if (!move) return punish({position_.side, "malformed message: " + move.message(), true});
    if (!game_.legal(position_, *move)) {
      return punish(
          {position_.side, "illegal move " + game_.move_text(*move) + " in " + game_.to_text(position_), true});
    }
    return *move;
  }

  /// Plays a legal move and tells both sides; true when it ended the game.
  bool accept(Move move) {
    const int mover = position_.side, other = 1 - mover;
    position_ = game_.apply(position_, move);
    record_.moves.push_back(move);
    line_of(mover).send_line("VALID_MOVE");
    line_of(other).send_line("OPPONENT_MOVE " + game_.move_text(move));
    if (game_.over(position_)) {
      end(mover, game_.arrived(position_) ? "arrived" : "left the opponent without a move", "DEFEAT");
      return true;
    }
    if (static_cast<int>(record_.moves.size()) >= options_.max_plies) {
      for (const int colour : {kRomans, kGauls}) line_of(colour).send_line("TIE");
      record_.reason = "tie after " + std::to_string(options_.max_plies) + " plies";
      tell();
      return true;
    }
    line_of(other).send_line("YOUR_TURN");
    return false;
  }

  std::nullopt_t punish(const Offence& offence) {
    if (offence.about_move) line_of(offence.colour).send_line("ILLEGAL_MOVE");
    end(1 - offence.colour, std::string(colour_name(offence.colour)) + ": " + offence.reason,
        offence.late ? "TIMEOUT" : "DEFEAT");
    return std::nullopt;
  }

  std::nullopt_t interrupt() {
    for (const int colour : {kRomans, kGauls}) line_of(colour).send_line("TIE");
    record_.reason = "stopped";
    tell();
    return std::nullopt;
  }

  void end(int winner, const std::string& reason, const char* to_loser) {
    line_of(winner).send_line("VICTORY");
    line_of(1 - winner).send_line(to_loser);
    record_.winner = winner;
    record_.reason = reason;
    tell();
  }

  void tell() {
    const std::string who = record_.winner ? std::string(colour_name(*record_.winner)) + " wins" : "nobody wins";
    log_("game of " + std::to_string(record_.guests[0]) + " (White) and " + std::to_string(record_.guests[1]) +
         " (Black): " + who + " after " + std::to_string(record_.moves.size()) + " plies: " + record_.reason);
  }

  std::array<Guest*, 2> guests_;
  const RefereeOptions& options_;
  const Murus& game_;
  const StopToken& stop_;
  const Log& log_;
  Position position_ = options_.game.start();
  RefereedGame record_;
};

}  // namespace

void welcome(Guest& guest, int colour) {
  guest.colour = colour;
  guest.line.send_line(std::string("WELCOME ") + colour_name(colour));
  guest.line.send_line("MESSAGE Waiting for the opponent");
}

void announce(Guest& guest) { guest.line.send_line("MESSAGE Both players are here"); }

RefereedGame referee_game(Guest& white, Guest& black, const RefereeOptions& options, const StopToken& stop,
                          const Log& log) {
  return Table(white, black, options, stop, log).play();
}

}  // namespace stackwright::murus
