// K-best: the k best children of each parent, some levels deep (Lisbon: 5 children, 4 levels, 625 leaves).
#pragma once

#include "search/local.h"

namespace stackwright {

inline constexpr int kLisbonChildren = 5, kLisbonDepth = 4;

/// `options.keep` children of each parent, `options.depth` levels.
template <SearchProblem P>
Found<P> k_best(const P& problem, const SearchLimits& limits, const LocalOptions& options) {
  return local_search(problem, limits, options);
}

}  // namespace stackwright
