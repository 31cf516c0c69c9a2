// The production run of splitting: batches until the rate of game overs is known well enough.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/statistics.h"
#include "experiment/splitting.h"
#include "experiment/splitting_pilot.h"

namespace stackwright {

struct SplittingEffort {
  double precision = 0.02;        // wanted standard error / mean
  std::uint64_t most_pieces = 0;  // simulated; 0: no limit
};

/// The rate of game overs, and what is needed to judge it.
struct SplittingRun {
  double rate = 0;            // ends per piece, the piece that ends a game counted
  double standard_error = 0;  // of the rate, over independent batches
  Interval ci95_rate;         // Student's interval; the low end is not below 0
  double cells_left = 0;      // on the board at the end of a game, on average
  Tally total;
  double largest_share = 0;  // of the sum, held by one excursion
  std::uint64_t pieces = 0;  // simulated, warm-up included
  bool interrupted = false;  // the limit came first: what is here is of the waves before
  bool reached = false;      // the precision

  double relative_error() const { return rate > 0 ? standard_error / rate : 0; }
};

/// Waves of batches, each as long as the precision still needs. All decisions follow from results, so that the same seed
/// gives the same run; `key.generation` of the game must differ from the pilot's.
Result<SplittingRun> run_splitting(const SplittingGame& game, const Ladder& ladder, double cost,
                                   const SplittingEffort& effort, const Limit& limit, Progress* progress);

/// Expected lines and pieces of a game whose game overs come at this rate.
double pieces_at(double rate);
double lines_at(double rate, double cells_left, const tetris::Setting& setting);

}  // namespace stackwright
