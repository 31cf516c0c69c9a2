// Tests of piece sets of one's own.
#include "games/tetris/custom_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/random.h"

namespace stackwright::tetris {
namespace custom_pieces_test {

TEST(CustomPieces, DrawnTetrominoesAreTheShippedOnes) {
  const auto set = custom_piece_set("mine", {{"I", {"####"}},
                                             {"O", {"##", "##"}},
                                             {"S", {".##", "##."}},
                                             {"Z", {"##.", ".##"}},
                                             {"T", {".#.", "###"}},
                                             {"L", {"..#", "###"}},
                                             {"J", {"#..", "###"}}});
  ASSERT_TRUE(set) << set.message();
  ASSERT_EQ(set->size(), tetrominoes().size());
  EXPECT_EQ(set->cells, 4);
  for (int i = 0; i < set->size(); ++i) {
    const Piece &mine = set->pieces[static_cast<std::size_t>(i)],
                &shipped = tetrominoes().pieces[static_cast<std::size_t>(i)];
    EXPECT_EQ(mine.letter, shipped.letter);
    EXPECT_EQ(mine.orientation, shipped.orientation) << mine.letter;
  }
}

TEST(CustomPieces, EmptyEdgesAreCutOffAndSizesMayDiffer) {
  const auto set = custom_piece_set("mixed", {{"v", {"....", ".#..", ".##.", "...."}}, {".", {"#"}}});
  ASSERT_TRUE(set) << set.message();
  EXPECT_EQ(set->cells, 3);
  EXPECT_EQ(set->pieces[0].orientations, 4);
  EXPECT_EQ(set->pieces[0].orientation[0].width, 2);
  EXPECT_EQ(set->pieces[1].orientations, 1);
}

TEST(CustomPieces, ErrorsNameThePiece) {
  const auto message = [](const std::vector<DrawnPiece>& drawn, const std::string& name = "mine") {
    const auto set = custom_piece_set(name, drawn);
    return set ? std::string("no error") : set.message();
  };
  EXPECT_EQ(message({{"A", {"#.#"}}}), "piece 'A': its cells must hang together by their sides");
  EXPECT_EQ(message({{"A", {"#.", ".#"}}}), "piece 'A': its cells must hang together by their sides");
  EXPECT_EQ(message({{"A", {"#######"}}}), "piece 'A': 1 to 6 filled cells expected, got 7");
  EXPECT_EQ(message({{"A", {"..."}}}), "piece 'A': 1 to 6 filled cells expected, got 0");
  EXPECT_EQ(message({{"A", {}}}), "piece 'A': 1 to 16 drawn rows expected");
  EXPECT_EQ(message({{"A", {"##", "#"}}}),
            "piece 'A': rows of '#' and '.', all of one length from 1 to 16, expected, got '#'");
  EXPECT_EQ(message({{"A", {"#"}}, {"A", {"##"}}}), "piece 'A': a letter that no other piece of the set has expected");
  EXPECT_EQ(message({{"AB", {"#"}}}), "piece 'AB': a letter that no other piece of the set has expected");
  EXPECT_EQ(message({}), "piece set 'mine': 1 to 60 pieces expected, got 0");
  EXPECT_EQ(message({{"A", {"#"}}}, "tetromino"), "piece set: a name that no other set has expected, got 'tetromino'");
}

TEST(CustomPieces, AnyDrawingGivesASetOrAnError) {
  const Stream random({.purpose = Purpose::test, .game = 2});
  int made = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    std::vector<std::string> rows(1 + random.below(3 * i, 4), std::string(1 + random.below(3 * i + 1, 4), '.'));
    std::uint64_t bits = random.at(3 * i + 2);
    for (std::string& row : rows) {
      for (char& cell : row) cell = (bits & 3) == 0 ? '#' : '.', bits >>= 2;
    }
    const auto set = custom_piece_set("mine", {{"A", rows}});
    if (!set) continue;
    ++made;
    const Piece& piece = set->pieces[0];
    for (int o = 0; o < piece.orientations; ++o) {
      const Orientation& turn = piece.orientation[static_cast<std::size_t>(o)];
      EXPECT_LE(turn.width + turn.height, piece.cells + 1);  // true of connected cells only
      for (int x = 0; x < turn.width; ++x) EXPECT_NE(turn.column[static_cast<std::size_t>(x)], 0);
    }
  }
  EXPECT_GT(made, 300);
}

}  // namespace custom_pieces_test
}  // namespace stackwright::tetris
