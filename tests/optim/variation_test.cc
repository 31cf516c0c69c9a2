// Tests of crossover and mutation: worked examples and frequencies.
#include "optim/variation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "optim/functions.h"

namespace stackwright::optim {
namespace variation_test {

const Genes kA{1, 2, 3, 4, 5};
const Genes kB{10, 20, 30, 40, 50};

std::map<Genes, int> children(const CrossoverSettings& settings, const Genes& a, const Genes& b, int count) {
  std::map<Genes, int> found;
  for (int i = 0; i < count; ++i) {
    Draws draws(1, 0, static_cast<std::uint64_t>(i), Use::crossover);
    ++found[cross(settings, {a, 1}, {b, 1}, draws)];
  }
  return found;
}

/// A count of n trials with chance p, within five standard deviations.
void expect_count(int count, int n, double p) { EXPECT_NEAR(count, n * p, 5 * std::sqrt(n * p * (1 - p))) << p; }

TEST(Crossover, ExchangesAStretch) {
  EXPECT_EQ(exchanged(kA, kB, 1, 3), (Genes{1, 20, 30, 4, 5}));
  EXPECT_EQ(exchanged(kA, kB, 2, 5), (Genes{1, 2, 30, 40, 50}));
  EXPECT_EQ(exchanged(kA, kB, 2, 2), kA);
}

TEST(Crossover, OnePointCutsBetweenAnyTwoGenes) {
  const auto found = children({.kind = Crossover::one_point}, kA, kB, 4000);
  EXPECT_EQ(found.size(), 4u);
  for (std::size_t cut = 1; cut < 5; ++cut) {
    ASSERT_TRUE(found.contains(exchanged(kA, kB, cut, 5)));
    expect_count(found.at(exchanged(kA, kB, cut, 5)), 4000, 0.25);
  }
  EXPECT_EQ(children({.kind = Crossover::one_point}, {1}, {2}, 10).begin()->first, (Genes{1}));
}

TEST(Crossover, TwoPointExchangesTheMiddle) {
  const auto found = children({.kind = Crossover::two_point}, kA, kB, 6000);
  EXPECT_EQ(found.size(), 6u);  // pairs of the four cuts
  for (std::size_t from = 1; from < 5; ++from) {
    for (std::size_t to = from + 1; to < 5; ++to) {
      ASSERT_TRUE(found.contains(exchanged(kA, kB, from, to)));
      expect_count(found.at(exchanged(kA, kB, from, to)), 6000, 1.0 / 6);
    }
  }
  EXPECT_EQ(children({.kind = Crossover::two_point}, {1, 2}, {3, 4}, 20).begin()->first, (Genes{1, 4}));
}

TEST(Crossover, UniformTakesEveryGeneFromEither) {
  const auto found = children({.kind = Crossover::uniform}, {0, 0, 0}, {1, 1, 1}, 8000);
  EXPECT_EQ(found.size(), 8u);
  for (const auto& [child, count] : found) expect_count(count, 8000, 1.0 / 8);
}

TEST(Crossover, MeanAndWeightedMean) {
  const auto found = children({.kind = Crossover::mean}, kA, kB, 3);
  EXPECT_EQ(found.begin()->first, (Genes{5.5, 11, 16.5, 22, 27.5}));
  // Lisbon: (x fx + y fy) / (fx + fy) with fx = 3, fy = 1.
  EXPECT_EQ(weighted_mean({kA, 3}, {kB, 1}), (Genes{3.25, 6.5, 9.75, 13, 16.25}));
  EXPECT_EQ(weighted_mean({kA, 3}, {kB, 0}), kA);
  EXPECT_EQ(weighted_mean({kA, 3}, {kB, -5}), kA);
  EXPECT_EQ(weighted_mean({kA, 0}, {kB, 0}), (Genes{5.5, 11, 16.5, 22, 27.5}));
  EXPECT_EQ(weighted_mean({kA, -1}, {kB, -2}), (Genes{5.5, 11, 16.5, 22, 27.5}));
}

TEST(Crossover, SwapBlendFrequencies) {
  // Milan: 10 % the other's, then 10 % the mean: 0.81 own, 0.09 other's, 0.1 mean.
  const auto found = children({.kind = Crossover::swap_blend}, {0}, {1}, 20'000);
  expect_count(found.at({0}), 20'000, 0.81);
  expect_count(found.at({1}), 20'000, 0.09);
  expect_count(found.at({0.5}), 20'000, 0.10);
  EXPECT_EQ(children({.kind = Crossover::swap_blend, .swap = 1, .blend = 0}, kA, kB, 1).begin()->first, kB);
  EXPECT_EQ(children({.kind = Crossover::swap_blend, .swap = 0, .blend = 0}, kA, kB, 1).begin()->first, kA);
}

TEST(Crossover, RateIsTheChanceOfCrossover) {
  const auto found = children({.kind = Crossover::mean, .rate = 0.9}, {0}, {1}, 10'000);
  expect_count(found.at({0}), 10'000, 0.1);
}

struct Changes {
  int genes = 0;     // changed genes
  int children = 0;  // children with a changed gene
  double least = 0;
  double most = 0;
  double squares = 0;
};

Changes changes(const MutationSettings& settings, const Space& space, int count) {
  Changes found;
  for (int i = 0; i < count; ++i) {
    Draws draws(1, 0, static_cast<std::uint64_t>(i), Use::mutation);
    Genes genes(space.size(), 0.0);
    mutate(settings, space, genes, draws);
    int changed = 0;
    for (const double g : genes) {
      changed += g != 0 ? 1 : 0;
      found.least = std::min(found.least, g);
      found.most = std::max(found.most, g);
      found.squares += g * g;
    }
    found.genes += changed;
    found.children += changed > 0 ? 1 : 0;
  }
  return found;
}

TEST(Mutation, AddUniformShiftsGenesByUpToTheSize) {
  const Changes found = changes({.rate = 0.02}, space_of(5, -1, 1), 20'000);
  expect_count(found.genes, 100'000, 0.02);
  EXPECT_NEAR(found.most, 0.5, 0.01);
  EXPECT_NEAR(found.least, -0.5, 0.01);
  EXPECT_NEAR(found.squares / found.genes, 0.25 / 3, 0.005);
}

TEST(Mutation, ReplaceDrawsFromTheFirstRange) {
  Space space = space_of(4, 3, 7);
  const Changes found = changes({.kind = Mutation::replace, .rate = 0.5}, space, 5000);
  expect_count(found.genes, 20'000, 0.5);
  EXPECT_NEAR(found.most, 7, 0.01);
  EXPECT_EQ(found.least, 0);  // the unchanged ones
}

TEST(Mutation, GaussianHasTheSizeAsDeviation) {
  const Changes found = changes({.kind = Mutation::gaussian, .rate = 1, .size = 2}, space_of(4, -1, 1), 5000);
  EXPECT_NEAR(found.squares / found.genes, 4, 0.2);
}

TEST(Mutation, LisbonShiftsOneGeneAndItsFlawAll) {
  const Changes one = changes({.kind = Mutation::lisbon, .rate = 0.06}, space_of(4, 0, 1), 20'000);
  expect_count(one.children, 20'000, 0.06);
  EXPECT_EQ(one.genes, one.children);
  EXPECT_NEAR(one.most, 0.2, 0.01);
  const Changes all = changes({.kind = Mutation::lisbon_all, .rate = 0.06}, space_of(4, 0, 1), 20'000);
  expect_count(all.children, 20'000, 0.06);
  EXPECT_EQ(all.genes, 4 * all.children);
  Draws draws(1, 0, 3, Use::mutation);
  Genes genes{1, 2, 3};
  mutate({.kind = Mutation::lisbon_all, .rate = 1}, space_of(3, 0, 1), genes, draws);
  EXPECT_NE(genes[0], 1);
  EXPECT_NEAR(genes[1] - genes[0], 1, 1e-12);
  EXPECT_NEAR(genes[2] - genes[0], 2, 1e-12);
}

TEST(Mutation, RateOfChildrenChangesOneGene) {
  const Changes found =
      changes({.kind = Mutation::replace, .unit = MutationUnit::child, .rate = 0.1}, space_of(7, 1, 2), 20'000);
  expect_count(found.children, 20'000, 0.1);
  EXPECT_EQ(found.genes, found.children);
}

TEST(Mutation, WholeNumbersMoveByAtLeastOne) {
  Gene gene{.name = "i", .kind = GeneKind::integer, .low = -5, .high = 5, .init_low = -5, .init_high = 5};
  std::map<double, int> found;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Draws draws(1, 0, i, Use::mutation);
    ++found[mutated({.kind = Mutation::add_uniform}, gene, 2, draws)];
  }
  EXPECT_EQ(found.size(), 2u);
  expect_count(found[1], 1000, 0.5);
  expect_count(found[3], 1000, 0.5);
  std::map<double, int> fresh;
  for (std::uint64_t i = 0; i < 11'000; ++i) {
    Draws draws(1, 0, i, Use::mutation);
    ++fresh[mutated({.kind = Mutation::replace}, gene, 2, draws)];
  }
  EXPECT_EQ(fresh.size(), 11u);
  for (const auto& [value, count] : fresh) expect_count(count, 11'000, 1.0 / 11);
}

TEST(Mutation, ForcedMutationChangesOneGene) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    Draws draws(1, 0, i, Use::mutation);
    Genes genes(5, 0.0);
    force_mutation({.rate = 0}, space_of(5, -1, 1), genes, draws);
    EXPECT_EQ(std::count(genes.begin(), genes.end(), 0.0), 4);
  }
}

}  // namespace variation_test
}  // namespace stackwright::optim
