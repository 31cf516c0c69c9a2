// A*: cost so far plus estimate (Hart, Nilsson and Raphael 1968), as a tree search; equal f: last in, first out.
#pragma once

#include "search/frontier.h"

namespace stackwright {

/// Optimal when the estimate never exceeds the cost still to come.
template <SearchProblem P>
Found<P> astar(const P& problem, const SearchLimits& limits) {
  return search_frontier(problem, limits,
                         [&](const typename P::State& s) { return problem.cost(s) + problem.estimate(s); });
}

}  // namespace stackwright
