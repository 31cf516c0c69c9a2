// Laws that every optimiser obeys, with every operator and option.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/hash.h"
#include "optim/functions.h"

namespace stackwright::optim {
namespace laws_test {

struct Variant {
  std::string name;
  Settings settings;
};

void PrintTo(const Variant& variant, std::ostream* out) {
  *out << variant.name;
  for (const auto& [key, value] : variant.settings) *out << " " << key << "=" << value;
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const OptimiserRow& row : optimisers()) all.push_back({std::string(row.name), {}});
  for (const char* selection : {"truncation", "roulette", "sus", "tournament", "rank", "best-two-of-sample"}) {
    all.push_back({"ga", {{"selection", selection}, {"mating", "fitter-second"}, {"population", "30"}}});
  }
  for (const char* crossover : {"one-point", "two-point", "uniform", "mean", "swap-blend", "fitness-weighted"}) {
    all.push_back({"ga", {{"crossover", crossover}, {"population", "30"}, {"duplicates", "false"}}});
  }
  for (const char* mutation : {"add-uniform", "replace", "gaussian", "lisbon", "lisbon-all"}) {
    all.push_back({"ga", {{"mutation", mutation}, {"mutation_rate", "0.3"}, {"population", "30"}}});
  }
  all.push_back({"ga", {{"first", "best-of"}, {"listing", "true"}, {"mating", "fitter-second"}}});
  all.push_back({"ga", {{"replacement", "replace-worst"}, {"children", "20"}, {"population", "50"}}});
  all.push_back({"ga", {{"reevaluate", "true"}, {"mutation_unit", "child"}, {"mutation_rate", "0.5"}}});
  for (const char* bounds : {"mirror", "resample"}) {
    all.push_back({"cma-es", {{"bounds", bounds}}});
    all.push_back({"sep-cma-es", {{"bounds", bounds}, {"elitist", "true"}}});
  }
  all.push_back({"cma-es", {{"elitist", "true"}}});
  all.push_back({"cma-es", {{"restarts", "ipop"}, {"tolerance_fitness", "0.1"}}});
  all.push_back({"cma-es", {{"restarts", "bipop"}, {"tolerance_fitness", "0.1"}}});
  all.push_back({"cma-es", {{"noise", "true"}}});
  all.push_back({"sep-cma-es", {{"noise", "true"}, {"noise_max_effort", "5"}, {"population", "20"}}});
  all.push_back({"cross-entropy", {{"noise_generations", "0"}}});
  all.push_back({"blocks", {{"population", "10"}, {"children", "20"}, {"memory", "3"}}});
  return all;
}

class Laws : public testing::TestWithParam<Variant> {
 protected:
  Optimiser fresh(const Space& space, std::uint64_t seed = 1) const {
    return made(GetParam().name, GetParam().settings, space, seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Every, Laws, testing::ValuesIn(variants()));

/// Bounded, half bounded, unbounded, whole and frozen genes.
Space mixed_space() {
  Space space = space_of(7, -1, 1);
  space.genes[0].low = -1;
  space.genes[0].high = 1;
  space.genes[1].low = -1;
  space.genes[2].kind = GeneKind::integer;
  space.genes[2].low = -5;
  space.genes[2].high = 5;
  space.genes[2].init_low = -5;
  space.genes[2].init_high = 5;
  space.genes[3].frozen = true;
  space.genes[3].frozen_value = 0.25;
  space.genes[4].kind = GeneKind::integer;
  space.genes[4].init_low = -10;
  space.genes[4].init_high = 10;
  space.genes[6].high = 1;
  space.genes[6].start = 0.5;
  return space;
}

/// The best point lies on the bounds, so that the bounds are tried.
double outwards(const Genes& x) { return x[0] + x[1] / 10 + x[2] / 5 - x[4] * x[4] / 10 - x[5] * x[5] - x[6]; }

/// Deterministic noise that differs between the rounds of a generation.
std::vector<double> noisy(const Batch& batch) {
  std::vector<double> fitness = values(batch.candidates, sphere);
  for (std::size_t i = 0; i < fitness.size(); ++i) {
    fitness[i] += static_cast<double>(hash_words({batch.generation, batch.first + i}) >> 40) * 0x1p-24;
  }
  return fitness;
}

bool same_bits(const std::vector<Genes>& a, const std::vector<Genes>& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Genes& x, const Genes& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same);
  });
}

TEST_P(Laws, GenesAreInBoundsWholeAndFrozen) {
  const Space space = mixed_space();
  Optimiser optimiser = fresh(space);
  for (int g = 0; g < 40; ++g) {
    std::vector<Genes> all = optimiser.ask().candidates;
    if (g > 0) all.push_back(optimiser.favourite());
    for (const Genes& genes : all) {
      ASSERT_EQ(genes.size(), space.size());
      for (std::size_t i = 0; i < genes.size(); ++i) {
        const Gene& gene = space.genes[i];
        ASSERT_TRUE(std::isfinite(genes[i]));
        ASSERT_GE(genes[i], gene.low);
        ASSERT_LE(genes[i], gene.high);
        ASSERT_TRUE(gene.kind == GeneKind::real || genes[i] == std::floor(genes[i]));
        ASSERT_TRUE(!gene.frozen || genes[i] == gene.frozen_value);
      }
    }
    ASSERT_EQ(optimiser.spread()[3], 0);
    step(optimiser, outwards);
  }
}

TEST_P(Laws, SameSeedSameCandidatesAndOthersDiffer) {
  const Space space = space_of(5, -3, 3);
  Optimiser a = fresh(space, 7);
  Optimiser b = fresh(space, 7);
  Optimiser c = fresh(space, 8);
  EXPECT_FALSE(same_bits(a.ask().candidates, c.ask().candidates));
  for (int g = 0; g < 10; ++g) {
    ASSERT_TRUE(same_bits(a.ask().candidates, b.ask().candidates));
    a.tell(noisy(a.ask()));
    b.tell(noisy(b.ask()));
  }
}

TEST_P(Laws, FortyGenerationsAreTwentySavedLoadedAndTwenty) {
  for (const Space& space : {space_of(5, -3, 3), mixed_space()}) {
    Optimiser whole = fresh(space);
    while (whole.generation() < 20) whole.tell(noisy(whole.ask()));
    Optimiser part = fresh(space);
    const std::string saved = whole.state();
    ASSERT_TRUE(part.restore(saved).ok());
    EXPECT_EQ(part.state(), saved);
    while (whole.generation() < 40) {
      ASSERT_TRUE(same_bits(whole.ask().candidates, part.ask().candidates)) << whole.generation();
      ASSERT_EQ(whole.ask().effort, part.ask().effort);
      whole.tell(noisy(whole.ask()));
      part.tell(noisy(part.ask()));
    }
    EXPECT_EQ(whole.state(), part.state());
    EXPECT_EQ(whole.best().fitness, part.best().fitness);
  }
}

TEST_P(Laws, EveryRoundCanBeSaved) {
  const Space space = space_of(3, -3, 3);
  Optimiser whole = fresh(space);
  for (int round = 0; round < 12; ++round) {
    Optimiser part = fresh(space);
    ASSERT_TRUE(part.restore(whole.state()).ok());
    ASSERT_TRUE(same_bits(whole.ask().candidates, part.ask().candidates));
    ASSERT_EQ(whole.ask().round, part.ask().round);
    ASSERT_EQ(whole.ask().first, part.ask().first);
    part.tell(noisy(part.ask()));
    whole.tell(noisy(whole.ask()));
    ASSERT_EQ(whole.state(), part.state());
  }
}

TEST_P(Laws, CopiesAreIndependent) {
  Optimiser a = fresh(space_of(3, -1, 1));
  const Optimiser b = a;
  const std::string before = b.state();
  step(a, sphere);
  EXPECT_EQ(b.state(), before);
  EXPECT_NE(a.state(), before);
}

TEST_P(Laws, BetterThanRandomSearchOnTheSphere) {
  if (GetParam().name == "random") return;  // the baseline itself
  const Space space = space_of(8, -5, 5);
  Optimiser optimiser = fresh(space);
  while (optimiser.evaluations() < 4000) step(optimiser, sphere);
  Optimiser baseline = made("random", {}, space);
  while (baseline.evaluations() < optimiser.evaluations()) step(baseline, sphere);
  EXPECT_GT(optimiser.best().fitness, baseline.best().fitness);
}

TEST_P(Laws, FitnessMayBeEqualInfiniteOrNotANumber) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double strange : {0.0, -kInfinity, kInfinity, std::nan(""), 1e308, -1e308}) {
    Optimiser optimiser = fresh(mixed_space());
    for (int g = 0; g < 8; ++g) {
      std::vector<double> fitness(optimiser.ask().candidates.size(), strange);
      if (g % 2 == 1) fitness[0] = 1;
      optimiser.tell(fitness);
      for (const Genes& genes : optimiser.ask().candidates) {
        for (const double gene : genes) ASSERT_TRUE(std::isfinite(gene));
      }
    }
    Optimiser again = fresh(mixed_space());
    EXPECT_TRUE(again.restore(optimiser.state()).ok());
    EXPECT_EQ(again.state(), optimiser.state());
  }
}

TEST_P(Laws, OneGeneIsEnough) {
  Optimiser optimiser = fresh(space_of(1, -3, 5));
  while (optimiser.evaluations() < 3000) step(optimiser, sphere);
  EXPECT_GT(optimiser.best().fitness, -0.01);
}

TEST_P(Laws, StatesOfOthersAreRefused) {
  Optimiser a = fresh(space_of(3, -1, 1), 1);
  const std::string before = a.state();
  EXPECT_FALSE(a.restore(fresh(space_of(3, -1, 1), 2).state()).ok());
  EXPECT_FALSE(a.restore(fresh(space_of(4, -1, 1), 1).state()).ok());
  EXPECT_FALSE(a.restore("{}").ok());
  EXPECT_FALSE(a.restore("[1]").ok());
  EXPECT_FALSE(a.restore(before.substr(0, before.size() / 2)).ok());
  EXPECT_EQ(a.state(), before);
}

/// Every number of a state in turn becomes something else: an error or another state, never a crash.
TEST_P(Laws, BrokenStatesDoNoHarm) {
  const Space space = space_of(2, -1, 1);
  Optimiser optimiser = fresh(space);
  for (int g = 0; g < 3; ++g) optimiser.tell(noisy(optimiser.ask()));
  const std::string text = optimiser.state();
  std::size_t places = 0;
  for (std::size_t i = 0; i < text.size() && places < 60; ++i) {
    if (text[i] < '0' || text[i] > '9' || (i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9')) continue;
    const std::size_t end = text.find_first_not_of("0123456789", i);
    if (text.substr(0, i).ends_with("\"identity\":")) continue;
    ++places;
    for (const char* other : {"-1", "1e999", "99999", "null", "\"nan\"", "[]"}) {
      Optimiser copy = optimiser;
      const bool restored = copy.restore(text.substr(0, i) + other + text.substr(end)).ok();
      EXPECT_TRUE(restored || copy.state() == text);
    }
  }
}

}  // namespace laws_test
}  // namespace stackwright::optim
