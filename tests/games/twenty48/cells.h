// 2048 cell by cell on an array of tile values: the slow, obvious twin of the row tables.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "games/twenty48/board.h"
#include "games/twenty48/moves.h"

namespace stackwright::twenty48::twin {

using Grid = std::array<std::array<int, 4>, 4>;  // values of tiles, 0 empty; [row][column]

inline Grid grid_of(Board b) {
  Grid grid{};
  for (int cell = 0; cell < 16; ++cell) {
    const int rank = static_cast<int>(b.cells >> (4 * cell)) & 15;
    grid[static_cast<std::size_t>(cell / 4)][static_cast<std::size_t>(cell % 4)] = rank == 0 ? 0 : 1 << rank;
  }
  return grid;
}

inline Board board_of(const Grid& grid) {
  Board b;
  for (int cell = 0; cell < 16; ++cell) {
    int rank = 0;
    for (int value = grid[static_cast<std::size_t>(cell / 4)][static_cast<std::size_t>(cell % 4)]; value > 1;
         value /= 2)
      ++rank;
    b.cells |= static_cast<std::uint64_t>(rank) << (4 * cell);
  }
  return b;
}

struct Played {
  Grid grid{};
  std::int64_t gain = 0;
};

/// Tiles one by one, those nearest to the wall first: each goes on while the next cell is free, then merges if it may.
inline Played play(Grid grid, Move move) {
  const int dr = move == Move::up ? -1 : move == Move::down ? 1 : 0;
  const int dc = move == Move::left ? -1 : move == Move::right ? 1 : 0;
  const auto inside = [](int r, int c) { return r >= 0 && r < 4 && c >= 0 && c < 4; };
  std::array<std::array<bool, 4>, 4> merged{};
  Played played;
  for (int step = 0; step < 16; ++step) {
    const int r0 = step / 4, c0 = step % 4;
    int r = move == Move::down ? 3 - r0 : r0, c = move == Move::right ? 3 - c0 : c0;
    const auto at = [&](int row, int column) -> int& {
      return grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    };
    const int value = at(r, c);
    if (value == 0) continue;
    at(r, c) = 0;
    while (inside(r + dr, c + dc) && at(r + dr, c + dc) == 0) r += dr, c += dc;
    if (inside(r + dr, c + dc) && at(r + dr, c + dc) == value && value != 32768 &&
        !merged[static_cast<std::size_t>(r + dr)][static_cast<std::size_t>(c + dc)]) {
      at(r + dr, c + dc) = 2 * value;
      merged[static_cast<std::size_t>(r + dr)][static_cast<std::size_t>(c + dc)] = true;
      played.gain += 2 * value;
    } else {
      at(r, c) = value;
    }
  }
  played.grid = grid;
  return played;
}

/// Boards after a move and a tile, with how many ways lead there.
inline std::uint64_t count(const Grid& grid, int depth) {
  if (depth == 0) return 1;
  std::uint64_t sum = 0;
  for (const Move move : {Move::up, Move::right, Move::down, Move::left}) {
    const Grid after = play(grid, move).grid;
    if (after == grid) continue;
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        if (after[r][c] != 0) continue;
        for (const int tile : {2, 4}) {
          Grid next = after;
          next[r][c] = tile;
          sum += count(next, depth - 1);
        }
      }
    }
  }
  return sum;
}

}  // namespace stackwright::twenty48::twin
