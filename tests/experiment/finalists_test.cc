// Finalists: who was good again and again goes before who was lucky once.
#include "experiment/finalists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stackwright {
namespace finalists_test {

using ::testing::ElementsAre;

EvaluationRow row(std::uint64_t generation, std::uint64_t candidate, double gene, double fitness) {
  EvaluationRow r;
  r.generation = generation;
  r.candidate = candidate;
  r.genes = {gene};
  r.fitness = fitness;
  return r;
}

TEST(Finalists, SteadyOnesGoBeforeLuckyOnes) {
  // Means of the generations: 40, 60, 50. Gene 1: (90 + 80 + 85 + 50) / 4 = 76.25, after two generations (90 + 80 + 50) / 3 = 73.3.
  // Gene 2: (100 + 60) / 2 = 80 after two generations, (100 + 15 + 55) / 3 = 56.7 when it was played again. Others: at most 50.
  const std::vector<EvaluationRow> rows{row(0, 0, 1, 90), row(0, 1, 5, 60),  row(0, 2, 4, -30),
                                        row(1, 0, 1, 80), row(1, 1, 2, 100), row(1, 2, 6, 0),
                                        row(2, 0, 1, 85), row(2, 1, 2, 15),  row(2, 2, 3, 50)};
  EXPECT_THAT(finalists_by_mean(rows, 2), ElementsAre(optim::Genes{1}, optim::Genes{2}));
  EXPECT_THAT(finalists_by_mean(std::span(rows).first(6), 2), ElementsAre(optim::Genes{2}, optim::Genes{1}));
}

TEST(Finalists, OfEqualsTheEarlierAndNoMoreThanThereAre) {
  const std::vector<EvaluationRow> rows{row(0, 0, 3, 10), row(0, 1, 1, 10), row(0, 2, 2, 10)};
  EXPECT_THAT(finalists_by_mean(rows, 5), ElementsAre(optim::Genes{3}, optim::Genes{1}, optim::Genes{2}));
  EXPECT_TRUE(finalists_by_mean({}, 5).empty());
}

}  // namespace finalists_test
}  // namespace stackwright
