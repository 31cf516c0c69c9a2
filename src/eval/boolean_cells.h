// The slow obvious twin of rules and features: a two-dimensional array of booleans, read cell by cell.
#pragma once

#include <array>
#include <string_view>

#include "games/tetris/rules.h"

namespace stackwright::boolean {

/// A board as Milan's first program kept it; the rows above `height` only hold pieces that do not fit.
struct Cells {
  int width = 0;
  int height = 0;
  int top = 0;  // from this row on all are empty
  bool cell[tetris::kMaxHeight + tetris::kMaxPieceCells][tetris::kMaxWidth] = {};
};

Cells cells_of(const tetris::Board& board);
tetris::Board board_of(const Cells& cells);

/// Whether a place is filled: side walls and floor are, the space above the board is not.
bool solid(const Cells& b, int x, int row);
/// One above the highest filled cell of a column, 0 when empty; the largest of these.
int height_of(const Cells& b, int x);
int highest(const Cells& b);
/// Empty with a filled cell somewhere above; empty with filled neighbours on the left and right.
bool is_hole(const Cells& b, int x, int row);
bool is_well(const Cells& b, int x, int row);

struct Cell {
  int x = 0;
  int row = 0;
};

/// The cells of a piece where it lies.
struct Piece {
  std::array<Cell, tetris::kMaxPieceCells> cell;
  int size = 0;

  Cell* begin() { return cell.data(); }
  Cell* end() { return cell.data() + size; }
  const Cell* begin() const { return cell.data(); }
  const Cell* end() const { return cell.data() + size; }
};

/// One move, cell by cell: the counterpart of tetris::Transition.
struct Move {
  Cells before;
  Cells placed;
  Cells after;                                     // equal to placed when lost
  Piece piece;                                     // where the piece lies in `placed`
  std::array<bool, tetris::kMaxHeight> removed{};  // per row of `placed`
  int lines = 0;
  bool lost = false;
};

/// Lets the piece fall row by row from above the board until it touches, then removes full rows cell by cell.
Move drop(const tetris::Setting& setting, const Cells& before, const tetris::Orientation& shape, int column);

/// A feature by its definition; `index` as in the registry.
using CellFeature = double (*)(const Move& move, int index);

/// The cell-by-cell version of the registry's feature of this name; null when there is none.
CellFeature cell_feature(std::string_view name);
/// The same among the features made for four rows at once.
CellFeature pile_cell_feature(std::string_view name);
/// The same among the features of the surface.
CellFeature surface_cell_feature(std::string_view name);

}  // namespace stackwright::boolean
