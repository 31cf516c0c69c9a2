// Evolution of like parts: blocks in any place, and fitness that is mostly noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/hash.h"
#include "optim/functions.h"

namespace stackwright::optim {
namespace blocks_test {

/// Genes from 0 to 1 in blocks of three.
Space unit_space(std::size_t genes) {
  Space space = space_of(genes, 0, 1);
  for (Gene& gene : space.genes) {
    gene.low = 0;
    gene.high = 1;
    gene.start = 0.5;
  }
  space.block = 3;
  return space;
}

/// Three kinds of blocks are wanted, in any order: the first two genes choose a kind by thirds and halves, the third one is
/// to be near a value of the kind's own. Needs each kind once.
double parts_found(const Genes& x) {
  double best[3] = {0, 0, 0};
  for (std::size_t b = 0; b + 3 <= x.size(); b += 3) {
    const auto kind = static_cast<std::size_t>(std::min(2.0, x[b] * 3));
    if (x[b + 1] < 0.5) continue;
    const double off = x[b + 2] - 0.2 - 0.3 * static_cast<double>(kind);
    best[kind] = std::max(best[kind], 1 - std::abs(off));
  }
  return best[0] + best[1] + best[2];
}

TEST(Blocks, FindsTheDifferentPartsInAnyOrder) {
  Optimiser optimiser = made("blocks", {{"population", "20"}, {"children", "40"}}, unit_space(12), 5);
  EXPECT_EQ(optimiser.ask().candidates.size(), 60u);
  EXPECT_EQ(optimiser.ask().candidates[0], Genes(12, 0.5));  // the start itself
  for (int g = 0; g < 60; ++g) optimiser.tell(values(optimiser.ask().candidates, parts_found));
  EXPECT_GT(parts_found(optimiser.favourite()), 2.97);
}

TEST(Blocks, LuckDoesNotStay) {
  Optimiser optimiser = made("blocks", {{"population", "20"}, {"children", "40"}}, unit_space(12), 6);
  for (int g = 0; g < 80; ++g) {
    const Batch& batch = optimiser.ask();
    std::vector<double> fitness = values(batch.candidates, parts_found);
    for (std::size_t i = 0; i < fitness.size(); ++i) {
      // As exponential lengths of games: the noise is as large as what is measured.
      const double u = (static_cast<double>(hash_words({batch.generation, i}) >> 11) + 0.5) * 0x1p-53;
      fitness[i] *= -std::log(u);
    }
    optimiser.tell(fitness);
  }
  EXPECT_GT(parts_found(optimiser.favourite()), 2.3);
  for (const Champion& one : optimiser.population()) EXPECT_LT(one.fitness, 12);
}

}  // namespace blocks_test
}  // namespace stackwright::optim
