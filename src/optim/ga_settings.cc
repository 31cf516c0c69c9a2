// The settings of the genetic algorithm: names, ranges, meanings.

#include "optim/ga.h"

#include "core/math.h"

namespace stackwright::optim {

const std::vector<SettingRow<GaSettings>>& ga_settings() {
  using S = GaSettings;
  static const std::vector<SettingRow<S>> rows{
      whole<S>("population", &S::population, 2, 1'000'000, "candidates"),
      choice<S, FirstPopulation>("first", &S::first, kFirstPopulationNames, "how the first population is found"),
      whole<S>("first_tries", &S::first_tries, 1, 10'000, "best-of: random candidates for each place"),
      choice<S, Selection>("selection", &S::selection, kSelectionNames, "who becomes a parent"),
      real<S>("parents", &S::parents, 0, 1, "truncation: the best share that breeds"),
      whole<S>("tournament", &S::tournament, 1, 1'000'000, "tournament: candidates in each"),
      whole<S>("sample", &S::sample, 2, 1'000'000, "best-two-of-sample: candidates in a sample"),
      choice<S, Mating>("mating", &S::mating, kMatingNames, "which two of the selected breed"),
      choice<S, Crossover>("crossover", &S::crossover, kCrossoverNames, "how two parents make a child"),
      real<S>("crossover_rate", &S::crossover_rate, 0, 1, "chance of crossover; else a copy of the first parent"),
      real<S>("swap", &S::swap, 0, 1, "swap-blend: chance per gene of the other parent's value"),
      real<S>("blend", &S::blend, 0, 1, "swap-blend: then chance per gene of the mean of both"),
      choice<S, Mutation>("mutation", &S::mutation, kMutationNames, "how a gene changes"),
      choice<S, MutationUnit>("mutation_unit", &S::mutation_unit, kMutationUnitNames,
                              "the rate is per gene, or per child for one gene of it"),
      real<S>("mutation_rate", &S::mutation_rate, 0, 1, "chance of mutation"),
      real<S>("mutation_size", &S::mutation_size, 0, kInfinity,
              "half width or deviation of a shift; 0: 0.5, or 0.2 for lisbon"),
      real<S>("elite", &S::elite, 0, 1, "generational: the best share that survives"),
      choice<S, Replacement>("replacement", &S::replacement, kReplacementNames, "who makes room for the children"),
      whole<S>("children", &S::children, 1, 1'000'000, "replace-worst: children of a generation"),
      flag<S>("duplicates", &S::duplicates,
              "whether equal candidates may live; else a copy is mutated until it differs"),
      flag<S>("reevaluate", &S::reevaluate, "whether survivors are evaluated again in every generation"),
      flag<S>("listing", &S::listing, "Milan's listing: breed among the elite and the children already made"),
  };
  return rows;
}

}  // namespace stackwright::optim
