// The genetic algorithm: selection, mating, crossover, mutation and replacement, freely combined.
#include "optim/ga.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "optim/ranking.h"
#include "optim/state.h"

namespace stackwright::optim {
namespace {

/// A mutation that cannot change anything (small spaces of whole numbers) is given up after this many tries.
constexpr int kForcedTries = 100;

std::size_t tries_of(const GaSettings& s) {
  return s.first == FirstPopulation::best_of ? static_cast<std::size_t>(s.first_tries) : 1;
}

bool contains(const std::vector<Genes>& all, const Genes& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Two places of a list in which the fitter stand earlier: as mate(), with the whole list selected.
std::pair<std::size_t, std::size_t> mate_in_list(Mating mating, std::size_t size, Draws& draws) {
  if (size < 2) return {0, 0};
  const std::size_t low = mating == Mating::fitter_second ? 1 : 0;
  const std::size_t first = low + draws.below(size - low);
  if (mating == Mating::fitter_second) return {first, draws.below(first)};
  const std::size_t second = draws.below(size - 1);
  return {first, second < first ? second : second + 1};
}

}  // namespace

GeneticAlgorithm::GeneticAlgorithm(const GaSettings& settings, Space space, std::uint64_t seed)
    : settings_(settings), space_(std::move(space)), seed_(seed) {
  prepare();
}

std::size_t GeneticAlgorithm::survivors() const {
  const auto all = static_cast<std::size_t>(settings_.population);
  if (settings_.replacement == Replacement::replace_worst) {
    return all - std::min(static_cast<std::size_t>(settings_.children), all);
  }
  const auto elite = static_cast<std::size_t>(std::floor(settings_.elite * static_cast<double>(all) + 0.5));
  return std::min(elite, all - 1);
}

/// What to evaluate next, from the population alone.
void GeneticAlgorithm::prepare() {
  if (population_.empty()) {
    batch_.candidates = first_population();
    return;
  }
  const auto kept = static_cast<std::ptrdiff_t>(settings_.reevaluate ? survivors() : 0);
  batch_.candidates.assign(population_.begin(), population_.begin() + kept);
  for (Genes& child : breed()) batch_.candidates.push_back(std::move(child));
}

/// Random candidates, `tries` for each place; the first one stands at the start values where genes have them.
std::vector<Genes> GeneticAlgorithm::first_population() const {
  std::vector<Genes> all;
  const std::size_t count = static_cast<std::size_t>(settings_.population) * tries_of(settings_);
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws(seed_, 0, i, Use::first);
    Genes genes = first_values(space_, draws);
    for (std::size_t g = 0; i == 0 && g < space_.size(); ++g) {
      if (const Gene& gene = space_.genes[g]; gene.start) genes[g] = settle(gene, *gene.start);
    }
    for (int tries = 0; !settings_.duplicates && tries < kForcedTries && contains(all, genes); ++tries) {
      genes = first_values(space_, draws);
    }
    all.push_back(std::move(genes));
  }
  return all;
}

std::vector<Genes> GeneticAlgorithm::breed() const {
  const std::uint64_t generation = batch_.generation;
  Draws choosing(seed_, generation, 0, Use::selection);
  const SelectionSettings selection{settings_.selection, settings_.parents, settings_.tournament, settings_.sample};
  const Selected selected = select(selection, fitness_, children(), choosing);

  std::vector<Genes> family(population_.begin(), population_.begin() + static_cast<std::ptrdiff_t>(survivors()));
  const std::size_t elders = family.size();
  for (std::size_t i = 0; i < children(); ++i) {
    Draws mating(seed_, generation, i, Use::mating);
    if (settings_.listing && elders > 0) {
      const auto [a, b] = mate_in_list(settings_.mating, family.size(), mating);
      const bool known = a < elders && b < elders;  // children already made have no fitness yet
      const Parent first{family[a], known ? fitness_[a] : 0};
      const Parent second{family[b], known ? fitness_[b] : 0};
      family.push_back(child_of(first, second, i, family));
    } else {
      const auto [a, b] = mate(settings_.mating, selected, i, mating);
      family.push_back(child_of({population_[a], fitness_[a]}, {population_[b], fitness_[b]}, i, family));
    }
  }
  family.erase(family.begin(), family.begin() + static_cast<std::ptrdiff_t>(elders));
  return family;
}

Genes GeneticAlgorithm::child_of(const Parent& a, const Parent& b, std::size_t index,
                                 const std::vector<Genes>& others) const {
  Draws crossing(seed_, batch_.generation, index, Use::crossover);
  const CrossoverSettings crossover{settings_.crossover, settings_.crossover_rate, settings_.swap, settings_.blend};
  Genes child = settle(space_, cross(crossover, a, b, crossing));

  Draws changing(seed_, batch_.generation, index, Use::mutation);
  const MutationSettings mutation{settings_.mutation, settings_.mutation_unit, settings_.mutation_rate,
                                  settings_.mutation_size};
  mutate(mutation, space_, child, changing);
  if (settings_.duplicates) return child;
  for (int i = 0; i < kForcedTries && contains(others, child); ++i) force_mutation(mutation, space_, child, changing);
  return child;
}

void GeneticAlgorithm::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size());
  std::vector<Genes> next;
  std::vector<double> reached;
  if (population_.empty()) {
    const std::size_t tries = tries_of(settings_);
    for (std::size_t i = 0; i < fitness.size(); i += tries) {
      const std::size_t best = i + best_first(fitness.subspan(i, tries))[0];
      next.push_back(batch_.candidates[best]);
      reached.push_back(fitness[best]);
    }
  } else {
    if (!settings_.reevaluate) {
      const auto kept = static_cast<std::ptrdiff_t>(survivors());
      next.assign(population_.begin(), population_.begin() + kept);
      reached.assign(fitness_.begin(), fitness_.begin() + kept);
    }
    next.insert(next.end(), batch_.candidates.begin(), batch_.candidates.end());
    reached.insert(reached.end(), fitness.begin(), fitness.end());
  }
  population_.clear();
  fitness_.clear();
  for (const std::size_t i : best_first(reached)) {
    population_.push_back(next[i]);
    fitness_.push_back(reached[i]);
  }
  ++batch_.generation;
  prepare();
}

Genes GeneticAlgorithm::favourite() const {
  return population_.empty() ? batch_.candidates.front() : population_.front();
}

std::vector<Champion> GeneticAlgorithm::population() const {
  std::vector<Champion> living;
  for (std::size_t i = 0; i < population_.size(); ++i) living.push_back({population_[i], fitness_[i], 0, i});
  return living;
}

Genes GeneticAlgorithm::spread() const {
  return deviations(population_.empty() ? batch_.candidates : population_, space_.size());
}

void GeneticAlgorithm::save(Json& json) const {
  json["generation"] = batch_.generation;
  put(json, "population", population_);
  put(json, "fitness", fitness_);
}

Result<Done> GeneticAlgorithm::load(const Fields& fields) {
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  if (auto r = load_rows(fields, "population", space_.size(), population_); !r) return r;
  const std::size_t expected = batch_.generation == 0 ? 0 : static_cast<std::size_t>(settings_.population);
  if (population_.size() != expected) {
    return fields.wrong("population", "an array of " + std::to_string(expected) + " candidates");
  }
  if (auto r = load_numbers(fields, "fitness", expected, fitness_); !r) return r;
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
