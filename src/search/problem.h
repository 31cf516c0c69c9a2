// The concept of a search problem, and what all searches share: limits, counts, and what they found.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "core/progress.h"
#include "core/timer.h"
#include "games/game.h"

namespace stackwright {

/// A start, actions with known results, a goal and a cost, as in the textbooks.
///   initial()                  the state to begin with
///   for_each_action(state, f)  calls f(action) for every action, in a fixed order
///   result(state, action)      the next state
///   goal(state)                nothing is left to do
///   cost(state)                cost of the path that led to the state
///   estimate(state)            heuristic: what is still to come, or how bad the state looks; 0 where there is none
///   has_estimate()             whether there is one; searches that look at nothing else compare costs instead
template <class P>
concept SearchProblem = PlainValue<typename P::State> && PlainValue<typename P::Action> &&
                        requires(const P& problem, const typename P::State& state, const typename P::Action& action) {
                          { problem.initial() } -> std::same_as<typename P::State>;
                          problem.for_each_action(state, AnyCallback{});
                          { problem.result(state, action) } -> std::same_as<typename P::State>;
                          { problem.goal(state) } -> std::same_as<bool>;
                          { problem.cost(state) } -> std::same_as<double>;
                          { problem.estimate(state) } -> std::same_as<double>;
                          { problem.has_estimate() } -> std::same_as<bool>;
                        };

/// How good a state looks to searches that go by appearance (less is better).
template <SearchProblem P>
double appearance(const P& problem, const typename P::State& state) {
  return problem.has_estimate() ? problem.estimate(state) : problem.cost(state);
}

/// When to give up; 0: never. Nodes are counted as they are generated.
struct SearchLimits {
  std::uint64_t max_nodes = 0;
  double max_seconds = 0;
  const StopToken* stop = nullptr;
  Progress* progress = nullptr;  // `pieces` counts generated nodes
};

enum class SearchEnd : std::uint8_t { done, nodes, seconds, stopped };

/// Counts nodes and tells when a limit is reached.
class Meter {
 public:
  explicit Meter(const SearchLimits& limits) : limits_(limits) {}

  void add_expanded(std::uint64_t n = 1) { expanded_ += n; }
  void add_generated(std::uint64_t n) {
    generated_ += n;
    if (limits_.progress != nullptr) limits_.progress->pieces.fetch_add(n, std::memory_order_relaxed);
  }
  /// Whether to go on; looks at the clock now and then.
  bool go_on() {
    if (end_ != SearchEnd::done) return false;
    if (limits_.max_nodes != 0 && generated_ >= limits_.max_nodes) end_ = SearchEnd::nodes;
    if (looked_++ % 64 == 0) look_up();
    return end_ == SearchEnd::done;
  }
  /// The clock and the request to stop, at once.
  bool look_up() {
    if (limits_.max_seconds > 0 && timer_.seconds() >= limits_.max_seconds) end_ = SearchEnd::seconds;
    if (limits_.stop != nullptr && limits_.stop->requested()) end_ = SearchEnd::stopped;
    return end_ == SearchEnd::done;
  }
  /// Whether time is up or a stop was requested; may be asked from any thread.
  bool due() const {
    return (limits_.max_seconds > 0 && timer_.seconds() >= limits_.max_seconds) ||
           (limits_.stop != nullptr && limits_.stop->requested());
  }
  SearchEnd end() const { return end_; }
  std::uint64_t expanded() const { return expanded_; }
  std::uint64_t generated() const { return generated_; }

 private:
  SearchLimits limits_;
  Timer timer_;
  std::uint64_t expanded_ = 0, generated_ = 0, looked_ = 0;
  SearchEnd end_ = SearchEnd::done;
};

/// What a search found.
template <SearchProblem P>
struct Found {
  bool complete = false;  // the plan leads to a goal
  std::vector<typename P::Action> plan;
  typename P::State last{};  // where the plan leads
  std::uint64_t expanded = 0, generated = 0;
  SearchEnd end = SearchEnd::done;
};

}  // namespace stackwright
