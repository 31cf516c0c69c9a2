// The board as the exact solver sees it: a word per row, the heights beside it, and a packed form for its tables.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/tetris/board.h"
#include "games/tetris/rules.h"
#include "games/tetris/scoring.h"

namespace stackwright::exact {

inline constexpr int kMaxRows = 32;

/// Row 0 is the bottom; bit x of a row is column x. `top` is one above the highest filled row.
struct RowBoard {
  std::array<std::uint16_t, kMaxRows> row{};
  std::array<std::uint8_t, tetris::kMaxWidth> height{};
  int top = 0;
};

/// An orientation by rows.
struct Turn {
  int width = 0, height = 0;
  std::array<std::uint16_t, tetris::kMaxPieceCells> row{};
  std::array<std::int8_t, tetris::kMaxPieceCells> bottom{}, top{};
};

/// A list of pieces to place, with all that stays the same during a search.
struct Course {
  tetris::Setting setting;
  tetris::Scoring scoring;
  std::vector<std::uint8_t> list;
  int limit = 0;                         // rows a piece may reach
  int words = 0;                         // of a packed board
  std::uint16_t full = 0;                // a full row
  bool whole_rows = true;                // no piece has a gap within a row
  std::vector<std::vector<Turn>> turns;  // by piece of the set
  // By piece of the set: most rows that it can remove at once and over how many rows those extend, most cells of one row.
  std::vector<int> tallest, span, widest;

  int pieces() const { return static_cast<int>(list.size()); }
};

Course make_course(const tetris::Setting& setting, const tetris::Scoring& scoring, std::span<const std::uint8_t> list);

RowBoard rows_from(const tetris::Board& board);

/// `limit` rows of `width` bits, one after the other.
inline constexpr int kMaxWords = 8;
using Packed = std::array<std::uint64_t, kMaxWords>;
Packed pack(const Course& course, const RowBoard& board);
RowBoard unpack(const Course& course, const std::uint64_t* words);

/// Where the bottom of a turned piece comes to rest.
inline int rest_of(const RowBoard& b, const Turn& t, int x) {
  int y = 0;
  for (int i = 0; i < t.width; ++i) {
    const int rest = b.height[static_cast<std::size_t>(x + i)] - t.bottom[static_cast<std::size_t>(i)];
    if (rest > y) y = rest;
  }
  return y;
}

/// Takes out rows and finds the heights again.
void remove(RowBoard& board, std::uint32_t rows);

/// Drops a piece at column x; returns the number of rows removed, or -1 where that loses (the board is then unchanged).
/// Only rows that the piece reaches can become full.
inline int drop(const Course& c, RowBoard& b, const Turn& t, int x) {
  const int y = rest_of(b, t, x);
  if (y + t.height > c.limit) return -1;
  std::uint32_t removed = 0;
  for (int r = 0; r < t.height; ++r) {
    std::uint16_t& row = b.row[static_cast<std::size_t>(y + r)];
    row = static_cast<std::uint16_t>(row | t.row[static_cast<std::size_t>(r)] << x);
    if (row == c.full) removed |= 1u << (y + r);
  }
  for (int i = 0; i < t.width; ++i) {
    b.height[static_cast<std::size_t>(x + i)] = static_cast<std::uint8_t>(y + t.top[static_cast<std::size_t>(i)]);
  }
  if (y + t.height > b.top) b.top = y + t.height;
  if (removed == 0) return 0;
  remove(b, removed);
  return std::popcount(removed);
}

}  // namespace stackwright::exact
