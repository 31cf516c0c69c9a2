// The slow twin of units: cell by cell, straight from the definition.
#pragma once

#include <algorithm>
#include <vector>

#include "eval/units/unit.h"

namespace stackwright::units {

/// cell(column, row), rows from the bottom.
struct SlowBoard {
  int width, height;
  std::vector<int> cells;

  SlowBoard(int w, int h) : width(w), height(h), cells(static_cast<std::size_t>(w * h)) {}
  int& at(int x, int row) { return cells[static_cast<std::size_t>(row * width + x)]; }
  int at(int x, int row) const { return cells[static_cast<std::size_t>(row * width + x)]; }
  bool inside(int x, int row) const { return x >= 0 && x < width && row >= 0 && row < height; }
};

inline SlowBoard slow_input(const Unit& unit, const tetris::Transition& t) {
  SlowBoard board(t.before.width, t.before.height);
  for (int x = 0; x < board.width; ++x) {
    for (int row = 0; row < board.height; ++row) {
      const bool before = tetris::filled(t.before, x, row), placed = tetris::filled(t.placed, x, row);
      const bool after = tetris::filled(t.after, x, row);
      board.at(x, row) = unit.input == Input::piece ? placed - before : unit.input == Input::placed ? placed : after;
    }
  }
  return board;
}

/// 3x3, with the walls that the unit wants around the board.
inline double slow_square_sum(const Unit& unit, const SlowBoard& board, int x, int row, bool mirrored) {
  double sum = unit.bias;
  for (int line = 0; line < 3; ++line) {
    for (int place = 0; place < 3; ++place) {
      const int filter_line = mirrored && unit.axis == Axis::horizontal ? 2 - line : line;
      const int filter_place = mirrored && unit.axis == Axis::vertical ? 2 - place : place;
      const int cx = x + place - 1, cy = row + 1 - line;
      const bool beside = cx < 0 || cx >= board.width;
      const int cell = board.inside(cx, cy) ? board.at(cx, cy) : beside ? unit.sides_filled : unit.ends_filled;
      sum += cell * unit.filter[static_cast<std::size_t>(filter_line * 3 + filter_place)];
    }
  }
  return sum;
}

inline double slow_walk(const Unit& unit, const SlowBoard& board, int x, int row) {
  const int dx = unit.direction == Direction::left ? -1 : unit.direction == Direction::right ? 1 : 0;
  const int dy = unit.direction == Direction::down ? -1 : unit.direction == Direction::up ? 1 : 0;
  double steps = 0;
  for (; board.inside(x, row) && board.at(x, row) == (unit.counts_filled ? 1 : 0); x += dx, row += dy) ++steps;
  return steps;
}

inline double slow_square(const Unit& unit, const SlowBoard& board) {
  double total = 0;
  for (int x = 0; x < board.width; ++x) {
    for (int row = 0; row < board.height; ++row) {
      const bool one = slow_square_sum(unit, board, x, row, false) > 0;
      if (unit.reduce == Reduce::loop) {
        total += one ? slow_walk(unit, board, x, row) : 0;
      } else {
        total += one + (unit.mirrored && slow_square_sum(unit, board, x, row, true) > 0);
      }
    }
  }
  return total;
}

inline double slow_output(const Unit& unit, const tetris::Transition& t) {
  const SlowBoard board = slow_input(unit, t);
  if (unit.shape == Shape::square) return slow_square(unit, board);
  const bool row_filter = unit.shape == Shape::row;
  std::vector<int> ones;
  for (int place = 0; place < (row_filter ? board.height : board.width); ++place) {
    double sum = unit.bias;
    for (int i = 0; i < (row_filter ? board.width : board.height); ++i) {
      sum += unit.filter[static_cast<std::size_t>(i)] * (row_filter ? board.at(i, place) : board.at(place, i));
    }
    if (sum > 0) ones.push_back(place);
  }
  if (unit.reduce == Reduce::sum) return static_cast<double>(ones.size());
  return ones.empty() ? 0 : (ones.front() + ones.back()) / 2.0;
}

}  // namespace stackwright::units
