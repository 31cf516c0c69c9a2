// Which features the terms of a controller resemble, over positions of real games.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/controller.h"

namespace stackwright {

struct Likeness {
  std::string feature;  // "holes", "column_height[3]"
  double correlation = 0;
};

/// How a term's output is spread over the transitions, and what it resembles, most first (no constants).
struct TermLikeness {
  double mean = 0;
  double deviation = 0;
  std::vector<Likeness> likes;
};

struct LikenessOptions {
  std::uint64_t positions = 1000;
  std::uint64_t seed = 1;
  std::size_t likes = 3;  // features named for each term
};

/// Plays uniform pieces greedily by `player` on the setting's board, again from an empty one when lost, and correlates every
/// term of `controller` with every feature of the registry over all placements that it could have chosen.
Result<std::vector<TermLikeness>> likenesses(const Controller& controller, const Controller& player,
                                             const tetris::Setting& setting, const LikenessOptions& options,
                                             const StopToken& stop);

}  // namespace stackwright
