// Drawn boards and moves for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/random.h"
#include "games/tetris/features.h"
#include "games/tetris/text.h"

namespace stackwright::tetris {

/// A board drawn from its top row; a wrong drawing fails the test.
inline Board drawn(std::string_view text) {
  const auto board = parse_board(text);
  EXPECT_TRUE(board.ok()) << (board.ok() ? "" : board.message());
  return board.ok() ? *board : Board{};
}

inline Setting setting_for(const Board& board, Rules rules = Rules::standard) {
  return {board.width, board.height, rules, &tetrominoes()};
}

/// The move of a tetromino by letter, orientation and column.
inline Transition moved(const Board& board, char letter, int orientation, int column, Rules rules = Rules::standard) {
  return place(setting_for(board, rules), board, tetrominoes().find(letter),
               {static_cast<std::int8_t>(orientation), static_cast<std::int8_t>(column)});
}

inline double value(std::string_view feature, const Transition& t, int index = 0) {
  const auto id = feature_named(feature);
  EXPECT_TRUE(id.ok()) << feature;
  return id.ok() ? features()[*id].value(t, index) : -1e9;
}

/// A transition that only has a board to look at, for features of the board.
inline Transition standing(const Board& board) {
  Transition t;
  t.before = t.placed = t.after = board;
  t.shape = &tetrominoes().pieces[0].orientation[0];
  return t;
}

inline Stream test_stream(std::uint64_t seed) { return Stream({seed, Purpose::test, 0, 0, 0}); }

/// A random board: columns filled up to random heights with random cells; full rows can appear.
inline Board random_board(int width, int height, std::uint64_t seed) {
  const Stream random = test_stream(seed);
  Board b = empty_board(width, height);
  const auto limit = static_cast<std::uint32_t>(height) + 1;
  const auto percent = 20 + random.below(100, 75);
  for (int x = 0; x < width; ++x) {
    const int top = static_cast<int>(random.below(x, limit));
    for (int row = 0; row < top; ++row) {
      if (random.below(1000 + 64 * x + row, 100) < percent) fill(b, x, row);
    }
  }
  return b;
}

}  // namespace stackwright::tetris
