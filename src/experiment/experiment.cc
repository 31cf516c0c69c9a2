// Experiments: the loop over the steps of a plan.
#include "experiment/experiment.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/text.h"

namespace stackwright {
namespace {

Result<StepResult> stored_result(const RunRow& run) {
  Result<Json> json = parse_json(run.result, "result of run " + run.name);
  if (!json) return json.error();
  return StepResult(std::make_shared<const Json>(*std::move(json)));
}

/// The run of a step: the one that is there, or a new one.
Result<RunRow> step_run(Store& store, const RunRow& experiment, const PlannedStep& step) {
  const Result<std::vector<RunRow>> runs = store.steps(experiment.id);
  if (!runs) return runs.error();
  for (const RunRow& run : *runs) {
    if (run.step == step.name) return run;
  }
  Result<std::string> configuration = step_configuration(step);
  if (!configuration) return configuration.error();
  return store.create(
      {experiment.name + "/" + step.name, step.kind, step.seed, *std::move(configuration), experiment.id, step.name});
}

void reset(Progress* progress) {
  if (progress == nullptr) return;
  progress->done = 0;
  progress->total = 0;
  progress->pieces = 0;
  progress->placements = 0;
}

}  // namespace

Result<std::vector<StepRecord>> finished_steps(const Store& store, const RunRow& run, const Plan& plan) {
  const Result<std::vector<RunRow>> runs = store.steps(run.id);
  if (!runs) return runs.error();
  std::vector<StepRecord> records;
  for (const PlannedStep& step : plan.steps) {
    for (const RunRow& row : *runs) {
      if (row.step != step.name || row.state != RunState::finished) continue;
      Result<StepResult> result = stored_result(row);
      if (!result) return result.error();
      records.push_back({step, row.id, *std::move(result)});
    }
  }
  return records;
}

Result<ExperimentOutcome> run_experiment(Store& store, const RunRow& run, const Plan& plan, int threads,
                                         const StopToken& stop, Progress* progress, ExperimentObserver& observer) {
  ExperimentOutcome outcome;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const PlannedStep& step = plan.steps[i];
    const Result<RunRow> row = step_run(store, run, step);
    if (!row) return row.error();
    const bool known = row->state == RunState::finished;
    observer.step(step, i, plan.steps.size(), known);
    Result<StepResult> result = StepResult{};
    if (known) {
      result = stored_result(*row);
    } else {
      const Result<RunLock> lock = store.lock(row->id);
      if (!lock) return lock.error();
      if (auto marked = store.set_state(row->id, RunState::running); !marked) return marked.error();
      reset(progress);
      result = do_step({store, *row, step, outcome.steps, threads, stop, progress, observer});
      const bool done = result && *result != nullptr;
      const std::string text = done ? json_text(**result, -1) : "";
      if (auto marked = store.set_state(row->id, done ? RunState::finished : RunState::stopped, text); !marked) {
        return marked.error();
      }
    }
    if (!result) return result.error().in("step " + in_quotes(step.name));
    if (*result == nullptr) {
      outcome.interrupted = true;
      return outcome;
    }
    outcome.steps.push_back({step, row->id, *std::move(result)});
    observer.finished(step, step_in_words(outcome.steps.back()));
  }
  outcome.findings = judge_all(plan, outcome.steps);
  const Json result{
      {"recipe", plan.recipe}, {"size", std::string(name_of(plan.size))}, {"findings", to_json(outcome.findings)}};
  if (auto marked = store.set_state(run.id, RunState::finished, json_text(result, -1)); !marked) return marked.error();
  return outcome;
}

}  // namespace stackwright
