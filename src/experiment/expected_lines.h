// Expected lines as a fitness: a quick measurement that can be made finer later, as whole numbers that travel.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/play_games.h"
#include "experiment/problem.h"
#include "experiment/splitting_levels.h"

namespace stackwright {

/// One measurement of a controller's rate of game overs.
struct MeasuredRate {
  std::uint64_t pieces = 0;  // simulated
  double weight = 0;         // what it counts among others of the same controller: steps of main paths
  double rate = 0;           // ends per piece; 0: none was seen
  double error = 0;          // standard error of the rate
  double cells_left = 0;     // on the board at the end
  bool sound = false;        // no excursion holds too much, nothing ran away
  bool played = false;       // games were short
  double cost = 1;           // of the ladder
  Ladder ladder;

  double relative_error() const { return rate > 0 ? error / rate : 1; }
};

/// What to measure, how well, and with which random numbers.
struct Wanted {
  double precision = 0.25;
  std::uint64_t most_pieces = 0;
  std::uint64_t seed = 1;
  const MeasuredRate* before = nullptr;  // whose ladder is used again
};

/// Nothing where a stop came first. The same on every machine.
Result<std::optional<MeasuredRate>> measure(const PlayOptions& options, const Controller& controller,
                                            const Wanted& wanted, const StopToken& stop, Progress* progress);

/// Several measurements of one controller as one.
MeasuredRate together(std::span<const MeasuredRate> parts);

/// The figure: expected lines; where no end was seen, a number that is very likely too low.
double lines_of(const MeasuredRate& measured, const tetris::Setting& setting);

/// As the numbers of a task, and back; `candidate` is whose it is. An unreadable result is an unsound one without ends.
TaskResult to_task(const MeasuredRate& measured, std::uint64_t candidate);
MeasuredRate measured_from_task(const TaskResult& result, const tetris::Setting& setting);
std::uint64_t candidate_of(const TaskResult& result);

}  // namespace stackwright
