// The exact solver: the most points that a known list of pieces can earn, with a proof.
//
// The best total is looked for from above: is there a plan with at least T points, for each total T that is possible at
// all, largest first? Every "no" lowers the proved bound, the first "yes" is the optimum. One such question is answered
// layer by layer over distinct boards (of equal boards after equally many pieces only the one with most points is
// kept), leaving out boards from which T is out of reach (exact_bound.h). Beams ask the same questions first, so that a
// good plan is known when time runs out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"
#include "search/problem.h"

namespace stackwright {

struct ExactOptions {
  SearchLimits limits;
  std::uint64_t max_bytes = std::uint64_t{2} << 30;  // of all layers; beyond it layers are worked off in parts
  int beam_width = 2000;                             // of the first look for a good plan; 0: none
  int threads = 1;                                   // 0: one per core; results do not depend on it
};

struct ExactResult {
  bool complete = false;    // the plan places all pieces
  std::int64_t points = 0;  // of the plan
  std::int64_t bound = 0;   // no plan earns more
  bool proved = false;      // points are the optimum; or no plan places all pieces
  std::vector<tetris::Placement> plan;
  std::uint64_t expanded = 0, generated = 0;
  SearchEnd end = SearchEnd::done;
};

/// The board must fit the setting, without full rows and without cells above the rows that a piece may reach. The plan
/// is the same for any number of threads.
ExactResult solve_exactly(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
                          std::span<const std::uint8_t> list, const ExactOptions& options);

/// An upper bound of the points, without any search.
std::int64_t points_bound(const tetris::Setting& setting, const tetris::Scoring& scoring, const tetris::Board& board,
                          std::span<const std::uint8_t> list);

}  // namespace stackwright
