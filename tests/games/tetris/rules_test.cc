// Dropping, removal of rows, the rules that end a game, scoring.
#include "games/tetris/rules.h"

#include <gtest/gtest.h>

#include "games/tetris/drawn.h"
#include "games/tetris/scoring.h"

namespace stackwright::tetris {
namespace rules_test {

TEST(Rules, RowsAboveRemovedRowsFallByOneEach) {
  const Board before = drawn(
      "......\n"
      ".#....\n"
      "##.###\n"
      "#.....\n"
      "##.###\n"
      "##.###\n");
  const Transition t = moved(before, 'I', 1, 2);  // upright in the well: rows 0, 1 and 3 are full
  EXPECT_FALSE(t.lost);
  EXPECT_EQ(t.landing_row, 0);
  EXPECT_EQ(t.removed, 0b1011u);
  EXPECT_EQ(t.lines, 3);
  EXPECT_EQ(draw(t.after),
            "......\n"
            "......\n"
            "......\n"
            "......\n"
            ".#....\n"
            "#.#...\n");
}

TEST(Rules, NoCascades) {
  const Board before = drawn(
      "....\n"
      "....\n"
      "#...\n"
      ".###\n"
      "##.#\n"
      "#.##\n");
  // Nothing can fall into the holes: after the removal of row 2 the cell above it only moves by one.
  Board placed = before;
  fill(placed, 0, 2);
  Board after = placed;
  EXPECT_EQ(full_rows(placed), 0b100u);
  remove_rows(after, full_rows(placed));
  EXPECT_EQ(draw(after),
            "....\n"
            "....\n"
            "....\n"
            "#...\n"
            "##.#\n"
            "#.##\n");
}

TEST(Rules, RemovalOfAnyRowsEqualsRemovalRowByRow) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const int height = 4 + static_cast<int>(seed % 27);
    const Board b = random_board(6, height, seed);
    const std::uint32_t rows = static_cast<std::uint32_t>(test_stream(seed).at(9999)) & all_rows(b);
    Board fast = b;
    remove_rows(fast, rows);
    Board slow = empty_board(6, height);
    int to = 0;
    for (int row = 0; row < height; ++row) {
      if (rows >> row & 1) continue;
      for (int x = 0; x < 6; ++x) {
        if (filled(b, x, row)) fill(slow, x, to);
      }
      ++to;
    }
    EXPECT_EQ(fast, slow) << draw(b);
  }
}

TEST(Rules, StandardLosesAboveTheBoardAndRemovesNothing) {
  const Board before = drawn(
      "....\n"
      "#...\n"
      "#.##\n"
      "#.##\n");
  EXPECT_FALSE(moved(before, 'I', 1, 1).lost);
  EXPECT_EQ(moved(before, 'I', 1, 1).lines, 2);
  EXPECT_TRUE(moved(before, 'I', 1, 2).lost);
  EXPECT_FALSE(moved(before, 'I', 0, 0).lost);  // the top row may be used
  const Transition lost = moved(before, 'O', 0, 0);
  EXPECT_TRUE(lost.lost);
  EXPECT_EQ(lost.lines, 0);
  EXPECT_EQ(lost.after, lost.placed);
}

TEST(Rules, IaTetrisLosesInTheTopRowEvenWithFullRows) {
  const Board before = drawn(
      "....\n"
      "....\n"
      "##..\n"
      "##..\n"
      "##.#\n");
  EXPECT_FALSE(moved(before, 'I', 0, 0, Rules::ia_tetris).lost);
  const Transition top = moved(before, 'O', 0, 0, Rules::ia_tetris);
  EXPECT_TRUE(top.lost);
  EXPECT_FALSE(moved(before, 'O', 0, 0, Rules::standard).lost);
  const Board nearly = drawn(
      "....\n"
      "#...\n"
      "#.##\n"
      "#.##\n");
  const Transition full = moved(nearly, 'I', 1, 1, Rules::ia_tetris);
  EXPECT_TRUE(full.lost);
  EXPECT_EQ(full.lines, 0);
}

TEST(Rules, Names) {
  EXPECT_EQ(*rules_named("standard"), Rules::standard);
  EXPECT_EQ(*rules_named("ia-tetris"), Rules::ia_tetris);
  EXPECT_EQ(name_of(Rules::ia_tetris), "ia-tetris");
  EXPECT_FALSE(rules_named("lisbon").ok());
}

TEST(Scoring, Tables) {
  using Points = std::array<std::int32_t, 7>;
  EXPECT_EQ(scoring_named("lines")->points, (Points{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(scoring_named("milan")->points, (Points{0, 10, 30, 60, 100, 140, 180}));
  EXPECT_EQ(scoring_named("nes")->points, (Points{0, 40, 100, 300, 1200, 2100, 3000}));
  EXPECT_EQ(scoring_named("ia-tetris")->points, (Points{0, 100, 300, 500, 800, 1100, 1400}));
  EXPECT_EQ(scoring_named("pieces")->points, (Points{}));
  EXPECT_EQ(scoring_named("pieces")->per_piece, 1);
  EXPECT_EQ(scoring_named("lines")->per_piece, 0);
  EXPECT_EQ(scoring_named("milan")->name, "milan");
  const auto wrong = scoring_named("point");
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.message().find("'point'"), std::string::npos);
}

}  // namespace rules_test
}  // namespace stackwright::tetris
