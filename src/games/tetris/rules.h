// The rules of simplified Tetris: an action is (orientation, column) and the piece drops straight down.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "core/result.h"
#include "games/tetris/board.h"
#include "games/tetris/pieces.h"

namespace stackwright::tetris {

/// When a game is lost. `standard`: a cell of the piece locks above the board. `ia-tetris`: the top row holds a cell
/// after placing. In both, rows are not removed by a losing placement.
enum class Rules : std::uint8_t { standard, ia_tetris };

Result<Rules> rules_named(std::string_view name);
std::string_view name_of(Rules rules);

/// Board size, rules and pieces: what a game is played with.
struct Setting {
  int width = 10;
  int height = 20;
  Rules rules = Rules::standard;
  const PieceSet* pieces = &tetrominoes();
};

/// Rows a piece may reach without losing.
inline int row_limit(const Setting& s) { return s.rules == Rules::ia_tetris ? s.height - 1 : s.height; }

/// Orientation and leftmost column. Ties between equal scores go to the first in (orientation, column) order.
struct Placement {
  std::int8_t orientation = 0;
  std::int8_t column = 0;

  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Everything about one move, which is what an evaluator sees.
struct Transition {
  Board before;
  Board placed;  // with the piece in it, before full rows are removed
  Board after;   // equal to placed when lost
  const Orientation* shape = nullptr;
  int piece = 0;
  Placement move;
  int landing_row = 0;        // row of the lowest cell of the piece
  std::uint32_t removed = 0;  // rows removed, as bits of `placed`
  int lines = 0;              // how many
  bool lost = false;
};

/// Row at which the bottom of the piece's box comes to rest.
inline int drop_row(const Board& b, const Orientation& o, int column) {
  int y = 0;
  for (int i = 0; i < o.width; ++i) {
    const int rest = column_height(b, column + i) - o.bottom[i];
    if (rest > y) y = rest;
  }
  return y;
}

/// Number of placements of an orientation on a board of this width (0 when too wide).
inline int columns_for(const Orientation& o, int width) { return width >= o.width ? width - o.width + 1 : 0; }

/// Plays one placement; deterministic. A lost move leaves `placed` cut off at bit 31 and removes nothing.
inline Transition place(const Setting& s, const Board& before, int piece, Placement move) {
  Transition t;
  t.before = before;
  t.piece = piece;
  t.move = move;
  t.shape = &s.pieces->pieces[piece].orientation[move.orientation];
  t.landing_row = drop_row(before, *t.shape, move.column);
  t.placed = before;
  for (int i = 0; i < t.shape->width; ++i) {
    t.placed.column[move.column + i] |= static_cast<std::uint32_t>(std::uint64_t{t.shape->column[i]} << t.landing_row);
  }
  t.lost = t.landing_row + t.shape->height > row_limit(s);
  t.after = t.placed;
  if (!t.lost) {
    t.removed = full_rows(t.placed);
    t.lines = std::popcount(t.removed);
    if (t.removed != 0) remove_rows(t.after, t.removed);
  }
  return t;
}

/// Calls f(Placement) for every placement of a piece, orientation by orientation, columns ascending.
template <class F>
void for_each_placement(const Setting& s, int piece, F&& f) {
  const Piece& p = s.pieces->pieces[piece];
  for (int o = 0; o < p.orientations; ++o) {
    for (int x = 0; x < columns_for(p.orientation[o], s.width); ++x) {
      f(Placement{static_cast<std::int8_t>(o), static_cast<std::int8_t>(x)});
    }
  }
}

}  // namespace stackwright::tetris
