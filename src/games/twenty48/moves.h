// Moves by row tables: what a row becomes when its tiles slide, and what the merges earn.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/twenty48/board.h"

namespace stackwright::twenty48 {

enum class Move : std::uint8_t { up, right, down, left };
inline constexpr int kMoves = 4;

constexpr std::string_view name_of(Move move) {
  constexpr std::string_view kNames[] = {"up", "right", "down", "left"};
  return kNames[static_cast<int>(move)];
}

/// A row after its tiles slid towards its low end: each merges at most once, the pair nearest to that end first.
struct SlidRow {
  std::uint16_t row = 0;
  std::int32_t gain = 0;  // the sum of the tiles that came from merging
};
SlidRow slide(std::uint16_t row);

/// Rows and gains of all 65536 rows, for both directions.
struct RowTable {
  struct Entry {
    std::uint16_t left;
    std::uint16_t right;
    std::int32_t gain;
  };
  std::array<Entry, 65536> rows;

  RowTable();
};
/// The one table, made at first use; hot loops take the reference once.
const RowTable& row_table();

struct Slid {
  Board board;
  std::int32_t gain = 0;
};

/// Every move of a board; a move that changes nothing gives the board itself, with no gain.
struct AllSlid {
  Slid move[kMoves];
};

inline AllSlid slide_all(const RowTable& table, Board b) {
  const auto both = [&table](std::uint64_t x, Slid& low, Slid& high) {
    low = high = Slid{};
    for (int r = 0; r < kSide; ++r) {
      const RowTable::Entry& e = table.rows[x >> (16 * r) & 0xffffu];
      low.board.cells |= std::uint64_t{e.left} << (16 * r);
      high.board.cells |= std::uint64_t{e.right} << (16 * r);
      low.gain += e.gain;
    }
    high.gain = low.gain;
  };
  AllSlid all;
  both(b.cells, all.move[static_cast<int>(Move::left)], all.move[static_cast<int>(Move::right)]);
  both(transposed(b).cells, all.move[static_cast<int>(Move::up)], all.move[static_cast<int>(Move::down)]);
  Board& up = all.move[static_cast<int>(Move::up)].board;
  Board& down = all.move[static_cast<int>(Move::down)].board;
  up = transposed(up);
  down = transposed(down);
  return all;
}

inline Slid slide(const RowTable& table, Board b, Move move) {
  const bool columns = move == Move::up || move == Move::down;
  const bool low = move == Move::up || move == Move::left;
  const std::uint64_t x = columns ? transposed(b).cells : b.cells;
  Slid slid;
  for (int r = 0; r < kSide; ++r) {
    const RowTable::Entry& e = table.rows[x >> (16 * r) & 0xffffu];
    slid.board.cells |= std::uint64_t{low ? e.left : e.right} << (16 * r);
    slid.gain += e.gain;
  }
  if (columns) slid.board = transposed(slid.board);
  return slid;
}

}  // namespace stackwright::twenty48
