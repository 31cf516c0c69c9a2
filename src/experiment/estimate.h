// The expected length of a controller's games: by splitting where they are too long to be played, else by playing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "core/statistics.h"
#include "experiment/controller.h"
#include "experiment/play_games.h"
#include "experiment/splitting_levels.h"

namespace stackwright {

enum class EstimateMethod : std::uint8_t { automatic, splitting, playing };
Result<EstimateMethod> estimate_method_named(std::string_view name);
std::string_view name_of(EstimateMethod method);

struct EstimateOptions {
  PlayOptions play;  // setting, source, search, misdrop, simd, threads; limits and scoring do not matter
  std::uint64_t seed = 1;
  double precision = 0.02;       // wanted standard error / mean
  double max_seconds = 0;        // 0: no limit; not reproducible where it cuts the work short
  std::uint64_t max_pieces = 0;  // simulated in the main run; 0: no limit
  EstimateMethod method = EstimateMethod::automatic;
  LevelKind levels = LevelKind::value;
  bool second_opinion = true;
};

/// What one level came to.
struct LevelRow {
  double factor = 1;  // expected copies of a game that is here
  std::uint64_t visits = 0, deaths = 0;
};

/// A figure with its interval; infinite where no game over was seen.
struct Figure {
  double lines = 0, pieces = 0;
  Interval ci95_lines;
  double relative_error = 0;  // standard error / mean, of pieces
};

struct SecondOpinion {
  Figure figure;
  LevelKind levels = LevelKind::height;
  bool agrees = false;
};

struct Estimate {
  EstimateMethod method = EstimateMethod::splitting;  // what was done
  Figure figure;
  std::uint64_t pieces_simulated = 0;  // in all, pilots and second opinion included
  std::uint64_t ends = 0;              // game overs seen
  std::vector<LevelRow> levels;
  double largest_share = 0;
  double gain = 0;  // pieces that playing would need for the same error / pieces simulated
  bool trusted = false;
  std::string reason;  // why not
  std::string advice;  // when playing is the better way
  std::optional<SecondOpinion> second_opinion;
  bool interrupted = false;  // by a stop, not by the time limit
};

Result<Estimate> estimate(const EstimateOptions& options, const Controller& controller, const StopToken& stop,
                          Progress* progress);

}  // namespace stackwright
