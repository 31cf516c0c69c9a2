// Who plays the finals of an evolution whose method evaluates survivors again.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiment/store.h"
#include "optim/optimiser.h"

namespace stackwright {

/// The candidates with the best means over all their evaluations, best first. The mean of the generations that a candidate lived
/// in counts as one evaluation more: of many that were looked at once the best were mostly lucky, and would come out far
/// lower again (regression to the mean). Of equals the earlier stays first.
std::vector<optim::Genes> finalists_by_mean(std::span<const EvaluationRow> evaluations, std::size_t places);

}  // namespace stackwright
