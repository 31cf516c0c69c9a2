// A run of an evolution: training, finals among the best, held-out games of the champion.
#include "experiment/evolve.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json.h"
#include "core/timer.h"
#include "experiment/evolve_state.h"
#include "experiment/finalists.h"
#include "experiment/task_keeper.h"

namespace stackwright {
namespace {

/// A run on its way through its batches.
class Evolution {
 public:
  Evolution(Store& store, const RunRow& run, const EvolveConfig& config, Executor& executor, const StopToken& stop,
            Progress* progress, EvolveObserver& observer)
      : store_(store),
        run_(run),
        config_(config),
        executor_(executor),
        stop_(stop),
        progress_(progress),
        observer_(observer) {}

  Result<EvolveOutcome> run();

 private:
  Error damaged(const std::string& what) const;
  Result<Done> restore();
  Result<std::vector<TaskResult>> play(Assignment& assignment);
  Result<Done> play_missing(const Assignment& assignment, std::vector<std::optional<TaskResult>>& results);
  Result<Done> train();
  Result<Done> tell(const Assignment& assignment, const std::vector<TaskResult>& results, double seconds);
  Result<std::vector<optim::Genes>> best_candidates() const;
  Result<Done> hold_finals();
  Result<Done> hold_out();
  Result<Done> finish_stage();
  std::string why_over() const;
  GenerationRow generation_row(const optim::Batch& batch, const std::vector<double>& fitness) const;

  Store& store_;
  const RunRow& run_;
  const EvolveConfig& config_;
  Executor& executor_;
  const StopToken& stop_;
  Progress* const progress_;
  EvolveObserver& observer_;

  std::unique_ptr<Problem> problem_;
  std::optional<optim::Optimiser> optimiser_;
  EvolveState state_;
  std::uint64_t batch_ = 0;     // number of finished batches
  std::vector<TaskRow> known_;  // of the next batch, from an earlier process
  std::vector<optim::GenerationRecord> history_;
  double seconds_ = 0;  // of all finished generations
  bool interrupted_ = false;
  EvolveOutcome outcome_;
};

Result<EvolveOutcome> Evolution::run() {
  Result<std::unique_ptr<Problem>> problem = make_problem(config_, run_.seed);
  if (!problem) return problem.error();
  problem_ = *std::move(problem);
  Result<optim::Optimiser> optimiser = make_optimiser(config_, problem_->space(), run_.seed);
  if (!optimiser) return optimiser.error();
  optimiser_ = *std::move(optimiser);
  if (auto fine = restore(); !fine) return fine.error();

  if (auto fine = train(); !fine) return fine.error();
  if (!interrupted_) {
    if (auto fine = hold_finals(); !fine) return fine.error();
  }
  if (!interrupted_) {
    if (auto fine = hold_out(); !fine) return fine.error();
  }
  outcome_.interrupted = interrupted_;
  return outcome_;
}

/// What the store holds of the run does not make sense.
Error Evolution::damaged(const std::string& what) const {
  return Error::fault("store '" + store_.path() + "': run " + run_.name + " is damaged: " + what);
}

Result<Done> Evolution::restore() {
  Result<Checkpoint> point = store_.checkpoint(run_.id);
  if (!point) return point.error();
  batch_ = point->batch;
  known_ = std::move(point->tasks);
  if (point->state.empty()) return Done{};
  Result<EvolveState> state = evolve_state_from_json(point->state, problem_->space().size());
  if (!state) return damaged(state.message());
  state_ = *std::move(state);
  if (auto fine = optimiser_->restore(state_.optimiser); !fine) return damaged(fine.message());
  const Result<std::vector<GenerationRow>> rows = store_.generations(run_.id);
  if (!rows) return rows.error();
  for (const GenerationRow& row : *rows) {
    history_.push_back({row.generation, row.evaluations, row.best, row.mean, row.worst, row.genes, row.gene_spread,
                        row.fitness_spread});
    seconds_ += row.seconds;
  }
  return Done{};
}

/// The results of all tasks of an assignment, with those that the problem adds on the way; fewer where a stop came in
/// between, which `interrupted_` then tells.
Result<std::vector<TaskResult>> Evolution::play(Assignment& assignment) {
  std::vector<TaskResult> complete;
  for (;;) {
    const std::uint64_t tasks = problem_->tasks(assignment);
    std::vector<TaskRow> known;  // those of tasks that are not yet wished for can only be read later
    std::vector<TaskRow> later;
    for (TaskRow& row : known_) (row.task < tasks ? known : later).push_back(std::move(row));
    known_ = std::move(later);
    auto results = TaskKeeper::read(tasks, known);
    if (!results) return damaged(results.message());
    for (std::size_t i = 0; i < complete.size(); ++i) (*results)[i] = std::move(complete[i]);
    if (auto played = play_missing(assignment, *results); !played) return played.error();
    complete.clear();
    for (auto& result : *results) {
      if (result) complete.push_back(*std::move(result));
    }
    if (interrupted_) return complete;
    std::vector<TaskResult> further = problem_->further(assignment, complete);
    if (further.empty()) break;
    std::move(further.begin(), further.end(), std::back_inserter(assignment.further));
  }
  if (!known_.empty()) {
    return damaged("task " + std::to_string(known_.front().task) + " does not fit it");
  }
  return complete;
}

Result<Done> Evolution::play_missing(const Assignment& assignment, std::vector<std::optional<TaskResult>>& results) {
  std::vector<std::uint64_t> todo;
  for (std::uint64_t t = 0; t < results.size(); ++t) {
    if (!results[t]) todo.push_back(t);
  }
  observer_.batch(assignment, results.size(), results.size() - todo.size());
  if (todo.empty()) return Done{};
  StopToken halt;
  if (stop_.requested()) halt.request();  // batches that are over before the keeper looks must not outrun it
  TaskKeeper keeper(store_, run_.id, batch_, results, stop_, halt);
  const auto finished = [&](std::uint64_t task, const TaskResult& result) { keeper.finished(task, result); };
  Result<Done> played = executor_.run(*problem_, assignment, todo, finished, halt, progress_);
  const bool all = std::all_of(todo.begin(), todo.end(), [&](std::uint64_t t) { return results[t].has_value(); });
  interrupted_ = !all;
  if (auto kept = keeper.close(!all); !kept) return kept;
  return played;
}

std::string Evolution::why_over() const {
  if (history_.empty() || optimiser_->ask().round != 0) return "";
  if (std::string reason = optim::stop_reason(config_.stop, history_); !reason.empty()) return reason;
  if (std::string reason = optimiser_->exhausted(); !reason.empty()) return reason;
  if (config_.run.max_seconds > 0 && seconds_ >= config_.run.max_seconds) return "the time is over";
  return "";
}

Result<Done> Evolution::train() {
  while (state_.stage == Stage::training) {
    if (outcome_.reason = why_over(); !outcome_.reason.empty()) {
      state_.stage = Stage::finals;
      return Done{};
    }
    Assignment assignment{Stage::training, optimiser_->ask(), {}};
    const Timer timer;
    const Result<std::vector<TaskResult>> results = play(assignment);
    if (!results) return results.error();
    if (interrupted_) return Done{};
    if (auto told = tell(assignment, *results, timer.seconds()); !told) return told;
  }
  outcome_.reason = state_.reason;
  return Done{};
}

Result<Done> Evolution::tell(const Assignment& assignment, const std::vector<TaskResult>& results, double seconds) {
  const optim::Batch& batch = assignment.batch;
  const std::vector<Evaluation> evaluations = problem_->evaluate(assignment, results);
  const auto finalists = static_cast<std::size_t>(config_.run.finalists);
  FinishedBatch finished;
  std::vector<double> fitness;
  std::vector<double> told;
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    const Evaluation& e = evaluations[i];
    fitness.push_back(e.fitness);
    if (e.parts.empty()) {
      told.push_back(e.fitness);
    } else {
      told.insert(told.end(), e.parts.begin(), e.parts.end());
    }
    finished.evaluations.push_back({batch.generation, batch.round, batch.first + i, batch.candidates[i], e.fitness,
                                    e.games.min, e.games.mean, e.games.median, e.games.max, e.games.count, e.details});
    if (problem_->relative()) continue;
    state_.remember({batch.candidates[i], e.fitness, batch.generation, batch.first + i}, finalists);
  }
  optimiser_->tell(told);
  if (batch.round == 0) {
    finished.generation = generation_row(batch, fitness);
    if (problem_->relative()) {
      state_.remember_latest({finished.generation->genes, finished.generation->best, batch.generation, 0}, finalists);
    }
    for (const TaskResult& result : results) finished.generation->pieces += problem_->pieces(result);
    finished.generation->seconds = seconds;
  }
  state_.optimiser = optimiser_->state();
  finished.batch = batch_;
  finished.state = to_json(state_);
  if (auto written = store_.finish_batch(run_.id, finished); !written) return written;
  ++batch_;
  if (finished.generation) {
    const GenerationRow& row = *finished.generation;
    history_.push_back({row.generation, row.evaluations, row.best, row.mean, row.worst, row.genes, row.gene_spread,
                        row.fitness_spread});
    seconds_ += seconds;
    observer_.generation(row);
  }
  return Done{};
}

/// What a generation was: of the living candidates, where the method keeps some that were not played again.
GenerationRow Evolution::generation_row(const optim::Batch& batch, const std::vector<double>& fitness) const {
  std::vector<optim::Genes> genes = batch.candidates;
  std::vector<double> values = fitness;
  if (const std::vector<optim::Champion> living = optimiser_->population(); !living.empty()) {
    genes.clear();
    values.clear();
    for (const optim::Champion& one : living) {
      genes.push_back(one.genes);
      values.push_back(one.fitness);
    }
  }
  const optim::GenerationRecord record =
      optim::record_of(problem_->space(), batch.generation, genes, values, optimiser_->evaluations());
  GenerationRow row;
  row.generation = record.generation;
  row.evaluations = record.evaluations;
  row.best = record.best;
  row.mean = record.mean;
  row.worst = record.worst;
  row.genes = record.champion;
  row.spread = optimiser_->spread();
  row.gene_spread = record.gene_spread;
  row.fitness_spread = record.fitness_spread;
  return row;
}

/// A batch that is no part of the evolution is over: only the state is written.
Result<Done> Evolution::finish_stage() {
  FinishedBatch finished;
  finished.batch = batch_;
  finished.state = to_json(state_);
  if (auto written = store_.finish_batch(run_.id, finished); !written) return written;
  ++batch_;
  return Done{};
}

/// The best candidates of the run, by their best evaluation or by the mean of all.
Result<std::vector<optim::Genes>> Evolution::best_candidates() const {
  if (config_.run.finalists_by_mean && !problem_->relative()) {
    const Result<std::vector<EvaluationRow>> rows = store_.evaluations(run_.id);
    if (!rows) return rows.error();
    return finalists_by_mean(*rows, static_cast<std::size_t>(config_.run.finalists));
  }
  std::vector<optim::Genes> best;
  best.reserve(state_.hall.size());
  for (const optim::Champion& one : state_.hall) best.push_back(one.genes);
  return best;
}

/// The method's own answer and the best candidates of the run play new games, the same for all; the best is the champion.
Result<Done> Evolution::hold_finals() {
  if (state_.stage != Stage::finals) return Done{};
  state_.reason = outcome_.reason;
  std::vector<optim::Genes> finalists{optimiser_->favourite()};
  const Result<std::vector<optim::Genes>> best = best_candidates();
  if (!best) return best.error();
  for (const optim::Genes& one : *best) {
    if (std::find(finalists.begin(), finalists.end(), one) == finalists.end()) finalists.push_back(one);
  }
  if (finalists.size() > static_cast<std::size_t>(config_.run.finalists)) {
    finalists.resize(static_cast<std::size_t>(config_.run.finalists));
  }
  Assignment assignment{Stage::finals, {}, {}};
  assignment.batch.candidates = std::move(finalists);
  const Result<std::vector<TaskResult>> results = play(assignment);
  if (!results || interrupted_) return results ? Result<Done>(Done{}) : results.error();
  state_.crown(problem_->space(), assignment.batch.candidates, problem_->evaluate(assignment, *results));
  state_.stage = Stage::held_out;
  return finish_stage();
}

Result<Done> Evolution::hold_out() {
  outcome_.champion = state_.champion;
  outcome_.fitness = state_.champion_fitness;
  Assignment assignment{Stage::held_out, {}, {}};
  assignment.batch.candidates = {state_.champion};
  const Result<std::vector<TaskResult>> results = play(assignment);
  if (!results || interrupted_) return results ? Result<Done>(Done{}) : results.error();
  outcome_.held_out = problem_->held_out(assignment, *results);
  outcome_.controller =
      problem_->controller(state_.champion, run_.name, run_.name, run_.seed, in_words(*outcome_.held_out));
  return Done{};
}

}  // namespace

Result<EvolveOutcome> evolve(Store& store, const RunRow& run, const EvolveConfig& config, Executor& executor,
                             const StopToken& stop, Progress* progress, EvolveObserver& observer) {
  return Evolution(store, run, config, executor, stop, progress, observer).run();
}

}  // namespace stackwright
