// Expectimax against its definition written out, with and without cache, and its limits.
#include "search/chance_search.h"

#include <gtest/gtest.h>

#include "games/twenty48/game.h"

namespace stackwright {
namespace chance_search_test {

using twenty48::Board;
using twenty48::Twenty48;

/// An evaluator without sense or symmetry, but fast.
struct Hashed {
  void values(std::span<const Board> after, std::span<float> out) const {
    for (std::size_t i = 0; i < after.size(); ++i) out[i] = static_cast<float>(mix(after[i].cells) % 1000) / 4;
  }
  std::uint64_t key(Board b) const { return b.cells; }
};

double defined_value(const Twenty48& game, Board state, int depth, double probability, double least);

double defined_afterstate(const Twenty48& game, Board after, int depth, double probability, double least) {
  if (depth == 1 || probability < least) {
    float value = 0;
    Hashed{}.values({&after, 1}, {&value, 1});
    return static_cast<double>(value);
  }
  double mean = 0;
  game.for_each_outcome(after, [&](Twenty48::Outcome outcome, double share) {
    mean += share * defined_value(game, game.resolve(after, outcome), depth - 1, probability * share, least);
  });
  return mean;
}

double defined_value(const Twenty48& game, Board state, int depth, double probability, double least) {
  double best = game.over(state) ? 0 : -1e300;
  game.for_each_action(state, [&](twenty48::Move move) {
    best = std::max(best, static_cast<double>(game.gain(state, move)) +
                              defined_afterstate(game, game.apply(state, move), depth, probability, least));
  });
  return best;
}

const char* const kBoards[] = {"2 4 8 16/32 64 128 256/2 4 8 16/32 64 . 4", "2 4 2 4/4 2 4 2/2 4 2 4/8 8 4 2",
                               "2 4 8 4/16 8 64 2/4 32 8 ./. 2 . 2"};

TEST(ChanceSearch, IsItsDefinition) {
  const Twenty48 game;
  const Hashed evaluator;
  for (const char* text : kBoards) {
    const Board board = *game.from_text(text);
    ChanceSearch<Twenty48, Hashed> cached(game, evaluator), plain(game, evaluator, 0);
    for (int depth = 1; depth <= 3; ++depth) {
      const auto a = cached.choose(board, {.depth = depth}), b = plain.choose(board, {.depth = depth});
      ASSERT_TRUE(a && b);
      EXPECT_NEAR(a->value, defined_value(game, board, depth, 1, 0), 1e-9) << text << " " << depth;
      EXPECT_DOUBLE_EQ(a->value, b->value);
      EXPECT_EQ(a->action, b->action);
      EXPECT_EQ(a->depth, depth);
      EXPECT_LE(a->nodes, b->nodes);
    }
  }
}

TEST(ChanceSearch, UnlikelyLinesAreCutOff) {
  const Twenty48 game;
  const Hashed evaluator;
  const Board board = *game.from_text(kBoards[2]);
  ChanceSearch<Twenty48, Hashed> plain(game, evaluator, 0);
  const auto all = plain.choose(board, {.depth = 3});
  for (const double least : {0.05, 0.2, 1.1}) {
    const auto some = plain.choose(board, {.depth = 3, .least_probability = least});
    EXPECT_NEAR(some->value, defined_value(game, board, 3, 1, least), 1e-9);
    EXPECT_LT(some->nodes, all->nodes);
  }
}

TEST(ChanceSearch, LimitsGiveTheLastFinishedDepth) {
  const Twenty48 game;
  const Hashed evaluator;
  const Board board = *game.from_text(kBoards[2]);
  ChanceSearch<Twenty48, Hashed> search(game, evaluator);
  const auto one = search.choose(board, {.depth = 16, .nodes = 1});
  EXPECT_EQ(one->depth, 1);
  const auto exact = search.choose(board, {.depth = 2});
  const auto two = search.choose(board, {.depth = 16, .nodes = exact->nodes + 10});
  EXPECT_EQ(two->depth, 2);
  EXPECT_EQ(two->value, exact->value);
  EXPECT_EQ(two->action, exact->action);
  const auto timed = search.choose(board, {.depth = 2, .seconds = 1000});
  EXPECT_EQ(timed->depth, 2);
  EXPECT_EQ(timed->value, exact->value);
}

TEST(ChanceSearch, NothingToChooseWhenItIsOver) {
  const Twenty48 game;
  const Hashed evaluator;
  ChanceSearch<Twenty48, Hashed> search(game, evaluator);
  EXPECT_FALSE(search.choose(*game.from_text("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2"), {.depth = 3}));
}

}  // namespace chance_search_test
}  // namespace stackwright
