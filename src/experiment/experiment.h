// Experiments: the steps of a plan, each a run of the store, done one after the other; killed at any moment, they go on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/result.h"
#include "experiment/controller.h"
#include "experiment/findings.h"
#include "experiment/recipe.h"
#include "experiment/store.h"

namespace stackwright {

/// Is told how an experiment goes; called from the thread that runs it.
class ExperimentObserver {
 public:
  ExperimentObserver() = default;
  ExperimentObserver(const ExperimentObserver&) = delete;
  ExperimentObserver& operator=(const ExperimentObserver&) = delete;
  virtual ~ExperimentObserver() = default;

  /// A step begins, goes on, or is known from before.
  virtual void step(const PlannedStep&, std::size_t /*index*/, std::size_t /*count*/, bool /*known*/) {}
  virtual void generation(const PlannedStep&, const GenerationRow&) {}
  virtual void finished(const PlannedStep&, const std::string& /*words*/) {}
};

struct ExperimentOutcome {
  bool interrupted = false;
  std::vector<StepRecord> steps;
  std::vector<Finding> findings;
};

/// Goes on with an experiment of the store from wherever it stands. The caller holds the run's lock. Steps are runs whose
/// parent is the experiment. Its result is written to the store when it is finished.
Result<ExperimentOutcome> run_experiment(Store& store, const RunRow& run, const Plan& plan, int threads,
                                         const StopToken& stop, Progress* progress, ExperimentObserver& observer);

/// The steps of an experiment that are finished.
Result<std::vector<StepRecord>> finished_steps(const Store& store, const RunRow& run, const Plan& plan);

// What a step of each kind leaves; nothing where a stop came in between. In experiment_steps.cc.
struct StepWork {
  Store& store;
  RunRow run;
  const PlannedStep& step;
  const std::vector<StepRecord>& before;
  int threads = 0;
  const StopToken& stop;
  Progress* progress = nullptr;
  ExperimentObserver& observer;
};
using StepResult = std::shared_ptr<const Json>;
Result<StepResult> do_step(const StepWork& work);
/// Everything that shapes a step, for its run in the store.
Result<std::string> step_configuration(const PlannedStep& step);
/// What a step came to, in a line.
std::string step_in_words(const StepRecord& record);

/// The players that a match step names, champions of earlier steps included.
Result<std::vector<Controller>> players_of(const std::string& controllers, const std::vector<StepRecord>& before);

}  // namespace stackwright
