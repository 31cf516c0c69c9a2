// When to stop: pure functions of the history of a run.
#include "optim/stopping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "optim/ranking.h"

namespace stackwright::optim {

GenerationRecord record_of(const Space& space, std::uint64_t generation, std::span<const Genes> candidates,
                           std::span<const double> fitness, std::uint64_t evaluations) {
  assert(!candidates.empty() && candidates.size() == fitness.size());
  GenerationRecord record;
  record.generation = generation;
  record.evaluations = evaluations;
  const std::vector<std::size_t> order = best_first(fitness);
  record.best = fitness[order.front()];
  record.worst = fitness[order.back()];
  record.champion = candidates[order.front()];
  for (const double f : fitness) record.mean += f / static_cast<double>(fitness.size());
  const Genes deviation = deviations(candidates, space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.genes[i].frozen) continue;
    record.gene_spread = std::max(record.gene_spread, deviation[i] / scale_of(space.genes[i]));
  }
  const double range = record.best == record.worst ? 0 : record.best - record.worst;
  record.fitness_spread = range == 0 || record.best == 0 ? range : range / std::abs(record.best);
  return record;
}

std::uint64_t generations_without_progress(std::span<const GenerationRecord> history) {
  std::size_t best = 0;  // the first generation with the best fitness of all
  for (std::size_t i = 1; i < history.size(); ++i) {
    if (history[i].best > history[best].best) best = i;
  }
  return history.empty() ? 0 : history.size() - 1 - best;
}

std::uint64_t generations_of_last_champion(std::span<const GenerationRecord> history) {
  std::uint64_t count = 0;
  while (count < history.size() && history[history.size() - 1 - count].champion == history.back().champion) ++count;
  return count;
}

std::string stop_reason(const StopRules& rules, std::span<const GenerationRecord> history) {
  if (history.empty()) return "";
  const GenerationRecord& last = history.back();
  if (rules.target && last.best >= *rules.target) {
    return fmt::format("fitness {} reached the target {}", last.best, *rules.target);
  }
  if (rules.generations && history.size() >= *rules.generations) return fmt::format("{} generations", history.size());
  if (rules.evaluations && last.evaluations >= *rules.evaluations) {
    return fmt::format("{} evaluations", last.evaluations);
  }
  if (rules.stagnation && generations_without_progress(history) >= *rules.stagnation) {
    return fmt::format("no better fitness for {} generations", *rules.stagnation);
  }
  if (rules.same_champion && generations_of_last_champion(history) >= *rules.same_champion) {
    return fmt::format("the same champion for {} generations", *rules.same_champion);
  }
  if (rules.gene_convergence && last.gene_spread <= *rules.gene_convergence) {
    return fmt::format("genes have converged: their spread is {:.3g}", last.gene_spread);
  }
  if (rules.fitness_convergence && last.fitness_spread <= *rules.fitness_convergence) {
    return fmt::format("fitness has converged: its spread is {:.3g}", last.fitness_spread);
  }
  return "";
}

}  // namespace stackwright::optim
