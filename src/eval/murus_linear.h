// An evaluator of Murus Gallicus: the weighted sum of the seven heuristics, in whole numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "games/murus/heuristics.h"

namespace stackwright::murus {

using WeightVector = std::array<double, kHeuristics>;

/// One vector for each colour. Files: {"format", "version", "game", "kind", "name", "source", "romans", "gauls"}.
struct Weights {
  std::string name;
  std::string source;
  std::array<WeightVector, 2> of{};

  friend bool operator==(const Weights&, const Weights&) = default;
};

inline constexpr double kMaxWeight = 1000;  // sums stay far from proven results

/// Weights set by hand: stones and the race, a little centre.
Weights hand_set_weights();

Result<Weights> weights_from_json(std::string_view text);
std::string to_json(const Weights& weights);

/// How one player judges, by the weights of its colour and from its own side: where the opponent is to move, the same value
/// with the other sign. Weights are rounded to 1/1024, and the sum is exact.
class LinearEvaluator {
 public:
  static constexpr int kUnit = 1024;  // of the result, for a weight of 1

  LinearEvaluator(const Rules& rules, const Weights& weights, int player);

  std::int32_t operator()(const Position& p) const {
    const HeuristicValues values = values_of(board_, p, player_);
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < kInPlay; ++i) sum += weights_[i] * values[i];
    return p.side == player_ ? sum : -sum;
  }

 private:
  static constexpr std::size_t kInPlay = 5;  // won and lost belong to games that are over

  HeuristicBoard board_;
  int player_;
  std::array<std::int32_t, kInPlay> weights_{};
};

}  // namespace stackwright::murus
