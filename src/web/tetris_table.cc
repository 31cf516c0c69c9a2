// Strict games at one table: who plays, and what the page sees of it.
#include "web/tetris_table.h"

#include <algorithm>
#include <array>
#include <variant>

#include <nlohmann/json.hpp>

#include "play/agent_player.h"
#include "play/cell_letters.h"
#include "play/driver.h"
#include "play/player.h"
#include "play/strict_game.h"

namespace stackwright::web {
namespace {

using namespace play;

/// Remembers where the last piece came to rest and which rows it removed, for the page to draw attention to.
class LastRest final : public Observer {
 public:
  void on_event(const Event& event, const StrictGame&) override {
    if (const auto* changed = std::get_if<BoardChanged>(&event)) {
      removed = changed->removed;
      locked = changed->locked;
    }
  }
  std::uint32_t removed = 0;
  std::optional<Falling> locked;
};

Json cells_of(const tetris::Setting& setting, const Falling& f) {
  Json cells = Json::array();
  const tetris::Orientation& shape = shape_of(setting, f);
  for (int x = 0; x < shape.width; ++x) {
    for (int y = 0; y < shape.height; ++y) {
      if ((shape.column[static_cast<std::size_t>(x)] >> y & 1) != 0) cells.push_back({f.column + x, f.row + y});
    }
  }
  return cells;
}

/// One game with its player.
class Seat {
 public:
  Seat(const StrictSetup& setup, std::string name, std::unique_ptr<Player> player)
      : name_(std::move(name)), game_(setup), player_(std::move(player)), driver_(game_, *player_) {
    agent_ = dynamic_cast<AgentPlayer*>(player_.get());
    person_ = dynamic_cast<PersonPlayer*>(player_.get());
    game_.attach(letters_);
    game_.attach(rest_);
    game_.command(Command::start);
  }

  bool over() const { return game_.state().over(); }
  bool is_person() const { return person_ != nullptr; }
  bool elapsed(std::chrono::microseconds wall, double speed) {
    const std::uint64_t before = fingerprint();
    driver_.set_speed(speed);
    driver_.elapsed(wall);
    return fingerprint() != before;
  }
  void leap() { driver_.play_piece(); }
  void act(Command command) {
    if (person_ != nullptr) game_.command(command);
  }
  void give_up() { game_.command(Command::terminate); }
  Json describe() const;

 private:
  /// Differs when there is something new to draw.
  std::uint64_t fingerprint() const {
    const StrictState& s = game_.state();
    return s.appeared << 40 ^ s.pieces << 32 ^ static_cast<std::uint64_t>(s.phase) << 28 ^
           static_cast<std::uint64_t>(s.falling.orientation) << 16 ^ static_cast<std::uint64_t>(s.falling.column) << 8 ^
           static_cast<std::uint64_t>(s.falling.row);
  }
  Json letters(std::span<const std::uint8_t> pieces) const {
    std::string text;
    for (const std::uint8_t p : pieces) text += game_.setup().setting.pieces->pieces[p].letter;
    return text;
  }
  /// Where the agent means to put the piece.
  Json wanted() const;

  std::string name_;
  StrictGame game_;
  std::unique_ptr<Player> player_;
  Driver driver_;
  CellLetters letters_;
  LastRest rest_;
  AgentPlayer* agent_ = nullptr;
  PersonPlayer* person_ = nullptr;
};

Json Seat::wanted() const {
  const auto choice = agent_ != nullptr ? agent_->wanted() : std::nullopt;
  if (!choice || choice->lost) return nullptr;
  const tetris::Setting& setting = game_.setup().setting;
  Falling f = game_.state().falling;
  f.orientation = choice->move.orientation;
  f.column = choice->move.column;
  f.row = static_cast<std::int8_t>(setting.height - shape_of(setting, f).height);
  if (!fits(setting, game_.state().board, f)) return nullptr;
  return cells_of(setting, dropped(setting, game_.state().board, f));
}

Json Seat::describe() const {
  const StrictState& s = game_.state();
  const tetris::Setting& setting = game_.setup().setting;
  std::string rows;
  for (int y = setting.height - 1; y >= 0; --y) {
    for (int x = 0; x < setting.width; ++x) rows += letters_.at(x, y);
    if (y > 0) rows += '/';
  }
  Json json{{"name", name_},
            {"person", is_person()},
            {"rows", rows},
            {"next", letters(s.preview())},
            {"level", s.level},
            {"lines", s.lines},
            {"score", s.score},
            {"pieces", s.pieces},
            {"clears", s.clears},
            {"removed", rest_.removed},
            {"end", s.over() ? Json(std::string(name_of(s.end))) : Json(nullptr)}};
  json["held"] = nullptr;
  if (s.held >= 0) json["held"] = std::string(1, setting.pieces->pieces[static_cast<std::size_t>(s.held)].letter);
  if (rest_.locked) json["rest"] = cells_of(setting, *rest_.locked);
  if (s.running()) {
    json["piece"] = std::string(1, setting.pieces->pieces[s.falling.piece].letter);
    json["cells"] = cells_of(setting, s.falling);
    json["ghost"] = agent_ != nullptr ? wanted() : cells_of(setting, dropped(setting, s.board, s.falling));
  }
  if (agent_ != nullptr) {
    const AgentReport& r = agent_->report();
    json["decisions"] = r.decisions;
    json["achieved"] = r.achieved;
  }
  return json;
}

class TetrisTable final : public Performance {
 public:
  explicit TetrisTable(std::vector<std::unique_ptr<Seat>> seats, Json about)
      : seats_(std::move(seats)), about_(std::make_unique<Json>(std::move(about))) {}

  bool over() const override {
    return std::ranges::all_of(seats_, [](const auto& s) { return s->over(); }) ||
           std::ranges::any_of(seats_, [](const auto& s) { return s->is_person() && s->over(); });
  }
  bool leaps() const override {
    return std::ranges::none_of(seats_, [](const auto& s) { return s->is_person(); });
  }
  bool elapsed(std::chrono::microseconds wall, double speed) override {
    bool changed = false;
    for (const auto& seat : seats_) changed |= seat->elapsed(wall, speed);
    return changed;
  }
  void leap() override {
    if (!leaps()) return;
    for (const auto& seat : seats_) seat->leap();
  }
  void act(const std::string& what) override {
    const auto command = command_named(what);
    constexpr std::array kAllowed{Command::left,
                                  Command::right,
                                  Command::down,
                                  Command::drop,
                                  Command::rotate_clockwise,
                                  Command::rotate_counter_clockwise,
                                  Command::hold};
    if (!command || std::ranges::find(kAllowed, *command) == kAllowed.end()) return;
    for (const auto& seat : seats_) seat->act(*command);
  }
  void give_up() override {
    for (const auto& seat : seats_) seat->give_up();
  }
  Json describe() const override {
    Json json = *about_;
    Json seats = Json::array();
    for (const auto& seat : seats_) seats.push_back(seat->describe());
    json["seats"] = std::move(seats);
    return json;
  }

 private:
  std::vector<std::unique_ptr<Seat>> seats_;
  std::unique_ptr<Json> about_;
};

}  // namespace

Result<std::unique_ptr<Performance>> make_tetris_table(const TetrisOrder& order) {
  if (const auto fits = check(order.setup); !fits) return fits.error();
  std::vector<std::unique_ptr<Seat>> seats;
  for (const TetrisSeat& seat : order.seats) {
    std::unique_ptr<Player> player = std::make_unique<PersonPlayer>();
    if (seat.agent) {
      AgentOptions options;
      options.own_thread = order.seats.size() > 1;  // a slow thinker must not hold up the person beside it
      options.key = order.key;
      auto agent = AgentPlayer::make(*seat.agent, seat.agent->search, order.setup, options);
      if (!agent) return agent.error();
      player = *std::move(agent);
    }
    seats.push_back(std::make_unique<Seat>(order.setup, seat.name, std::move(player)));
  }
  Json about{{"kind", "tetris"},
             {"width", order.setup.setting.width},
             {"height", order.setup.setting.height},
             {"seed", order.setup.key.seed},
             {"gravity", order.setup.first_delay != 0}};
  return std::unique_ptr<Performance>(std::make_unique<TetrisTable>(std::move(seats), std::move(about)));
}

}  // namespace stackwright::web
