// How many pieces a second a way of playing places.
#pragma once

#include "core/progress.h"
#include "core/result.h"
#include "experiment/play_games.h"

namespace stackwright {

struct Speed {
  double pieces = 0;  // per second
  double placements = 0;
};

/// Plays games with the threads of the options until the time is up or a stop is asked for.
Result<Speed> measure_speed(const Controller& controller, const PlayOptions& options, double seconds,
                            const StopToken& stop);

}  // namespace stackwright
