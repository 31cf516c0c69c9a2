// Best grandchild: the best of all pairs of actions, both carried out; a last odd action by one level.
#pragma once

#include "search/local.h"

namespace stackwright {

template <SearchProblem P>
Found<P> best_grandchild(const P& problem, const SearchLimits& limits, LocalOptions options) {
  options.depth = 2;
  options.keep = 0;
  return local_search(problem, limits, options);
}

}  // namespace stackwright
