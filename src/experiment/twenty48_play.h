// Games of 2048 on all cores, with what became of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/progress.h"
#include "core/random.h"
#include "core/statistics.h"
#include "experiment/twenty48_controller.h"
#include "games/twenty48/game.h"
#include "search/chance_search.h"

namespace stackwright {

struct Twenty48Result {
  std::int64_t score = 0;
  std::uint64_t moves = 0;
  std::uint64_t nodes = 0;
  twenty48::Board last;
  bool finished = false;
};

struct Twenty48PlayOptions {
  std::uint64_t games = 1;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  ChanceLimits limits;
  int cache_bits = 16;
};

/// Plays all games; results in order, the same for any number of threads (but for limits of time). Games that were
/// not finished when `stop` came are returned as they stood.
std::vector<Twenty48Result> play_twenty48(const Twenty48Player& player, const Twenty48PlayOptions& options,
                                          const StopToken& stop, Progress* progress);

/// One game from its own stream of tiles.
Twenty48Result play_twenty48_game(const Twenty48Player& player, const Stream& tiles, const ChanceLimits& limits,
                                  const StopToken& stop);

/// The best move of one position; none when it is over.
std::optional<ChanceChoice<twenty48::Move>> best_move(const Twenty48Player& player, twenty48::Board board,
                                                      const ChanceLimits& limits);

struct Twenty48Summary {
  std::uint64_t games = 0;
  double mean = 0;
  double median = 0;
  double max = 0;
  Interval ci95;  // of the mean: 1.96 standard errors to both sides
  double mean_moves = 0;
  std::array<double, twenty48::kMaxRank + 1> reached{};  // share of games that reached the tile 2^rank
};
Twenty48Summary summarise_twenty48(const std::vector<Twenty48Result>& games);

}  // namespace stackwright
