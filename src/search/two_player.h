// What searches of games for two players share: scores with distances to the end, limits, and the decision they give.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/progress.h"
#include "games/game.h"

namespace stackwright::two_player {

/// Seen by the side to move. A win after n more plies is worth kWin - n, a loss -(kWin - n): sooner wins and later losses
/// are better. Evaluators stay within +-kEstimate, so that proven results stand apart.
using Score = std::int32_t;
inline constexpr Score kWin = 1'000'000'000, kEstimate = 999'000'000, kInfinite = 1'000'000'001;
inline constexpr int kMaxPly = 128;

constexpr bool proven(Score value) { return std::abs(value) > kEstimate; }
/// Plies until the proven end.
constexpr int plies_to_end(Score value) { return kWin - std::abs(value); }

/// Judges a position in which the game goes on, for the side to move.
template <class E, class G>
concept Evaluator = TwoPlayerGame<G> && requires(const E& evaluator, const typename G::State& state) {
  { evaluator(state) } -> std::convertible_to<Score>;
};

/// An evaluator that knows by how much a quiet position hardly ever changes within a ply: lets a search give up on lines
/// that are far ahead already.
template <class E>
concept KnowsMargin = requires {
  { E::kMarginPerPly } -> std::convertible_to<Score>;
};

/// A game that numbers its actions, so that a search can keep statistics of them.
template <class G>
concept IndexedActions = requires(const G& game, const typename G::Action& action) {
  { G::kActionIndices } -> std::convertible_to<std::size_t>;
  { game.index(action) } -> std::same_as<std::size_t>;
};

/// A game that sees without search that the side to move wins with its next move, and that it would lose to the
/// opponent's next move if it did nothing about it.
template <class G>
concept SeesWins = requires(const G& game, const typename G::State& state) {
  { game.wins_now(state) } -> std::same_as<bool>;
  { game.threatened(state) } -> std::same_as<bool>;
};

/// Zero means no limit. Depth and nodes are kept exactly; the clock is looked at every thousand nodes or so.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  double milliseconds = 0;
};

template <TwoPlayerGame G>
struct Decision {
  typename G::Action move{};
  Score value = 0;
  int depth = 0;  // the deepest search that was completed
  std::uint64_t nodes = 0;
  std::vector<typename G::Action> line;  // the moves that both sides are expected to play, `move` first
};

/// The value of a game that is over, `ply` moves after the position that is searched.
template <TwoPlayerGame G>
Score final_score(const G& game, const typename G::State& state, int ply) {
  return game.value(state) * (kWin - ply);
}

template <TwoPlayerGame G, class E>
Score estimate(const E& evaluator, const typename G::State& state) {
  const Score value = evaluator(state);
  assert(!proven(value));
  return value;
}

/// How long other programs keep the processor from a search now and then: the longest gap between two looks at the clock in
/// the last decisions. A decision under a clock ends by so much earlier, so that it is in time even if it is kept waiting at
/// the last moment.
class Interruptions {
 public:
  void saw_gap(double milliseconds) { longest_ = std::max(longest_, milliseconds); }
  void next_decision() { longest_ *= kFading; }
  double reserve(double limit_ms) const { return std::min(longest_, kMostOfLimit * limit_ms); }

 private:
  static constexpr double kFading = 0.997;     // a long gap is half forgotten after 230 decisions
  static constexpr double kMostOfLimit = 0.5;  // thinking is what the clock is for
  double longest_ = 1;
};

/// Says when to stop: the nodes exactly, the clock and the stop token every kInterval nodes.
class Brake {
 public:
  Brake(const Limits& limits, const StopToken* stop, Interruptions* seen = nullptr)
      : limits_(limits), stop_(stop), seen_(seen), began_(Clock::now()) {}

  /// To be called once per node.
  bool pulled(std::uint64_t nodes) {
    if (limits_.nodes != 0 && nodes >= limits_.nodes) pulled_ = true;
    if ((nodes & (kInterval - 1)) == 0) look();
    return pulled_;
  }
  bool pulled() const { return pulled_; }
  void look() {
    if (stop_ != nullptr && stop_->requested()) pulled_ = true;
    if (limits_.milliseconds <= 0) return;
    const double now = milliseconds();
    if (seen_ != nullptr) seen_->saw_gap(now - last_look_);
    last_look_ = now;
    const double reserve = seen_ != nullptr ? seen_->reserve(limits_.milliseconds) : 0;
    if (now + reserve >= limits_.milliseconds) pulled_ = true;
  }
  double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - began_).count(); }

 private:
  static constexpr std::uint64_t kInterval = 1024;
  using Clock = std::chrono::steady_clock;

  Limits limits_;
  const StopToken* stop_;
  Interruptions* seen_;
  Clock::time_point began_;
  double last_look_ = 0;
  bool pulled_ = false;
};

}  // namespace stackwright::two_player
