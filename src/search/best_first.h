// Greedy best-first search: the state that looks best, whatever the way to it cost.
#pragma once

#include "search/frontier.h"

namespace stackwright {

template <SearchProblem P>
Found<P> best_first(const P& problem, const SearchLimits& limits) {
  return search_frontier(problem, limits, [&](const typename P::State& s) { return appearance(problem, s); });
}

}  // namespace stackwright
