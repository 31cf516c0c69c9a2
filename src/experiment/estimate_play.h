// The expected length of short games: by playing them.
#pragma once

#include "experiment/estimate.h"
#include "experiment/splitting.h"

namespace stackwright {

/// Plays games until their mean is known well enough; the games of `stackwright play` with the same seed.
Result<Estimate> estimate_by_playing(const EstimateOptions& options, const Controller& controller, const Limit& limit,
                                     Progress* progress);

}  // namespace stackwright
