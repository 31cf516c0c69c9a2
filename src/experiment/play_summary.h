// What many games amount to: means that count games cut off by a limit fairly, and points per piece.
#pragma once

#include <cstdint>
#include <span>

#include "core/statistics.h"
#include "experiment/play_games.h"

namespace stackwright {

struct PlaySummary {
  std::uint64_t games = 0;
  std::uint64_t tops = 0;  // games that ended at the top
  std::uint64_t pieces = 0;
  std::uint64_t lines = 0;
  std::int64_t score = 0;
  /// Sums over all games / games that ended at the top; where none did, the plain means, and `censored` is set.
  double mean_lines = 0;
  double mean_pieces = 0;
  double mean_score = 0;
  bool censored = false;
  /// 95 % interval of the mean by the exponential law of game lengths; the high end is infinite when censored.
  Interval ci95_lines;
  double points_per_piece = 0;
};

PlaySummary summarise_games(std::span<const GameResult> games);

}  // namespace stackwright
