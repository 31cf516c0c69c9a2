// Pieces as a chance with a memory: the law of each source, and sources that leave nothing to chance.
#include "games/tetris/piece_chance.h"

#include <array>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stackwright::tetris {
namespace piece_chance_test {

constexpr int kDraws = 70'000;

PieceChance chance_of(const char* text) {
  const auto chance = PieceChance::make(*parse_source(text, tetrominoes()), tetrominoes());
  EXPECT_TRUE(chance) << text;
  return *chance;
}

std::array<int, 7> counts(const PieceChance& chance) {
  const Stream random(StreamKey{.seed = 3, .purpose = Purpose::test});
  std::array<int, 7> counts{};
  PieceChance::Memory memory = chance.fresh();
  for (int i = 0; i < kDraws; ++i) ++counts[chance.draw(memory, random.at(static_cast<std::uint64_t>(i)))];
  return counts;
}

TEST(PieceChance, UniformPiecesAreUniform) {
  double chi = 0;
  for (const int n : counts(chance_of("uniform"))) chi += std::pow(n - kDraws / 7.0, 2) / (kDraws / 7.0);
  EXPECT_LT(chi, 22.5);  // 99.9 % of chi-square with 6 degrees
}

TEST(PieceChance, WeightsAreShares) {
  const auto n = counts(chance_of("weighted:S=1,Z=3"));
  const int s = tetrominoes().find('S'), z = tetrominoes().find('Z');
  EXPECT_EQ(n[static_cast<std::size_t>(s)] + n[static_cast<std::size_t>(z)], kDraws);
  EXPECT_NEAR(n[static_cast<std::size_t>(s)], kDraws / 4.0, 4 * std::sqrt(kDraws * 3.0 / 16));
  EXPECT_TRUE(chance_of("weighted:S=1,Z=3").memoryless());
}

/// Every seven pieces are a bag, and which comes first is uniform.
TEST(PieceChance, BagsHoldEveryPieceOnce) {
  const PieceChance chance = chance_of("bag");
  EXPECT_FALSE(chance.memoryless());
  const Stream random(StreamKey{.seed = 4, .purpose = Purpose::test});
  PieceChance::Memory memory = chance.fresh();
  std::array<std::array<int, 7>, 7> at{};
  std::uint64_t i = 0;
  constexpr int kBags = 7000;
  for (int bag = 0; bag < kBags; ++bag) {
    unsigned seen = 0;
    for (std::size_t place = 0; place < 7; ++place) {
      const std::uint8_t piece = chance.draw(memory, random.at(i++));
      seen |= 1u << piece;
      ++at[place][piece];
    }
    ASSERT_EQ(seen, 127u);
    ASSERT_EQ(memory, 0u);
  }
  for (const auto& place : at) {
    for (const int n : place) EXPECT_NEAR(n, kBags / 7.0, 4.5 * std::sqrt(kBags * 6.0 / 49));
  }
}

/// A copied memory draws on from where it was copied.
TEST(PieceChance, CopiesOfABagHaveTheSamePiecesLeft) {
  const PieceChance chance = chance_of("bag");
  PieceChance::Memory memory = chance.fresh();
  unsigned first = 0;
  for (std::uint64_t i = 0; i < 3; ++i) first |= 1u << chance.draw(memory, mix(i));
  for (std::uint64_t copy = 0; copy < 20; ++copy) {
    PieceChance::Memory own = memory;
    unsigned rest = 0;
    for (std::uint64_t i = 0; i < 4; ++i) rest |= 1u << chance.draw(own, mix(1000 + 7 * copy + i));
    EXPECT_EQ(rest, 127u & ~first);
  }
}

TEST(PieceChance, ListsLeaveNothingToChance) {
  for (const char* text : {"cycle:SZ", "list:TTITI"}) {
    const auto chance = PieceChance::make(*parse_source(text, tetrominoes()), tetrominoes());
    ASSERT_FALSE(chance);
    EXPECT_THAT(chance.message(), testing::HasSubstr(text));
  }
}

}  // namespace piece_chance_test
}  // namespace stackwright::tetris
