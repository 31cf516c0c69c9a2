// Beam search: level by level, the states that look best of the whole level.
#pragma once

#include <numeric>

#include "search/frontier.h"

namespace stackwright {

/// Of the goals of the last level that has any, the one with the least cost (then the best look) is the answer. Equal looks:
/// the first generated stays.
template <SearchProblem P>
Found<P> beam_search(const P& problem, const SearchLimits& limits, std::size_t width) {
  Meter meter(limits);
  std::vector<SearchNode<P>> nodes{{problem.initial(), {}, kNoParent}};
  std::vector<std::uint32_t> level{0};
  std::uint32_t best = kNoParent, deepest = 0;
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    if (b == kNoParent) return true;
    const double x = problem.cost(nodes[a].state), y = problem.cost(nodes[b].state);
    return x != y ? x < y : appearance(problem, nodes[a].state) < appearance(problem, nodes[b].state);
  };
  while (!level.empty() && meter.go_on()) {
    std::vector<SearchNode<P>> children;
    deepest = level[0];
    for (const std::uint32_t at : level) {
      const typename P::State state = nodes[at].state;
      if (problem.goal(state)) {
        if (better(at, best)) best = at;
        continue;
      }
      meter.add_expanded();
      const std::size_t before = children.size();
      problem.for_each_action(state, [&](const typename P::Action& action) {
        children.push_back({problem.result(state, action), action, at});
      });
      meter.add_generated(children.size() - before);
      if (!meter.go_on()) break;
    }
    if (best != kNoParent) break;
    std::vector<double> look;
    look.reserve(children.size());
    for (const auto& child : children) look.push_back(appearance(problem, child.state));
    std::vector<std::uint32_t> order(children.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return look[a] < look[b]; });
    if (order.size() > width) order.resize(width);
    level.clear();
    for (const std::uint32_t i : order) {
      level.push_back(static_cast<std::uint32_t>(nodes.size()));
      nodes.push_back(children[i]);
    }
  }
  Found<P> found;
  found.complete = best != kNoParent;
  const std::uint32_t last = found.complete ? best : deepest;
  found.plan = path_to(nodes, last);
  found.last = nodes[last].state;
  found.expanded = meter.expanded();
  found.generated = meter.generated();
  found.end = found.complete ? SearchEnd::done : meter.end();
  return found;
}

}  // namespace stackwright
