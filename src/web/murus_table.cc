// A game of Murus Gallicus on the page.
#include "web/murus_table.h"

#include <vector>

#include <nlohmann/json.hpp>

#include "core/timer.h"

namespace stackwright::web {
namespace {

using namespace murus;

constexpr double kPause = 0.4;  // seconds between two moves of engines at speed 1, so that people can follow
constexpr double kHintMs = 800;

/// What an engine thought, and about which position.
struct Thought {
  Decision decision;
  double units = 0;
  double seconds = 0;
  int side = kRomans;
};

class MurusTable final : public Performance {
 public:
  explicit MurusTable(const MurusOrder& order) : order_(order), position_(order.start) {
    for (std::size_t s = 0; s < 2; ++s) {
      if (order.sides[s].engine) players_[s] = make_player(game_, *order.sides[s].engine);
    }
  }

  void heed(const StopToken& stop) override { stop_ = &stop; }
  bool over() const override { return ended_ || game_.over(position_) || plies() >= order_.max_plies; }
  bool waits() const override { return players_[position_.side] == nullptr; }
  bool leaps() const override { return players_[0] && players_[1]; }

  bool elapsed(std::chrono::microseconds wall, double speed) override {
    rested_ += std::chrono::duration<double>(wall).count() * speed;
    const bool alone = players_[0] && players_[1];
    if (alone && plies() > 0 && rested_ < kPause) return false;
    leap();
    rested_ = 0;
    return true;
  }

  void leap() override {
    if (over() || !players_[position_.side]) return;
    thought_ = think(*players_[position_.side], order_.sides[position_.side].limits);
    if (!stop_->requested()) play(thought_->decision.move);
  }

  void act(const std::string& what) override {
    if (what == "undo") return undo();
    if (what == "hint") {
      if (over()) return;
      if (!adviser_) adviser_ = make_player(game_, trained_values());
      Limits limits;
      limits.milliseconds = kHintMs;
      thought_ = think(*adviser_, limits);
      return;
    }
    if (players_[position_.side]) return;
    const auto move = game_.move_from_text(what);
    if (!move) return;
    bool legal = false;
    game_.for_each_action(position_, [&](const Move& m) { legal |= m == *move; });
    if (legal) play(*move);
  }

  void give_up() override { ended_ = true; }

  Json describe() const override {
    Json moves = Json::array(), history = Json::array();
    if (!over()) game_.for_each_action(position_, [&](const Move& m) { moves.push_back(game_.move_text(m)); });
    for (const Move& m : played_) history.push_back(game_.move_text(m));
    const auto winner = game_.winner(position_);
    Json json{{"kind", "murus"},
              {"position", game_.to_text(position_)},
              {"moves", moves},
              {"history", history},
              {"names", {order_.sides[0].name, order_.sides[1].name}},
              {"persons", {!players_[0], !players_[1]}},
              {"over", over()},
              {"winner", winner ? Json(*winner) : Json(nullptr)},
              {"thinking", !over() && players_[position_.side] != nullptr},
              {"values", values_},
              {"thought", nullptr}};
    if (thought_) json["thought"] = describe(*thought_);
    return json;
  }

 private:
  int plies() const { return static_cast<int>(played_.size()); }

  Thought think(Player& player, const Limits& limits) {
    const Timer timer;
    Thought t;
    t.side = position_.side;
    t.decision = player.decide(position_, limits, stop_);
    t.units = player.in_units(t.decision.value);
    t.seconds = timer.seconds();
    return t;
  }

  /// The value is that of the Romans, so that a curve over the game makes sense.
  Json describe(const Thought& t) const {
    const int sign = t.side == kRomans ? 1 : -1;
    const bool proven = two_player::proven(t.decision.value);
    Json line = Json::array();
    for (const Move& m : t.decision.line) line.push_back(game_.move_text(m));
    return Json{{"move", game_.move_text(t.decision.move)},
                {"value", proven ? Json(nullptr) : Json(sign * t.units)},
                {"wins", proven ? Json((t.decision.value > 0) == (t.side == kRomans) ? 0 : 1) : Json(nullptr)},
                {"plies", proven ? Json(two_player::plies_to_end(t.decision.value)) : Json(nullptr)},
                {"depth", t.decision.depth},
                {"nodes", t.decision.nodes},
                {"seconds", t.seconds},
                {"side", t.side},
                {"line", line}};
  }

  void play(Move m) {
    values_.push_back(thought_ && thought_->side == position_.side && thought_->decision.move == m ? Json(shown_value())
                                                                                                   : Json(nullptr));
    before_.push_back(position_);
    played_.push_back(m);
    position_ = game_.apply(position_, m);
  }

  /// For the curve: proven results stand at the edge.
  double shown_value() const {
    const double sign = thought_->side == kRomans ? 1 : -1;
    const auto value = thought_->decision.value;
    return sign * (two_player::proven(value) ? (value > 0 ? 1e6 : -1e6) : thought_->units);
  }

  void undo() {
    do {
      if (before_.empty()) return;
      position_ = before_.back();
      before_.pop_back();
      played_.pop_back();
      values_.erase(values_.size() - 1);
    } while (players_[position_.side] && (!players_[0] || !players_[1]));
    thought_.reset();
  }

  const MurusOrder order_;
  const Murus game_;
  const StopToken* stop_ = nullptr;
  Position position_;
  std::array<std::unique_ptr<Player>, 2> players_;
  std::unique_ptr<Player> adviser_;
  std::vector<Position> before_;
  std::vector<Move> played_;
  Json values_ = Json::array();
  std::optional<Thought> thought_;
  double rested_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Performance> make_murus_table(const MurusOrder& order) { return std::make_unique<MurusTable>(order); }

}  // namespace stackwright::web
