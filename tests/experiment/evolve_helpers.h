// A whole evolution in portions, each as a new process would, and all that it left behind.
#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "experiment/evolve.h"
#include "experiment/evolve_state.h"
#include "experiment/executor.h"
#include "experiment/store_helpers.h"

namespace stackwright::test {

/// Everything that a run left behind, as text.
inline std::string essence(const Store& store, RunId run, const EvolveOutcome& outcome) {
  nlohmann::json all;
  for (const EvaluationRow& row : *store.evaluations(run)) {
    all.push_back({row.generation, row.round, row.candidate, row.genes, row.fitness, row.min, row.median, row.max,
                   row.games, row.details});
  }
  for (const GenerationRow& row : *store.generations(run)) {
    all.push_back({row.generation, row.evaluations, row.best, row.mean, row.worst, row.genes, row.spread, row.pieces});
  }
  all.push_back({outcome.champion, outcome.fitness, outcome.held_out->mean, outcome.held_out->ci95.low, outcome.reason,
                 outcome.controller});
  return all.dump();
}

/// Lets only so many tasks through (0: all), then asks for a stop.
class Impatient final : public Executor {
 public:
  Impatient(std::size_t tasks, int threads, StopToken& stop)
      : endless_(tasks == 0), left_(tasks), threads_(threads), stop_(stop) {}

  Result<Done> run(const Problem& problem, const Assignment& assignment, std::span<const std::uint64_t> todo,
                   const OnFinished& finished, const StopToken& stop, Progress* progress) override {
    const auto now = endless_ ? todo : todo.first(std::min(todo.size(), left_));
    if (!endless_) left_ -= now.size();
    auto done = LocalExecutor(threads_).run(problem, assignment, now, finished, stop, progress);
    if (now.size() < todo.size()) stop_.request();
    return done;
  }

 private:
  bool endless_;
  std::size_t left_;
  int threads_;
  StopToken& stop_;
};

struct Portions {
  std::size_t tasks = 0;  // of one process; 0: all at once
  int threads = 1;
  std::uint64_t seed = 5;
};

/// The essence of a whole run, which then leaves the store.
inline std::string evolved(const std::string& path, const EvolveConfig& config, const Portions& how = {}) {
  const RunId id = open_store(path).create({"r", "evolve", how.seed, json_text(to_json(config), -1)})->id;
  EvolveObserver nobody;
  for (int starts = 0; starts < 1000; ++starts) {
    Store store = open_store(path);
    const auto run = store.find(std::to_string(id));
    const auto stored = evolve_config_from_json(run->configuration);
    StopToken stop;
    Impatient executor(how.tasks, how.threads, stop);
    const auto outcome = evolve(store, *run, *stored, executor, stop, nullptr, nobody);
    EXPECT_TRUE(outcome) << outcome.message();
    if (outcome && outcome->interrupted) {
      EXPECT_NE(how.tasks, 0u);
      continue;
    }
    std::string text = outcome ? essence(store, id, *outcome) : "";
    EXPECT_TRUE(store.remove(id));
    return text;
  }
  return "never ended";
}

}  // namespace stackwright::test
