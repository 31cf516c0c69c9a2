// Summaries of games against sums done by hand.
#include "experiment/play_summary.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace stackwright {
namespace play_summary_test {

GameResult game(std::uint64_t pieces, std::uint64_t lines, std::int64_t score, Ended ended) {
  GameResult g;
  g.pieces = pieces;
  g.lines = lines;
  g.score = score;
  g.ended = ended;
  return g;
}

TEST(PlaySummary, AllGamesEndedAtTheTop) {
  const std::vector<GameResult> games{game(10, 4, 40, Ended::top), game(30, 12, 200, Ended::top)};
  const PlaySummary s = summarise_games(games);
  EXPECT_EQ(s.tops, 2u);
  EXPECT_FALSE(s.censored);
  EXPECT_DOUBLE_EQ(s.mean_lines, 8);
  EXPECT_DOUBLE_EQ(s.mean_pieces, 20);
  EXPECT_DOUBLE_EQ(s.mean_score, 120);
  EXPECT_DOUBLE_EQ(s.points_per_piece, 6);
  // 2 * 16 / chi-square with 4 degrees: 11.1433 and 0.484419.
  EXPECT_NEAR(s.ci95_lines.low, 32 / 11.143287, 1e-5);
  EXPECT_NEAR(s.ci95_lines.high, 32 / 0.48441856, 1e-4);
}

/// A game cut off by a limit adds its lines but no end: 30 lines, one end.
TEST(PlaySummary, CutOffGamesCountFairly) {
  const std::vector<GameResult> games{game(20, 10, 10, Ended::top), game(40, 20, 20, Ended::limit)};
  const PlaySummary s = summarise_games(games);
  EXPECT_EQ(s.tops, 1u);
  EXPECT_FALSE(s.censored);
  EXPECT_DOUBLE_EQ(s.mean_lines, 30);
  EXPECT_DOUBLE_EQ(s.mean_pieces, 60);
  EXPECT_DOUBLE_EQ(s.points_per_piece, 0.5);
  // Low end with 4 degrees, high end with 2: 0.0506356.
  EXPECT_NEAR(s.ci95_lines.low, 60 / 11.143287, 1e-5);
  EXPECT_NEAR(s.ci95_lines.high, 60 / 0.050635616, 1e-2);
}

TEST(PlaySummary, NoGameEndedAtTheTop) {
  const std::vector<GameResult> games{game(20, 10, 10, Ended::limit), game(40, 20, 20, Ended::list)};
  const PlaySummary s = summarise_games(games);
  EXPECT_TRUE(s.censored);
  EXPECT_DOUBLE_EQ(s.mean_lines, 15);
  EXPECT_DOUBLE_EQ(s.mean_pieces, 30);
  EXPECT_DOUBLE_EQ(s.mean_score, 15);
  EXPECT_NEAR(s.ci95_lines.low, 30 / -std::log(0.05), 1e-9);
  EXPECT_TRUE(std::isinf(s.ci95_lines.high));
}

TEST(PlaySummary, NothingAtAll) {
  const PlaySummary s = summarise_games({});
  EXPECT_EQ(s.games, 0u);
  EXPECT_EQ(s.mean_lines, 0);
  EXPECT_EQ(s.points_per_piece, 0);
  const GameResult none = game(0, 0, 0, Ended::top);
  EXPECT_EQ(summarise_games({&none, 1}).points_per_piece, 0);
}

}  // namespace play_summary_test
}  // namespace stackwright
