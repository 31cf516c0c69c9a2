// Survival curves of lives that may be cut off.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stackwright {

struct Life {
  double length = 0;
  bool ended = true;  // false: cut off at this length
};

/// From this length on, `alive` of all are still there.
struct SurvivalStep {
  double length = 0;
  double alive = 1;
  std::uint64_t at_risk = 0;  // just before
};

/// The product-limit estimate (Kaplan and Meier 1958): one step per length at which something ended, ascending. A life cut
/// off at the length of an end counts as at risk there.
std::vector<SurvivalStep> kaplan_meier(std::span<const Life> lives);

/// The length at which half is gone; between two lengths where exactly half is left from one to the other, and nothing
/// where more than half was still there when watching ended.
std::optional<double> median_life(std::span<const SurvivalStep> curve);

}  // namespace stackwright
