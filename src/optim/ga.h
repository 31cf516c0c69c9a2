// The genetic algorithm: selection, mating, crossover, mutation and replacement, freely combined.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optim/optimiser.h"
#include "optim/selection.h"
#include "optim/settings.h"
#include "optim/variation.h"

namespace stackwright::optim {

enum class FirstPopulation : std::uint8_t { uniform, best_of };
inline constexpr std::array<std::string_view, 2> kFirstPopulationNames{"uniform", "best-of"};

enum class Replacement : std::uint8_t { generational, replace_worst };
inline constexpr std::array<std::string_view, 2> kReplacementNames{"generational", "replace-worst"};

struct GaSettings {
  int population = 100;
  FirstPopulation first = FirstPopulation::uniform;
  int first_tries = 10;
  Selection selection = Selection::truncation;
  double parents = 0.2;
  int tournament = 2;
  int sample = 20;
  Mating mating = Mating::any_two;
  Crossover crossover = Crossover::one_point;
  double crossover_rate = 1;
  double swap = 0.1;
  double blend = 0.1;
  Mutation mutation = Mutation::add_uniform;
  MutationUnit mutation_unit = MutationUnit::gene;
  double mutation_rate = 0.02;
  double mutation_size = 0;
  double elite = 0.05;
  Replacement replacement = Replacement::generational;
  int children = 60;
  bool duplicates = true;
  bool reevaluate = false;
  bool listing = false;
};

const std::vector<SettingRow<GaSettings>>& ga_settings();

/// Holland, Adaptation in Natural and Artificial Systems (1975); the operators of Milan (Di Leo 2015), Belo Horizonte
/// (2011), Lisbon (Henriques, Nunes, Rei 2015) and Calabria. Children are bred from the whole ranked population; then the
/// survivors (the elite, or all but the worst n) and the children are the next population.
class GeneticAlgorithm {
 public:
  GeneticAlgorithm(const GaSettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const;
  Genes spread() const;
  std::vector<Champion> population() const;
  std::string exhausted() const { return ""; }
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

  /// Survivors and children of every generation after the first.
  std::size_t survivors() const;
  std::size_t children() const { return static_cast<std::size_t>(settings_.population) - survivors(); }

 private:
  void prepare();
  std::vector<Genes> first_population() const;
  std::vector<Genes> breed() const;
  Genes child_of(const Parent& a, const Parent& b, std::size_t index, const std::vector<Genes>& others) const;

  GaSettings settings_;
  Space space_;
  std::uint64_t seed_;
  std::vector<Genes> population_;  // fittest first; empty before the first generation ends
  std::vector<double> fitness_;
  Batch batch_;
};

}  // namespace stackwright::optim
