// Tests of the genetic algorithm: populations, survivors, duplicates, Milan's listing.
#include "optim/ga.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "optim/functions.h"

namespace stackwright::optim {
namespace ga_test {

GaSettings settings_of(const Settings& pairs) {
  const auto settings = read_settings("ga", ga_settings(), pairs, GaSettings{});
  EXPECT_TRUE(settings.ok()) << settings.message();
  return *settings;
}

TEST(Ga, FirstPopulationIsUniformInTheRange) {
  const GeneticAlgorithm ga(settings_of({{"population", "1000"}}), space_of(1, 2, 4), 1);
  std::vector<int> parts(10);
  for (const Genes& genes : ga.ask().candidates) ++parts[static_cast<std::size_t>((genes[0] - 2) * 5)];
  for (const int count : parts) EXPECT_NEAR(count, 100, 48);
}

TEST(Ga, BestOfTriesKeepsTheBestOfEachPlace) {
  GeneticAlgorithm ga(
      settings_of(
          {{"population", "3"}, {"first", "best-of"}, {"first_tries", "4"}, {"elite", "0.67"}, {"reevaluate", "true"}}),
      space_of(2, 0, 1), 1);
  const std::vector<Genes> asked = ga.ask().candidates;
  ASSERT_EQ(asked.size(), 12u);
  ga.tell(std::vector<double>{1, 9, 2, 3, /**/ 7, 5, 6, 4, /**/ 0, 1, 2, 8});
  EXPECT_EQ(ga.ask().candidates.size(), 3u);
  EXPECT_EQ(ga.ask().candidates[0], asked[1]);   // 9
  EXPECT_EQ(ga.ask().candidates[1], asked[11]);  // 8; 7 is not of the elite
}

TEST(Ga, FirstCandidateStandsAtTheStart) {
  Space space = space_of(2, -1, 1);
  space.genes[0].start = 5;
  const GeneticAlgorithm ga(GaSettings{}, space, 1);
  EXPECT_EQ(ga.ask().candidates[0][0], 5);
  EXPECT_NE(ga.ask().candidates[1][0], 5);
}

TEST(Ga, EliteSurvivesWithItsFitness) {
  GeneticAlgorithm ga(settings_of({{"population", "10"}, {"elite", "0.2"}}), space_of(3, -1, 1), 1);
  EXPECT_EQ(ga.survivors(), 2u);
  const std::vector<double> first = values(ga.ask().candidates, sphere);
  const double best = *std::max_element(first.begin(), first.end());
  const Genes champion =
      ga.ask().candidates[static_cast<std::size_t>(std::max_element(first.begin(), first.end()) - first.begin())];
  ga.tell(first);
  EXPECT_EQ(ga.ask().candidates.size(), 8u);  // only children are evaluated
  ga.tell(std::vector<double>(8, best - 1));
  EXPECT_EQ(ga.favourite(), champion);
}

TEST(Ga, ReevaluatedSurvivorsMayFall) {
  GeneticAlgorithm ga(settings_of({{"population", "10"}, {"elite", "0.2"}, {"reevaluate", "true"}}), space_of(3, -1, 1),
                      1);
  ga.tell(values(ga.ask().candidates, sphere));
  ASSERT_EQ(ga.ask().candidates.size(), 10u);
  const Genes champion = ga.favourite();
  EXPECT_EQ(ga.ask().candidates[0], champion);
  std::vector<double> fitness(10, 0.0);
  fitness[0] = -1;
  fitness[5] = 1;
  const Genes next = ga.ask().candidates[5];
  ga.tell(fitness);
  EXPECT_EQ(ga.favourite(), next);
}

TEST(Ga, ReplaceTheWorst) {
  // Lisbon: 60 children replace the worst 60 of 200.
  GeneticAlgorithm ga(settings_of({{"population", "200"}, {"replacement", "replace-worst"}, {"children", "60"}}),
                      space_of(4, 0, 1), 1);
  EXPECT_EQ(ga.survivors(), 140u);
  ga.tell(values(ga.ask().candidates, sphere));
  EXPECT_EQ(ga.ask().candidates.size(), 60u);
}

TEST(Ga, ChildrenComeFromTheSelected) {
  // Without mutation a one-point child has its first gene from one parent and its last from the other.
  GeneticAlgorithm ga(settings_of({{"population", "20"}, {"parents", "0.2"}, {"elite", "0"}, {"mutation_rate", "0"}}),
                      space_of(3, -1, 1), 1);
  std::vector<double> fitness(20);
  for (std::size_t i = 0; i < 20; ++i) fitness[i] = static_cast<double>(i);
  const std::vector<Genes> parents(ga.ask().candidates.begin() + 16, ga.ask().candidates.end());
  ga.tell(fitness);
  for (const Genes& child : ga.ask().candidates) {
    for (const std::size_t g : {0u, 2u}) {
      EXPECT_TRUE(std::any_of(parents.begin(), parents.end(), [&](const Genes& p) { return p[g] == child[g]; }));
    }
  }
}

TEST(Ga, DuplicatesAreMutatedUntilTheyDiffer) {
  const Settings base{
      {"population", "50"}, {"crossover_rate", "0"}, {"mutation_rate", "0"}, {"elite", "0.1"}, {"reevaluate", "true"}};
  Settings unlike = base;
  unlike.emplace_back("duplicates", "false");
  GeneticAlgorithm with(settings_of(base), space_of(3, -1, 1), 1);
  GeneticAlgorithm without(settings_of(unlike), space_of(3, -1, 1), 1);
  for (int g = 0; g < 5; ++g) {
    with.tell(values(with.ask().candidates, sphere));
    without.tell(values(without.ask().candidates, sphere));
  }
  const auto different = [](const GeneticAlgorithm& ga) {
    return std::set<Genes>(ga.ask().candidates.begin(), ga.ask().candidates.end()).size();
  };
  EXPECT_LT(different(with), 50u);
  EXPECT_EQ(different(without), 50u);
}

TEST(Ga, DuplicatesOfATinySpaceAreGivenUp) {
  Space space = space_of(1, 0, 1);
  space.genes[0].kind = GeneKind::integer;
  space.genes[0].low = 0;
  space.genes[0].high = 1;
  GeneticAlgorithm ga(settings_of({{"population", "5"}, {"duplicates", "false"}}), space, 1);
  ga.tell(values(ga.ask().candidates, sphere));
  EXPECT_EQ(ga.ask().candidates.size(), 5u);
}

TEST(Ga, ListingBreedsAmongTheEliteAndItsChildren) {
  // With copies only and no mutation, everything descends from the elite; in the text's way from the best 20 %.
  const Settings base{{"population", "100"}, {"crossover_rate", "0"}, {"mutation_rate", "0"}};
  const auto families = [&](const char* listing) {
    Settings pairs = base;
    pairs.emplace_back("listing", listing);
    GeneticAlgorithm ga(settings_of(pairs), space_of(3, -1, 1), 1);
    ga.tell(values(ga.ask().candidates, sphere));
    return std::set<Genes>(ga.ask().candidates.begin(), ga.ask().candidates.end()).size();
  };
  EXPECT_LE(families("true"), 5u);
  EXPECT_GT(families("false"), 10u);
}

TEST(Ga, FindsWholeNumbers) {
  Space space = space_of(9, -5, 5);
  for (Gene& gene : space.genes) gene.kind = GeneKind::integer, gene.low = -5, gene.high = 5;
  const auto f = [](const Genes& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum -= std::abs(x[i] - static_cast<double>(i) + 4);
    return sum;
  };
  Optimiser ga = made("ga", {{"mutation", "replace"}, {"mutation_rate", "0.1"}}, space);
  while (ga.generation() < 100) step(ga, f);
  EXPECT_EQ(ga.best().fitness, 0);
}

}  // namespace ga_test
}  // namespace stackwright::optim
