// What a match says about its players: standings with intervals, which differences are real, and a sentence in words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hypothesis.h"
#include "core/json.h"
#include "core/result.h"
#include "core/statistics.h"
#include "experiment/match.h"

namespace stackwright {

/// What players are measured by. Lines and pieces are lives: close to exponential, cut off by limits. A score is a plain
/// number per game, counted up to the limit.
enum class Measure : std::uint8_t { lines, pieces, score };
Result<Measure> measure_named(std::string_view name);
std::string_view name_of(Measure measure);
/// "lines", "pieces" or "points".
std::string_view unit_of(Measure measure);
double value_of(const GameResult& game, Measure measure);

struct Standing {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t ends = 0;    // games that ended at the top; the others were cut off
  std::uint64_t wins = 0;    // sequences on which it was better than all others
  std::uint64_t shared = 0;  // sequences on which it was best together with others
  double best = 0;
  /// Lives: sum of all / games that ended (the plain mean where none did, then `lower_bound_only`). Scores: the plain mean.
  MeanEstimate mean;
  std::optional<double> median;  // nothing where more than half of the lives were cut off
  double points_per_piece = 0;
  Interval points_ci95;
  double mean_clears[4] = {};  // placements that removed 1, 2, 3, 4 rows, per 1000 pieces
};

struct PairVerdict {
  std::size_t a = 0;
  std::size_t b = 0;
  double p = 1;           // of this pair alone
  double p_adjusted = 1;  // for the number of pairs (Holm)
  bool significant = false;
  std::optional<std::size_t> better;  // where it is significant
  double ratio = 1;                   // mean of a / mean of b
  Interval ratio_ci95;
};

struct Comparison {
  Measure by = Measure::lines;
  std::vector<Standing> standings;  // in the order given
  std::vector<PairVerdict> pairs;   // (0, 1), (0, 2), ... (1, 2), ...
  std::string summary;
};

inline constexpr double kSignificance = 0.05;

/// All players have games on the same sequences, game by game.
Comparison compare_games(std::span<const PlayerGames> players, Measure by);

/// "dt-20 is best with 4 642 lines a game: significantly better than bcts; no difference shown to dt-10."
std::string comparison_in_words(const Comparison& comparison);

/// Lines and pieces as lives.
Lives lives_of(std::span<const GameResult> games, Measure by);

/// `by`, `controllers` [{`name`, `wins`, `best`, `mean`, `median`, `ci95`, ...}], `pairs` [{`a`, `b`, `p`, `significant`,
/// `better`, ...}], `summary`; ends of intervals that are unknown are null.
Json to_json(const Comparison& comparison);

}  // namespace stackwright
