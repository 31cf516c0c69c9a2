// Weights of the seven heuristics: set by hand, read from files, made into whole numbers.
#include "eval/murus_linear.h"

#include <cmath>

namespace stackwright::murus {

Weights hand_set_weights() {
  const WeightVector w{0.5, 0.02, 0.2, 0.1, 0.1, 1, -1};
  return Weights{"hand-set", "set by hand", {w, w}};
}

LinearEvaluator::LinearEvaluator(const Rules& rules, const Weights& weights, int player)
    : board_(rules), player_(player) {
  const WeightVector& own = weights.of[static_cast<std::size_t>(player)];
  for (std::size_t i = 0; i < kInPlay; ++i) weights_[i] = static_cast<std::int32_t>(std::lround(own[i] * kUnit));
}

}  // namespace stackwright::murus
