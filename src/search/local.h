// What the local searches share: look a few levels ahead, carry out the best plan found, look again.
#pragma once

#include <algorithm>
#include <optional>

#include "core/random.h"
#include "search/problem.h"

namespace stackwright {

enum class Ties : std::uint8_t { random, first };

/// How a local search looks ahead.
struct LocalOptions {
  int depth = 1;             // levels
  std::size_t keep = 0;      // best children of each parent that are followed; 0: all
  bool replan = false;       // look again after one action, not after the whole plan
  Ties ties = Ties::random;  // between equal states: at random from the seed, or the first generated
  std::uint64_t seed = 1;
};

namespace local {

/// A leaf of the look-ahead: longer plans first, then the better look, then the tie-break.
template <SearchProblem P>
struct Leaf {
  std::vector<typename P::Action> plan;
  typename P::State state;
  double look;
  std::uint64_t tie;

  bool better_than(const Leaf& other) const {
    if (plan.size() != other.plan.size()) return plan.size() > other.plan.size();
    return look != other.look ? look < other.look : tie < other.tie;
  }
};

template <SearchProblem P>
class LookAhead {
 public:
  LookAhead(const P& problem, const LocalOptions& options, Meter& meter)
      : problem_(problem), options_(options), meter_(meter) {
    stream_ = Stream(StreamKey{options.seed, Purpose::tie, 0, 0, 0});
  }

  /// The best leaf below a state; none where nothing can be done.
  std::optional<Leaf<P>> look(const typename P::State& state) {
    best_.reset();
    plan_.clear();
    descend(state);
    return best_;
  }

 private:
  struct Child {
    typename P::State state;
    typename P::Action action;
    double look;
    std::uint64_t tie;
  };

  std::uint64_t next_tie() {
    const std::uint64_t index = drawn_++;
    return options_.ties == Ties::random ? stream_.at(index) : index;
  }

  void offer(const typename P::State& state, double look, std::uint64_t tie) {
    Leaf<P> leaf{plan_, state, look, tie};
    if (!best_ || leaf.better_than(*best_)) best_ = std::move(leaf);
  }

  std::vector<Child> children_of(const typename P::State& state) {
    std::vector<Child> children;
    problem_.for_each_action(state, [&](const typename P::Action& action) {
      const typename P::State child = problem_.result(state, action);
      children.push_back({child, action, appearance(problem_, child), next_tie()});
    });
    meter_.add_expanded();
    meter_.add_generated(children.size());
    if (options_.keep != 0 && children.size() > options_.keep) {
      std::sort(children.begin(), children.end(),
                [](const Child& a, const Child& b) { return a.look != b.look ? a.look < b.look : a.tie < b.tie; });
      children.resize(options_.keep);
    }
    return children;
  }

  void descend(const typename P::State& state) {
    if (!meter_.go_on()) return;
    for (const Child& child : children_of(state)) {
      plan_.push_back(child.action);
      offer(child.state, child.look, child.tie);
      if (static_cast<int>(plan_.size()) < options_.depth && !problem_.goal(child.state)) descend(child.state);
      plan_.pop_back();
    }
  }

  const P& problem_;
  LocalOptions options_;
  Meter& meter_;
  Stream stream_;
  std::uint64_t drawn_ = 0;
  std::vector<typename P::Action> plan_;
  std::optional<Leaf<P>> best_;
};

}  // namespace local

/// Looks ahead and acts until the goal, or until nothing can be done: the plan is then incomplete.
template <SearchProblem P>
Found<P> local_search(const P& problem, const SearchLimits& limits, const LocalOptions& options) {
  Meter meter(limits);
  local::LookAhead<P> ahead(problem, options, meter);
  Found<P> found;
  found.last = problem.initial();
  while (!(found.complete = problem.goal(found.last)) && meter.go_on()) {
    const auto leaf = ahead.look(found.last);
    if (!leaf || meter.end() != SearchEnd::done) break;
    if (options.replan) {
      found.plan.push_back(leaf->plan[0]);
      found.last = problem.result(found.last, leaf->plan[0]);
    } else {
      found.plan.insert(found.plan.end(), leaf->plan.begin(), leaf->plan.end());
      found.last = leaf->state;
    }
  }
  found.expanded = meter.expanded();
  found.generated = meter.generated();
  found.end = found.complete ? SearchEnd::done : meter.end();
  return found;
}

}  // namespace stackwright
