// Survival curves of lives that may be cut off.
#include "core/survival.h"

#include <algorithm>

namespace stackwright {

std::vector<SurvivalStep> kaplan_meier(std::span<const Life> lives) {
  std::vector<Life> sorted(lives.begin(), lives.end());
  std::sort(sorted.begin(), sorted.end(), [](const Life& a, const Life& b) { return a.length < b.length; });
  std::vector<SurvivalStep> curve;
  double alive = 1;
  for (std::size_t i = 0; i < sorted.size();) {
    const double length = sorted[i].length;
    const std::uint64_t at_risk = sorted.size() - i;
    std::uint64_t ends = 0;
    for (; i < sorted.size() && sorted[i].length == length; ++i) ends += sorted[i].ended ? 1 : 0;
    if (ends == 0) continue;
    alive *= static_cast<double>(at_risk - ends) / static_cast<double>(at_risk);
    curve.push_back({length, alive, at_risk});
  }
  return curve;
}

std::optional<double> median_life(std::span<const SurvivalStep> curve) {
  constexpr double kHalf = 0.5, kRounding = 1e-12;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i].alive > kHalf + kRounding) continue;
    const bool exactly = curve[i].alive >= kHalf - kRounding;
    return exactly && i + 1 < curve.size() ? (curve[i].length + curve[i + 1].length) / 2 : curve[i].length;
  }
  return std::nullopt;
}

}  // namespace stackwright
