// Tests of the conditions that end a run.
#include "optim/stopping.h"

#include <gtest/gtest.h>

#include <vector>

#include "optim/functions.h"

namespace stackwright::optim {
namespace stopping_test {

/// A history with these best values, 10 evaluations each; champions named by a number.
std::vector<GenerationRecord> history(const std::vector<double>& best, const std::vector<double>& champions = {}) {
  std::vector<GenerationRecord> records;
  for (std::size_t i = 0; i < best.size(); ++i) {
    GenerationRecord record;
    record.generation = i;
    record.evaluations = 10 * (i + 1);
    record.best = best[i];
    record.champion = {i < champions.size() ? champions[i] : static_cast<double>(i)};
    record.gene_spread = 1;
    record.fitness_spread = 1;
    records.push_back(record);
  }
  return records;
}

TEST(Stopping, RecordOfAGeneration) {
  Space space = space_of(3, -2, 2);
  space.genes[2].frozen = true;
  const std::vector<Genes> candidates{{0, 1, 9}, {2, 1, 9}};
  const GenerationRecord record = record_of(space, 4, candidates, std::vector<double>{5, 8}, 20);
  EXPECT_EQ(record.generation, 4u);
  EXPECT_EQ(record.evaluations, 20u);
  EXPECT_EQ(record.best, 8);
  EXPECT_EQ(record.mean, 6.5);
  EXPECT_EQ(record.worst, 5);
  EXPECT_EQ(record.champion, candidates[1]);
  EXPECT_EQ(record.gene_spread, 0.25);  // deviation 1 over a range of 4
  EXPECT_EQ(record.fitness_spread, 3.0 / 8);
}

TEST(Stopping, NothingSetNeverStops) {
  EXPECT_EQ(stop_reason({}, history({1, 1, 1, 1, 1})), "");
  EXPECT_EQ(stop_reason({.generations = 0}, {}), "");
}

TEST(Stopping, GenerationsEvaluationsTarget) {
  EXPECT_EQ(stop_reason({.generations = 3}, history({1, 2})), "");
  EXPECT_EQ(stop_reason({.generations = 3}, history({1, 2, 3})), "3 generations");
  EXPECT_EQ(stop_reason({.evaluations = 21}, history({1, 2})), "");
  EXPECT_EQ(stop_reason({.evaluations = 21}, history({1, 2, 3})), "30 evaluations");
  EXPECT_EQ(stop_reason({.target = 3}, history({1, 2.5})), "");
  EXPECT_EQ(stop_reason({.target = 3}, history({1, 3})), "fitness 3 reached the target 3");
}

TEST(Stopping, Stagnation) {
  EXPECT_EQ(generations_without_progress({}), 0u);
  EXPECT_EQ(generations_without_progress(history({1, 2, 3})), 0u);
  EXPECT_EQ(generations_without_progress(history({1, 5, 4, 5, 3})), 3u);
  EXPECT_EQ(stop_reason({.stagnation = 4}, history({1, 5, 4, 5, 3})), "");
  EXPECT_EQ(stop_reason({.stagnation = 3}, history({1, 5, 4, 5, 3})), "no better fitness for 3 generations");
}

TEST(Stopping, SameChampion) {
  EXPECT_EQ(generations_of_last_champion(history({1, 1, 1, 1}, {7, 8, 8, 8})), 3u);
  EXPECT_EQ(generations_of_last_champion(history({1, 1, 1, 1}, {8, 8, 7, 8})), 1u);
  EXPECT_EQ(stop_reason({.same_champion = 3}, history({1, 1, 1, 1}, {7, 8, 8, 8})),
            "the same champion for 3 generations");
  EXPECT_EQ(stop_reason({.same_champion = 4}, history({1, 1, 1, 1}, {7, 8, 8, 8})), "");
}

TEST(Stopping, Convergence) {
  std::vector<GenerationRecord> records = history({1, 2});
  EXPECT_EQ(stop_reason({.gene_convergence = 0.1}, records), "");
  records.back().gene_spread = 0.05;
  EXPECT_EQ(stop_reason({.gene_convergence = 0.1}, records), "genes have converged: their spread is 0.05");
  EXPECT_EQ(stop_reason({.fitness_convergence = 0.1}, records), "");
  records.back().fitness_spread = 0;
  EXPECT_EQ(stop_reason({.fitness_convergence = 0}, records), "fitness has converged: its spread is 0");
}

}  // namespace stopping_test
}  // namespace stackwright::optim
