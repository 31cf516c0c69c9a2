// Bounds on what moves are worth, from an evaluator's weights.
#include "eval/lanes/limits.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace stackwright::lanes {
namespace {

/// The quantities that bounds are known for; their weights may be anything, all others are zero. Squares of edges are not among
/// them: a piece that touches with all its edges is far from any that is played, and its square farther.
constexpr int kBounded[] = {kHoles,      kLandingRow,        kTouch,         kWall,       kFloor,
                            kLines,      kLinesSquared,      kClearsOne,     kClearsTwo,  kClearsThree,
                            kClearsFour, kLandingRowSquared, kBorderSquared, kGapsSquared};

bool of_moves_alone(const Plan& plan, const Weights& w) {
  if (plan.curves != 0 || plan.needs.pile || w.constant != 0) return false;
  for (int q = 0; q < kQuantities; ++q) {
    if (w.change[q] != 0 && std::ranges::find(kBounded, q) == std::end(kBounded)) return false;
  }
  return std::ranges::all_of(w.base, [](std::int32_t base) { return base == 0; });
}

/// The largest of score(low) ... score(high).
template <class Score>
std::int64_t largest(std::int64_t low, std::int64_t high, const Score& score) {
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (std::int64_t v = low; v <= high; ++v) most = std::max<std::int64_t>(most, score(v));
  return most;
}

}  // namespace

Limits limits_of(const Plan& plan, const Weights& weights) {
  Limits l{};
  l.usable = of_moves_alone(plan, weights);
  if (!l.usable) return l;
  l.weights = weights;
  const auto curve = [&weights](int linear, int square) {
    return [a = std::int64_t{weights.change[linear]}, b = std::int64_t{weights.change[square]}](std::int64_t v) {
      return a * v + b * v * v;
    };
  };
  const auto row = curve(kLandingRow, kLandingRowSquared), gaps = curve(kHoles, kGapsSquared);
  const auto lines = [&](std::int64_t n) {
    const int clears = kClearsOne + static_cast<int>(n) - 1;
    return curve(kLines, kLinesSquared)(n) + weights.change[clears];
  };
  const int top = std::max(plan.height, plan.limit);
  for (int r = 0; r < Limits::kRows; ++r) l.row_from[r] = steps_above(largest(r, std::max(r, top), row));
  for (int n = 0; n < Limits::kEdges; ++n) {
    l.touch[n] = steps_above(n * std::max<std::int64_t>(weights.change[kTouch], 0));
  }
  std::int64_t most = largest(0, kShapeWidth * top, gaps);
  for (int n = 0; n < Limits::kOpened; ++n) {
    most = std::max(most, gaps(-n));
    l.gaps_from[n] = steps_above(most);
  }
  for (int n = 1; n < 5; ++n) l.lines[n] = steps_above(largest(1, n, lines));
  return l;
}

}  // namespace stackwright::lanes
