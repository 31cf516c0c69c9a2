// What a move can be worth at most when only a part of it is known, for evaluators that speak of moves alone.
#pragma once

#include <cstdint>

#include "eval/lanes/plan.h"

namespace stackwright::lanes {

/// Bounds by an evaluator's weights. Those that are added to each other are in steps of 16 of the scores, rounded up, so that sums
/// of them stay in 32 bits.
struct Limits {
  static constexpr int kStepBits = 4;
  static constexpr int kRows = 32, kEdges = 16, kOpened = 32;  // tables of 32 are looked up in registers

  bool usable = false;              // the evaluator speaks of nothing else than what follows
  Weights weights;                  // of the exact part
  std::int32_t row_from[kRows];     // landing in this row or above
  std::int32_t touch[kEdges];       // up to so many edges on the pile, or so many more
  std::int32_t gaps_from[kOpened];  // at most so many holes opened
  std::int32_t lines[5];            // one to so many rows removed
};

/// Rounds a score up to a step.
constexpr std::int32_t steps_above(std::int64_t score) {
  return static_cast<std::int32_t>((score + (1 << Limits::kStepBits) - 1) >> Limits::kStepBits);
}

/// Score of so many edges on side walls and on the floor.
constexpr std::int64_t border_score(const Weights& w, std::int64_t wall, std::int64_t floor) {
  return w.change[kWall] * wall + w.change[kFloor] * floor + w.change[kBorderSquared] * (wall + floor) * (wall + floor);
}

Limits limits_of(const Plan& plan, const Weights& weights);

}  // namespace stackwright::lanes
