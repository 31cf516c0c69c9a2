// The evaluator of Murus Gallicus and the files of its weights.
#include "eval/murus_linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "games/murus/random_positions.h"

namespace stackwright::murus {
namespace murus_linear_test {

/// A player judges by its own weights whoever is to move, and what is good for it is bad for the other.
TEST(MurusLinear, IsTheWeightedSumOfThePlayerWhoJudges) {
  const Murus game;
  Weights weights;
  weights.of[kRomans] = {0.5, -0.25, 1, 0.125, 0.75, 1, -1};
  weights.of[kGauls] = {-0.5, 1, 0.25, 0.0625, -1, 1, -1};
  int turns[2] = {0, 0};
  for (const int player : {kRomans, kGauls}) {
    const LinearEvaluator evaluator(game.rules, weights, player);
    for (std::uint64_t n = 0; n < 1000; ++n) {
      const Position p = wandered(game, n, static_cast<int>(n % 50));
      const HeuristicValues values = heuristic_values(game, p, player);
      double sum = 0;
      for (std::size_t i = 0; i < 5; ++i) sum += weights.of[static_cast<std::size_t>(player)][i] * values[i];
      const int sign = p.side == player ? 1 : -1;
      ++turns[p.side == player];
      ASSERT_EQ(evaluator(p), sign * sum * LinearEvaluator::kUnit) << game.to_text(p);
    }
  }
  EXPECT_GT(turns[0], 500);
  EXPECT_GT(turns[1], 500);
}

TEST(MurusWeights, AreWrittenAndReadBack) {
  Weights weights = hand_set_weights();
  weights.of[kGauls][3] = 0.1 + 0.2;
  weights.name = "a \"name\"";
  const auto read = weights_from_json(to_json(weights));
  ASSERT_TRUE(read) << read.message();
  EXPECT_EQ(*read, weights);
}

void expect_refused(std::string from, const std::string& to, const std::string& expected) {
  std::string text = to_json(hand_set_weights());
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  const auto read = weights_from_json(text.replace(at, from.size(), to));
  ASSERT_FALSE(read);
  EXPECT_NE(read.message().find(expected), std::string::npos) << read.message();
}

TEST(MurusWeights, WrongFilesAreRefused) {
  expect_refused("stackwright-controller", "other", "field 'format' must be");
  expect_refused("\"version\": 1", "\"version\": 2", "version");
  expect_refused("murus", "tetris", "field 'game' must be \"murus\"");
  expect_refused("linear", "units", "field 'kind' must be \"linear\"");
  expect_refused("balance", "balanse", "balanse");
  expect_refused("\"centre\": 0.02", "\"centre\": 1e9", "field 'romans.centre' must be at most 1000");
  expect_refused("\"centre\": 0.02", "\"centre\": \"x\"", "romans.centre");
  expect_refused("gauls", "celts", "celts");
  EXPECT_FALSE(weights_from_json("{"));
  EXPECT_FALSE(weights_from_json(""));
}

}  // namespace murus_linear_test
}  // namespace stackwright::murus
