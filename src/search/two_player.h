// What searches of games for two players share: scores with distances to the end, limits, and the decision they give.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <functional>
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

/// Zero means no limit. Depth and nodes are kept exactly.
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

/// What is told while a decision is still being thought about.
template <TwoPlayerGame G>
using Report = std::function<void(const Decision<G>&)>;

/// How late the system wakes a thread that waits for a moment, on a machine that others use too: the longest delay of the
/// last decisions. A decision under a clock ends by so much earlier.
class Delays {
 public:
  void saw(double milliseconds) { longest_ = std::max(longest_, milliseconds); }
  void next_decision() { longest_ *= kFading; }
  double reserve(double limit_ms) const { return std::min(longest_, kMostOfLimit * limit_ms); }

 private:
  static constexpr double kFading = 0.99;      // a long delay is half forgotten after 69 decisions
  static constexpr double kMostOfLimit = 0.2;  // thinking is what the clock is for
  double longest_ = 1;
};

/// Says when to stop: the nodes exactly, the stop token every kInterval nodes.
class Brake {
 public:
  Brake(const Limits& limits, const StopToken* stop) : nodes_(limits.nodes), stop_(stop) {}

  /// To be called once per node.
  bool pulled(std::uint64_t nodes) {
    if (nodes_ != 0 && nodes >= nodes_) pulled_ = true;
    if ((nodes & (kInterval - 1)) == 0 && stop_ != nullptr && stop_->requested()) pulled_ = true;
    return pulled_;
  }
  bool pulled() const { return pulled_; }

 private:
  static constexpr std::uint64_t kInterval = 1024;

  std::uint64_t nodes_;
  const StopToken* stop_;
  bool pulled_ = false;
};

}  // namespace stackwright::two_player
