// A game of 2048 on the page.
#include "web/twenty48_table.h"

#include <deque>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/random.h"
#include "experiment/twenty48_play.h"
#include "games/twenty48/game.h"

namespace stackwright::web {
namespace {

using namespace twenty48;

constexpr double kMovesPerSecond = 4;    // at speed 1
constexpr std::size_t kMostUndo = 1000;  // moves that can be taken back

class Twenty48Table final : public Performance {
 public:
  explicit Twenty48Table(const Twenty48Order& order)
      : order_(order), tiles_(StreamKey{.seed = order.seed, .purpose = Purpose::pieces}) {
    now_.board = with_random_tile({}, tiles_.at(0));
    now_.board = with_random_tile(now_.board, tiles_.at(1));
    now_.drawn = 2;
    automatic_ = order.automatic;
  }

  bool over() const override { return game_.over(now_.board); }
  bool waits() const override { return !automatic_; }

  bool elapsed(std::chrono::microseconds wall, double speed) override {
    owed_ += std::chrono::duration<double>(wall).count() * speed * kMovesPerSecond;
    bool changed = false;
    for (; owed_ >= 1 && !over(); owed_ -= 1) {
      leap();
      changed = true;
    }
    return changed;
  }

  void leap() override {
    if (const auto choice = think()) move(choice->action);
  }

  void act(const std::string& what) override {
    for (int m = 0; m < kMoves; ++m) {
      if (what == name_of(static_cast<Move>(m))) return move(static_cast<Move>(m));
    }
    if (what == "auto" || what == "hand") automatic_ = what == "auto";
    if (what == "advice") (void)think();
    if (what == "undo" && !before_.empty()) {
      now_ = before_.back();
      before_.pop_back();
      advice_.reset();
    }
    owed_ = 0;
  }

  Json describe() const override {
    Json cells = Json::array();
    for (int c = 0; c < kCells; ++c) cells.push_back(rank_at(now_.board, c));
    Json json{
        {"kind", "2048"},         {"cells", cells},
        {"score", now_.score},    {"moves", now_.moves},
        {"auto", automatic_},     {"over", over()},
        {"seed", order_.seed},    {"player", order_.player->controller.name},
        {"new", now_.born},       {"gain", now_.gain},
        {"undo", before_.size()}, {"last", now_.moves > 0 ? Json(std::string(name_of(now_.last))) : Json(nullptr)},
        {"advice", nullptr}};
    if (advice_) {
      json["advice"] = Json{{"move", std::string(name_of(advice_->action))},
                            {"value", advice_->value},
                            {"depth", advice_->depth},
                            {"nodes", advice_->nodes}};
    }
    return json;
  }

 private:
  struct Moment {
    Board board;
    std::int64_t score = 0;
    std::uint64_t moves = 0;
    std::uint64_t drawn = 0;  // random numbers used
    Move last{};
    int born = -1;  // cell of the newest tile
    std::int64_t gain = 0;
  };

  std::optional<ChanceChoice<Move>> think() {
    advice_ = best_move(*order_.player, now_.board, order_.limits);
    return advice_;
  }

  void move(Move m) {
    const Slid slid = slide(*game_.rows, now_.board, m);
    if (slid.board == now_.board) return;
    if (!automatic_) {
      before_.push_back(now_);
      if (before_.size() > kMostUndo) before_.pop_front();
      advice_.reset();
    } else {
      before_.clear();
    }
    const Board after = with_random_tile(slid.board, tiles_.at(now_.drawn));
    now_.born = -1;
    for (int c = 0; c < kCells; ++c) {
      if (rank_at(after, c) != rank_at(slid.board, c)) now_.born = c;
    }
    now_.board = after;
    now_.score += slid.gain;
    now_.gain = slid.gain;
    now_.last = m;
    ++now_.moves;
    ++now_.drawn;
  }

  const Twenty48Order order_;
  const Twenty48 game_;
  const Stream tiles_;
  Moment now_;
  std::deque<Moment> before_;
  std::optional<ChanceChoice<Move>> advice_;
  bool automatic_ = true;
  double owed_ = 0;
};

}  // namespace

std::unique_ptr<Performance> make_twenty48_table(const Twenty48Order& order) {
  return std::make_unique<Twenty48Table>(order);
}

}  // namespace stackwright::web
