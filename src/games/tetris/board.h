// The board as a plain value: a word per column, bit r = row r from the bottom.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace stackwright::tetris {

inline constexpr int kMinWidth = 4, kMaxWidth = 16;
inline constexpr int kMinHeight = 4, kMaxHeight = 30;

struct Board {
  std::array<std::uint32_t, kMaxWidth> column{};
  std::uint8_t width = 10;
  std::uint8_t height = 20;

  friend bool operator==(const Board&, const Board&) = default;
};

inline Board empty_board(int width, int height) {
  Board b;
  b.width = static_cast<std::uint8_t>(width);
  b.height = static_cast<std::uint8_t>(height);
  return b;
}

inline bool filled(const Board& b, int x, int row) { return (b.column[x] >> row & 1u) != 0; }
inline void fill(Board& b, int x, int row) { b.column[x] |= 1u << row; }

/// A word with one bit for every row of the board.
inline std::uint32_t all_rows(const Board& b) { return (1u << b.height) - 1; }

/// Height of a column: one above its highest filled cell, 0 when empty.
inline int column_height(const Board& b, int x) { return std::bit_width(b.column[x]); }

inline int max_height(const Board& b) {
  std::uint32_t any = 0;
  for (int x = 0; x < b.width; ++x) any |= b.column[x];
  return std::bit_width(any);
}

/// Rows in which every cell is filled, as bits.
inline std::uint32_t full_rows(const Board& b) {
  std::uint32_t rows = all_rows(b);
  for (int x = 0; x < b.width; ++x) rows &= b.column[x];
  return rows;
}

/// Cells that are empty below the top of their column.
inline std::uint32_t column_holes(std::uint32_t column) {
  return ~column & ((std::uint32_t{1} << std::bit_width(column)) - 1);
}

/// Takes out the given rows; what stands above falls by exactly one for each (no cascades).
inline void remove_rows(Board& b, std::uint32_t rows) {
  while (rows != 0) {
    const std::uint32_t below = (rows & (0u - rows)) - 1;
    for (int x = 0; x < b.width; ++x) {
      b.column[x] = (b.column[x] & below) | ((b.column[x] >> 1) & ~below);
    }
    rows = (rows & (rows - 1)) >> 1;
  }
}

}  // namespace stackwright::tetris
