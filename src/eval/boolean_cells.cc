// The board of booleans: pieces fall row by row, rows are removed cell by cell.
#include "eval/boolean_cells.h"

#include <algorithm>

namespace stackwright::boolean {
namespace {

Piece piece_at(const tetris::Orientation& shape, int column, int row) {
  Piece piece;
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      if (shape.column[x] >> y & 1) piece.cell[piece.size++] = {column + x, row + y};
    }
  }
  return piece;
}

bool can_fall(const Cells& board, const Piece& piece) {
  for (const Cell& c : piece) {
    if (c.row == 0 || board.cell[c.row - 1][c.x]) return false;
  }
  return true;
}

bool is_full(const Cells& board, int row) {
  for (int x = 0; x < board.width; ++x) {
    if (!board.cell[row][x]) return false;
  }
  return true;
}

/// Copies every row that stays, from the bottom.
Cells without(const Cells& board, const std::array<bool, tetris::kMaxHeight>& removed) {
  Cells out;
  out.width = board.width;
  out.height = board.height;
  for (int row = 0; row < board.top; ++row) {
    if (removed[row]) continue;
    for (int x = 0; x < board.width; ++x) out.cell[out.top][x] = board.cell[row][x];
    ++out.top;
  }
  return out;
}

}  // namespace

bool solid(const Cells& b, int x, int row) {
  if (x < 0 || x >= b.width || row < 0) return true;
  return row < b.height && b.cell[row][x];
}

int height_of(const Cells& b, int x) {
  for (int row = b.top - 1; row >= 0; --row) {
    if (b.cell[row][x]) return row + 1;
  }
  return 0;
}

int highest(const Cells& b) {
  int h = 0;
  for (int x = 0; x < b.width; ++x) h = std::max(h, height_of(b, x));
  return h;
}

bool is_hole(const Cells& b, int x, int row) { return !b.cell[row][x] && row < height_of(b, x); }

bool is_well(const Cells& b, int x, int row) { return !b.cell[row][x] && solid(b, x - 1, row) && solid(b, x + 1, row); }

Cells cells_of(const tetris::Board& board) {
  Cells cells;
  cells.width = board.width;
  cells.height = board.height;
  for (int row = 0; row < cells.height; ++row) {
    for (int x = 0; x < cells.width; ++x) {
      cells.cell[row][x] = tetris::filled(board, x, row);
      if (cells.cell[row][x]) cells.top = row + 1;
    }
  }
  return cells;
}

tetris::Board board_of(const Cells& cells) {
  tetris::Board board = tetris::empty_board(cells.width, cells.height);
  for (int row = 0; row < cells.height; ++row) {
    for (int x = 0; x < cells.width; ++x) {
      if (cells.cell[row][x]) tetris::fill(board, x, row);
    }
  }
  return board;
}

Move drop(const tetris::Setting& setting, const Cells& before, const tetris::Orientation& shape, int column) {
  Move m{before, before, {}, piece_at(shape, column, before.top)};
  while (can_fall(before, m.piece)) {
    for (Cell& c : m.piece) --c.row;
  }
  const int last_row = setting.rules == tetris::Rules::ia_tetris ? before.height - 2 : before.height - 1;
  for (const Cell& c : m.piece) {
    m.placed.cell[c.row][c.x] = true;
    m.placed.top = std::max(m.placed.top, c.row + 1);
    if (c.row > last_row) m.lost = true;
  }
  if (m.lost) {
    m.after = m.placed;
    return m;
  }
  for (int r = 0; r < m.placed.top; ++r) {
    if (!is_full(m.placed, r)) continue;
    m.removed[r] = true;
    ++m.lines;
  }
  m.after = m.lines > 0 ? without(m.placed, m.removed) : m.placed;
  return m;
}

}  // namespace stackwright::boolean
