// Genes in parts: each part is bred as if it were alone, by its own fitness.
#include "optim/apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "optim/functions.h"

namespace stackwright::optim {
namespace apart_test {

/// Five genes: the first, third and fifth are one part, the others the second.
Space two_parts() {
  Space space = space_of(5, -1, 1);
  for (std::size_t i = 0; i < 5; ++i) space.genes[i].part = i % 2;
  return space;
}

Space part_of(const Space& all, std::size_t part) {
  Space space;
  for (Gene gene : all.genes) {
    if (gene.part != part || gene.frozen) continue;
    gene.part = 0;
    space.genes.push_back(gene);
  }
  return space;
}

/// Every part has its best place elsewhere.
double first_fitness(double a, double b, double c) { return -(a - 1) * (a - 1) - b * b - c * c; }
double second_fitness(double a, double b) { return -(a + 2) * (a + 2) - (b - 3) * (b - 3); }

std::vector<double> fitness_of(const Batch& batch) {
  std::vector<double> all;
  for (const Genes& g : batch.candidates) {
    all.push_back(first_fitness(g[0], g[2], g[4]));
    all.push_back(second_fitness(g[1], g[3]));
  }
  return all;
}

const Settings kTen{{"population", "10"}};

class Parts : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Every, Parts, testing::Values("ga", "cma-es", "cross-entropy", "xnes", "random"));

TEST_P(Parts, AreBredAsIfTheyWereAlone) {
  const Space space = two_parts();
  Optimiser together = made(GetParam(), kTen, space, 7);
  Optimiser first = made(GetParam(), kTen, part_of(space, 0), hash_words({7, 0}));
  Optimiser second = made(GetParam(), kTen, part_of(space, 1), hash_words({7, 1}));
  for (int g = 0; g < 15; ++g) {
    const Batch& batch = together.ask();
    ASSERT_EQ(batch.generation, static_cast<std::uint64_t>(g));
    ASSERT_EQ(batch.candidates.size(), first.ask().candidates.size());
    std::vector<double> of_first;
    std::vector<double> of_second;
    for (std::size_t i = 0; i < batch.candidates.size(); ++i) {
      const Genes& all = batch.candidates[i];
      ASSERT_EQ((Genes{all[0], all[2], all[4]}), first.ask().candidates[i]);
      ASSERT_EQ((Genes{all[1], all[3]}), second.ask().candidates[i]);
      of_first.push_back(first_fitness(all[0], all[2], all[4]));
      of_second.push_back(second_fitness(all[1], all[3]));
    }
    together.tell(fitness_of(batch));
    first.tell(of_first);
    second.tell(of_second);
  }
  const Genes favourite = together.favourite();
  EXPECT_EQ((Genes{favourite[0], favourite[2], favourite[4]}), first.favourite());
  EXPECT_EQ((Genes{favourite[1], favourite[3]}), second.favourite());
  EXPECT_EQ(together.spread()[3], second.spread()[1]);
  EXPECT_EQ(together.evaluations(), first.evaluations());
}

TEST_P(Parts, GoOnBitForBitAfterSavingAndLoading) {
  const Space space = two_parts();
  Optimiser straight = made(GetParam(), kTen, space, 3);
  for (int g = 0; g < 6; ++g) straight.tell(fitness_of(straight.ask()));
  Optimiser loaded = made(GetParam(), kTen, space, 3);
  ASSERT_TRUE(loaded.restore(straight.state()));
  for (int g = 0; g < 6; ++g) {
    ASSERT_EQ(loaded.ask().candidates, straight.ask().candidates);
    straight.tell(fitness_of(straight.ask()));
    loaded.tell(fitness_of(loaded.ask()));
  }
  EXPECT_EQ(loaded.state(), straight.state());
  Optimiser other = made(GetParam(), kTen, space, 4);
  EXPECT_FALSE(other.restore(straight.state())) << "a state of another seed";
}

TEST(PartsOfGenes, TheBestOfEveryPartLiveTogether) {
  Optimiser optimiser = made("ga", {{"population", "10"}}, two_parts(), 1);
  optimiser.tell(fitness_of(optimiser.ask()));
  const std::vector<Champion> living = optimiser.population();
  ASSERT_EQ(living.size(), 10u);
  for (std::size_t i = 0; i < living.size(); ++i) {
    const Genes& g = living[i].genes;
    EXPECT_DOUBLE_EQ(living[i].fitness, first_fitness(g[0], g[2], g[4]) + second_fitness(g[1], g[3]));
    if (i == 0) continue;
    const Genes& before = living[i - 1].genes;
    EXPECT_GE(first_fitness(before[0], before[2], before[4]), first_fitness(g[0], g[2], g[4]));
    EXPECT_GE(second_fitness(before[1], before[3]), second_fitness(g[1], g[3]));
  }
  EXPECT_EQ(living[0].genes, optimiser.favourite());
}

TEST(PartsOfGenes, FrozenGenesStay) {
  Space space = two_parts();
  space.genes[2].frozen = true;
  space.genes[2].frozen_value = 0.25;
  Optimiser optimiser = made("ga", {{"population", "6"}}, space, 1);
  for (int g = 0; g < 4; ++g) {
    for (const Genes& genes : optimiser.ask().candidates) ASSERT_EQ(genes[2], 0.25);
    optimiser.tell(fitness_of(optimiser.ask()));
  }
}

TEST(PartsOfGenes, WhatCannotBeIsNamed) {
  Space space = two_parts();
  const auto restarts = make_optimiser("cma-es", {{"restarts", "ipop"}}, space, 1);
  ASSERT_FALSE(restarts);
  EXPECT_THAT(restarts.message(), testing::HasSubstr("restarts"));
  EXPECT_FALSE(make_optimiser("cma-es", {{"noise", "true"}}, space, 1));
  const auto sizes = make_optimiser("cma-es", {}, space, 1);  // its population follows from the number of genes
  ASSERT_FALSE(sizes);
  EXPECT_THAT(sizes.message(), testing::HasSubstr("set the population"));
  space.genes[1].frozen = space.genes[3].frozen = true;
  const auto frozen = make_optimiser("ga", {}, space, 1);
  ASSERT_FALSE(frozen);
  EXPECT_THAT(frozen.message(), testing::HasSubstr("frozen"));
}

}  // namespace apart_test
}  // namespace stackwright::optim
