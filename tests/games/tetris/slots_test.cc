// Tests of placements as numbers and of boards as bytes.
#include "games/tetris/slots.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/random.h"
#include "games/tetris/text.h"

namespace stackwright::tetris {
namespace slots_test {

Board scattered(int width, int height, const Stream& random, std::uint64_t number) {
  Board board = empty_board(width, height);
  for (int x = 0; x < width; ++x) {
    board.column[static_cast<std::size_t>(x)] =
        static_cast<std::uint32_t>(random.at(number * 16 + static_cast<std::uint64_t>(x))) & all_rows(board);
  }
  return board;
}

TEST(Slots, CellsAreTheDrawnBoard) {
  const Stream random({.purpose = Purpose::test});
  std::uint64_t number = 0;
  for (int width = kMinWidth; width <= kMaxWidth; ++width) {
    for (int height = kMinHeight; height <= kMaxHeight; ++height) {
      const Board board = scattered(width, height, random, number++);
      std::string expected;
      for (const std::string& row : rows_of(board)) expected += row;
      std::vector<std::uint8_t> cells(expected.size() + 1, 7);  // one more, to see that nothing is written there
      write_cells(board, cells.data());
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(cells[i], expected[i] == '#') << width << "x" << height;
      EXPECT_EQ(cells.back(), 7);
    }
  }
}

TEST(Slots, BitsAreBytes) {
  const Slots bits = 0x8000000000f0a501ULL;
  for (const int count : {1, 7, 8, 16, 40, 63, 64}) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count) + 1, 9);
    write_bits(bits, count, bytes.data());
    for (int i = 0; i < count; ++i) EXPECT_EQ(bytes[static_cast<std::size_t>(i)], bits >> i & 1) << count << " " << i;
    EXPECT_EQ(bytes.back(), 9);
  }
}

TEST(Slots, AreThePlacementsThatDoNotLose) {
  const Stream random({.purpose = Purpose::test, .game = 1});
  std::uint64_t number = 0;
  for (const Setting& setting : {Setting{}, Setting{16, 30, Rules::standard, &hexominoes()},
                                 Setting{7, 9, Rules::ia_tetris, &pentominoes()}, Setting{4, 4}}) {
    const SlotTable table(setting);
    for (int i = 0; i < 200; ++i) {
      Board board = scattered(setting.width, setting.height, random, number++);
      const std::uint32_t rows = all_rows(board) >> random.below(number, static_cast<std::uint32_t>(setting.height));
      for (auto& column : board.column) column &= rows;  // piles of all heights
      const int piece = i % setting.pieces->size();
      Slots expected = 0, all = 0;
      for_each_placement(setting, piece, [&](Placement move) {
        const Slots bit = Slots{1} << (move.orientation * setting.width + move.column);
        all |= bit;
        if (!place(setting, board, piece, move).lost) expected |= bit;
        EXPECT_EQ(placement_of(setting, slot_of(setting, move)), move);
      });
      EXPECT_EQ(table.safe(board, piece), expected);
      EXPECT_EQ(table.all(piece), all);
    }
  }
}

TEST(Slots, TellAPieceThatFitsNowhere) {
  EXPECT_TRUE(check_pieces_fit(Setting{}));
  const Setting small{4, 5, Rules::standard, &hexominoes()};
  const auto wrong = check_pieces_fit(small);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.message().find("does not fit on an empty board of 4x5"), std::string::npos) << wrong.message();
}

}  // namespace slots_test
}  // namespace stackwright::tetris
