// Expectimax: the best action of a game against chance, by all outcomes to a depth; greedy is depth 1.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/random.h"
#include "core/timer.h"
#include "games/game.h"

namespace stackwright {

/// Values of afterstates: expected points still to come. `key` tells afterstates apart in the cache.
template <class E, class G>
concept AfterstateEvaluator = requires(const E& evaluator, std::span<const typename G::Afterstate> after,
                                       std::span<float> out, const typename G::Afterstate& one) {
  evaluator.values(after, out);
  { evaluator.key(one) } -> std::same_as<std::uint64_t>;
};

/// When to stop: at a depth, or at the last depth that could be finished within nodes or time.
struct ChanceLimits {
  int depth = 1;
  std::uint64_t nodes = 0;       // evaluated afterstates; 0: no limit
  double seconds = 0;            // 0: no limit; results then depend on the machine
  double least_probability = 0;  // paths less likely than this are not looked into further
};

template <class Action>
struct ChanceChoice {
  Action action{};
  double value = 0;         // expected points from here on
  int depth = 0;            // of the last search that was finished
  std::uint64_t nodes = 0;  // evaluated afterstates
};

inline constexpr int kMaxChanceDepth = 16;

/// A search with its cache, used move after move by one thread. The evaluator and the game must outlive it.
///
/// value of a state, depth d      = max over actions of gain + value of the afterstate, depth d; 0 when over
/// value of an afterstate, depth 1 = the evaluator's; depth d = mean over outcomes of the state's, depth d - 1
///
/// Without a least probability the result is exact, with or without the cache. With one, the cache may give an
/// afterstate a value found on a likelier path, which looked further.
template <ChanceGame G, class E>
  requires AfterstateEvaluator<E, G>
class ChanceSearch {
 public:
  using State = typename G::State;
  using Afterstate = typename G::Afterstate;
  using Action = typename G::Action;

  /// `cache_bits`: 2^bits entries of 24 bytes; 0 for no cache.
  ChanceSearch(const G& game, const E& evaluator, int cache_bits = 16)
      : game_(game), evaluator_(evaluator), cache_(cache_bits > 0 ? std::size_t{1} << cache_bits : 0) {}

  /// Nothing for a state that is over. With limits of nodes or time deepens step by step; depth 1 is always finished.
  std::optional<ChanceChoice<Action>> choose(const State& state, const ChanceLimits& limits) {
    limits_ = limits;
    limits_.depth = std::clamp(limits.depth, 1, kMaxChanceDepth);
    timer_.restart();
    nodes_ = 0;
    ++search_;
    const bool deepen = limits.nodes > 0 || limits.seconds > 0;
    std::optional<ChanceChoice<Action>> best;
    for (int depth = deepen ? 1 : limits_.depth; depth <= limits_.depth; ++depth) {
      stopped_ = false;
      may_stop_ = deepen && depth > 1;
      auto found = search_root(state, depth);
      if (stopped_) break;
      best = found;
      if (!best || (deepen && used_up())) break;
    }
    if (best) best->nodes = nodes_;
    return best;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t search = 0;
    std::int32_t depth = 0;
    double value = 0;
  };
  /// An afterstate with what its action gained, waiting for its value.
  struct Leaf {
    double gain;
    std::uint32_t outcome;
  };

  bool used_up() const {
    return (limits_.nodes > 0 && nodes_ >= limits_.nodes) ||
           (limits_.seconds > 0 && timer_.seconds() >= limits_.seconds);
  }

  std::optional<ChanceChoice<Action>> search_root(const State& state, int depth) {
    if (depth == 1) return greedy(state);
    std::optional<ChanceChoice<Action>> best;
    game_.for_each_action(state, [&](const Action& action) {
      if (stopped_) return;
      const double value =
          static_cast<double>(game_.gain(state, action)) + value_of_afterstate(game_.apply(state, action), depth, 1.0);
      if (!best || value > best->value) best = ChanceChoice<Action>{action, value, depth, 0};
    });
    return best;
  }

  std::optional<ChanceChoice<Action>> greedy(const State& state) {
    const auto actions = actions_of(game_, state);
    afterstates_.clear();
    for (const Action& action : actions) afterstates_.push_back(game_.apply(state, action));
    evaluate_all();
    std::optional<ChanceChoice<Action>> best;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const double value = static_cast<double>(game_.gain(state, actions[i])) + static_cast<double>(values_[i]);
      if (!best || value > best->value) best = ChanceChoice<Action>{actions[i], value, 1, 0};
    }
    return best;
  }

  double value_of_afterstate(const Afterstate& after, int depth, double probability) {
    if (depth == 1 || probability < limits_.least_probability) return evaluate(after);
    if (stopped_) return 0;
    Entry* const entry = cache_.empty() ? nullptr : &cache_[place_of(after, depth)];
    const std::uint64_t key = entry != nullptr ? evaluator_.key(after) : 0;
    if (entry != nullptr && entry->key == key && entry->depth == depth && entry->search == search_) return entry->value;
    const double value = depth == 2 ? mean_of_leaves(after) : mean_of_states(after, depth, probability);
    if (may_stop_ && !stopped_) stopped_ = used_up();
    if (entry != nullptr && !stopped_) *entry = Entry{key, search_, depth, value};
    return value;
  }

  double mean_of_states(const Afterstate& after, int depth, double probability) {
    double mean = 0;
    game_.for_each_outcome(after, [&](const typename G::Outcome& outcome, double share) {
      if (stopped_) return;
      const State state = game_.resolve(after, outcome);
      std::optional<double> best;
      game_.for_each_action(state, [&](const Action& action) {
        const double value = static_cast<double>(game_.gain(state, action)) +
                             value_of_afterstate(game_.apply(state, action), depth - 1, probability * share);
        if (!best || value > *best) best = value;
      });
      mean += share * best.value_or(0);
    });
    return mean;
  }

  /// The last level, all outcomes and actions of it in one batch: evaluators hide the wait for memory that way.
  double mean_of_leaves(const Afterstate& after) {
    leaves_.clear();
    afterstates_.clear();
    shares_.clear();
    game_.for_each_outcome(after, [&](const typename G::Outcome& outcome, double share) {
      const State state = game_.resolve(after, outcome);
      game_.for_each_action(state, [&](const Action& action) {
        leaves_.push_back({static_cast<double>(game_.gain(state, action)), static_cast<std::uint32_t>(shares_.size())});
        afterstates_.push_back(game_.apply(state, action));
      });
      shares_.push_back(share);
    });
    evaluate_all();
    double mean = 0;
    for (std::size_t i = 0; i < leaves_.size();) {
      const std::uint32_t outcome = leaves_[i].outcome;
      double best = -std::numeric_limits<double>::infinity();
      for (; i < leaves_.size() && leaves_[i].outcome == outcome; ++i) {
        best = std::max(best, leaves_[i].gain + static_cast<double>(values_[i]));
      }
      mean += shares_[outcome] * best;
    }
    return mean;
  }

  void evaluate_all() {
    values_.resize(afterstates_.size());
    evaluator_.values(std::span<const Afterstate>(afterstates_), std::span<float>(values_));
    nodes_ += afterstates_.size();
  }

  double evaluate(const Afterstate& after) {
    float value = 0;
    evaluator_.values(std::span<const Afterstate>(&after, 1), std::span<float>(&value, 1));
    ++nodes_;
    return static_cast<double>(value);
  }

  std::size_t place_of(const Afterstate& after, int depth) const {
    return static_cast<std::size_t>(mix(evaluator_.key(after) + static_cast<std::uint64_t>(depth))) &
           (cache_.size() - 1);
  }

  const G& game_;
  const E& evaluator_;
  std::vector<Entry> cache_;
  std::uint32_t search_ = 0;
  ChanceLimits limits_;
  Timer timer_;
  std::uint64_t nodes_ = 0;
  bool may_stop_ = false;
  bool stopped_ = false;
  std::vector<Leaf> leaves_;
  std::vector<Afterstate> afterstates_;
  std::vector<double> shares_;
  std::vector<float> values_;
};

}  // namespace stackwright
