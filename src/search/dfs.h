// Depth-first search: the last generated state first; the first goal is the answer.
#pragma once

#include "search/frontier.h"

namespace stackwright {

/// Keeps the states that wait and the way to the current one, not those that are done with.
template <SearchProblem P>
Found<P> depth_first(const P& problem, const SearchLimits& limits) {
  struct Waiting {
    typename P::State state;
    typename P::Action action;
    std::size_t depth;
  };
  std::vector<Waiting> stack{{problem.initial(), {}, 0}};
  Meter meter(limits);
  Found<P> found;
  while (!stack.empty() && meter.go_on()) {
    const Waiting at = stack.back();
    stack.pop_back();
    if (at.depth > 0) {
      found.plan.resize(at.depth - 1);
      found.plan.push_back(at.action);
    }
    if (problem.goal(at.state)) {
      found.complete = true;
      found.last = at.state;
      break;
    }
    meter.add_expanded();
    const std::size_t before = stack.size();
    problem.for_each_action(at.state, [&](const typename P::Action& action) {
      stack.push_back({problem.result(at.state, action), action, at.depth + 1});
    });
    meter.add_generated(stack.size() - before);
  }
  if (!found.complete) found.plan.clear();
  found.expanded = meter.expanded();
  found.generated = meter.generated();
  found.end = found.complete ? SearchEnd::done : meter.end();
  return found;
}

}  // namespace stackwright
