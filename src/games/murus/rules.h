// The rules of Murus Gallicus as a value: the size of the board and what follows from it.
#pragma once

#include <cstdint>

#include "core/result.h"
#include "games/murus/board.h"

namespace stackwright::murus {

/// Romans (White, towers T, home on the lowest row) move first; Gauls (Black, towers t) have row A for home.
inline constexpr int kRomans = 0, kGauls = 1;
inline constexpr int kMinColumns = 3, kMinRows = 4;

/// Phillip Leduc's base rules (2009) on boards up to 8 x 7.
struct Rules {
  int columns = 8;
  int rows = 7;
  Cells cells = 0;           // of the whole board
  Cells goal[2] = {0, 0};    // the row on which a stone of each player wins: the other's home row
  Cells launch[2] = {0, 0};  // the row two before it: only from there a distribution arrives

  int home_row(int player) const { return player == kRomans ? rows - 1 : 0; }
  int stones() const { return 2 * columns; }  // of each player at the start; never more
};

constexpr Cells row_cells(int row, int columns) { return ((Cells{1} << columns) - 1) << (row * kStride); }

constexpr Rules base_rules(int columns = kMaxColumns, int rows = kMaxRows) {
  Rules rules;
  rules.columns = columns;
  rules.rows = rows;
  for (int r = 0; r < rows; ++r) rules.cells |= row_cells(r, columns);
  rules.goal[kRomans] = row_cells(0, columns);
  rules.goal[kGauls] = row_cells(rows - 1, columns);
  rules.launch[kRomans] = row_cells(2, columns);
  rules.launch[kGauls] = row_cells(rows - 3, columns);
  return rules;
}

}  // namespace stackwright::murus
