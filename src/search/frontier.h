// Best-first search with a heap, for A* and greedy best-first: the node with the least f first, equal f last in, first out.
#pragma once

#include <algorithm>
#include <limits>
#include <queue>

#include "search/problem.h"

namespace stackwright {

/// A generated state and how it was reached.
template <SearchProblem P>
struct SearchNode {
  typename P::State state;
  typename P::Action action;
  std::uint32_t parent;
};

inline constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();

/// The actions that lead to a node.
template <SearchProblem P>
std::vector<typename P::Action> path_to(const std::vector<SearchNode<P>>& nodes, std::uint32_t index) {
  std::vector<typename P::Action> plan;
  for (; nodes[index].parent != kNoParent; index = nodes[index].parent) plan.push_back(nodes[index].action);
  std::reverse(plan.begin(), plan.end());
  return plan;
}

/// Every generated node is kept, so `max_nodes` bounds the memory. The first goal taken from the heap is the answer.
template <SearchProblem P, class F>
Found<P> search_frontier(const P& problem, const SearchLimits& limits, F&& f) {
  struct Entry {
    double f;
    std::uint32_t node;
  };
  const auto later = [](const Entry& a, const Entry& b) { return a.f != b.f ? a.f > b.f : a.node < b.node; };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> open(later);
  std::vector<SearchNode<P>> nodes{{problem.initial(), {}, kNoParent}};
  open.push({f(nodes[0].state), 0});
  Meter meter(limits);
  Found<P> found;
  while (!open.empty() && nodes.size() < kNoParent / 2 && meter.go_on()) {
    const std::uint32_t at = open.top().node;
    open.pop();
    const typename P::State state = nodes[at].state;
    if (problem.goal(state)) {
      found.complete = true;
      found.plan = path_to(nodes, at);
      found.last = state;
      break;
    }
    meter.add_expanded();
    const std::size_t before = nodes.size();
    problem.for_each_action(state, [&](const typename P::Action& action) {
      nodes.push_back({problem.result(state, action), action, at});
      open.push({f(nodes.back().state), static_cast<std::uint32_t>(nodes.size() - 1)});
    });
    meter.add_generated(nodes.size() - before);
  }
  found.expanded = meter.expanded();
  found.generated = meter.generated();
  found.end = found.complete ? SearchEnd::done : meter.end();
  return found;
}

}  // namespace stackwright
