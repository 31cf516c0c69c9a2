// Games whose pieces are known from the first to the last: each is a list placed by a search (Lisbon).
#pragma once

#include "core/progress.h"
#include "core/result.h"
#include "experiment/play_games.h"
#include "search/solve.h"

namespace stackwright {

/// Plays games of max_pieces pieces with a local search or a beam; the controller's evaluator is its heuristic. Ties are
/// broken from the game's key. A game is lost when the search finds no place for a piece; its points until then count.
Result<Done> play_lists(const PlayOptions& options, Algorithm algorithm, JobSource& source, const StopToken& stop,
                        Progress* progress);

}  // namespace stackwright
