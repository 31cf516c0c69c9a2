// Hill climbing: always the child that looks best.
#pragma once

#include "search/local.h"

namespace stackwright {

template <SearchProblem P>
Found<P> hill_climb(const P& problem, const SearchLimits& limits, LocalOptions options) {
  options.depth = 1;
  options.keep = 0;
  return local_search(problem, limits, options);
}

}  // namespace stackwright
