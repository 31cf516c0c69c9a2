// Murus Gallicus as text: positions and moves, read and refused.
#include <gtest/gtest.h>

#include <string>

#include "games/murus/game.h"

namespace stackwright::murus {
namespace text_test {

void expect_wrong_position(const std::string& text, const std::string& expected) {
  const auto read = Murus{}.from_text(text);
  ASSERT_FALSE(read) << text;
  EXPECT_NE(read.message().find(expected), std::string::npos) << read.message();
}

TEST(MurusText, TheStart) {
  const Murus game;
  EXPECT_EQ(game.to_text(game.start()), "tttttttt/8/8/8/8/8/TTTTTTTT r");
  EXPECT_EQ(*game.from_text("tttttttt/8/8/8/8/8/TTTTTTTT r"), game.start());
}

TEST(MurusText, EmptyCellsMayBeSplit) {
  EXPECT_EQ(*Murus{}.from_text("tttttttt/44/11111111/8/8/8/TTTTTTTT r"), Murus{}.start());
}

TEST(MurusText, WrongPositionsAreRefused) {
  expect_wrong_position("", "r or g to move expected");
  expect_wrong_position("8/8/8/8/8/8/8", "r or g to move expected");
  expect_wrong_position("8/8/8/8/8/8/8 w", "r or g to move expected");
  expect_wrong_position("8/8/8/8/8/8 r", "7 rows separated by / expected, got 6");
  expect_wrong_position("8/8/8/9/8/8/8 r", "row D: '9' is none of");
  expect_wrong_position("8/8/7/8/8/8/8 r", "row C must have 8 cells, got '7'");
  expect_wrong_position("8/8/7TT/8/8/8/8 r", "row C must have 8 cells");
  expect_wrong_position("8/TTTTTTTT/W7/8/8/8/8 g", "Romans have 17 stones; at most 16");
  expect_wrong_position("W7/8/8/8/8/8/8 r", "Romans have already arrived");
  expect_wrong_position("8/8/8/8/8/8/t7 g", "Gauls have already arrived");
}

TEST(MurusText, MovesAreReadBack) {
  const Murus game;
  for (const char* text : {"G1,NE", "A8,SW", "D4,N", "C2,W"}) {
    const auto move = game.move_from_text(text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(game.move_text(*move), text);
  }
  for (const char* text : {"", "G1", "G1NE", "H1,N", "G9,N", "G0,N", "g1,N", "G1,", "G1,X", "G1,NE ", "G1,NNE"}) {
    EXPECT_FALSE(game.move_from_text(text)) << text;
  }
  EXPECT_FALSE(game.legal(game.start(), *game.move_from_text("G1,W"))) << "over the edge";
  EXPECT_FALSE(game.legal(game.start(), *game.move_from_text("A1,S"))) << "not the Romans' tower";
  EXPECT_FALSE(game.legal(game.start(), *game.move_from_text("D1,N"))) << "no tower there";
  EXPECT_TRUE(game.legal(game.start(), *game.move_from_text("G1,NE")));
}

}  // namespace text_test
}  // namespace stackwright::murus
