// Features made for four rows at once, as pure functions on column words: the last column is the well, the others the pile.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "games/tetris/feature_functions.h"

namespace stackwright::tetris::feature {

/// The board without its last column; its right wall stands where the well is.
inline Board pile_of(const Board& b) {
  Board pile = b;
  pile.column[b.width - 1] = 0;
  --pile.width;
  return pile;
}

/// A feature of the pile: what `f` says of the board without its last column.
template <double (*f)(const Transition&, int)>
double of_pile(const Transition& t, int index) {
  Transition pile;
  pile.after = pile_of(t.after);
  return f(pile, index);
}

inline std::uint32_t well_of(const Board& b) { return b.column[b.width - 1]; }

template <int n>
double clears(const Transition& t, int) {
  return n < 4 ? t.lines == n : t.lines >= n;
}

inline double pile_rows_missing_one(const Transition& t, int) {
  std::uint32_t full = all_rows(t.after), missing_one = 0;
  for (int x = 0; x + 1 < t.after.width; ++x) {
    missing_one = (missing_one & t.after.column[x]) | (full & ~t.after.column[x]);
    full &= t.after.column[x];
  }
  return std::popcount(missing_one);
}

inline double well_cells(const Transition& t, int) { return std::popcount(well_of(t.after)); }
inline double well_holes(const Transition& t, int) { return std::popcount(column_holes(well_of(t.after))); }
inline double well_height(const Transition& t, int) { return std::bit_width(well_of(t.after)); }

/// Rows in which only the cell of the well is empty, as bits.
inline std::uint32_t ready(const Board& b) { return full_rows(pile_of(b)) & ~well_of(b); }

inline double ready_rows(const Transition& t, int) { return std::popcount(ready(t.after)); }

inline double ready_at_once(const Transition& t, int) {
  return std::min(4, std::countr_one(ready(t.after) >> std::bit_width(well_of(t.after))));
}

inline double four_ready(const Transition& t, int) { return ready_at_once(t, 0) == 4; }

/// Sum of f(step) over the steps of the pile.
template <class F>
double over_steps(const Board& b, F&& f) {
  int sum = 0;
  for (int x = 0; x + 2 < b.width; ++x) sum += f(tetris::column_height(b, x + 1) - tetris::column_height(b, x));
  return sum;
}

inline double step_squares(const Transition& t, int) {
  return over_steps(t.after, [](int step) { return step * step; });
}

template <int n>
double any_step(const Transition& t, int) {
  return over_steps(t.after, [](int step) { return step == n; }) > 0;
}

inline double steps_of_two(const Transition& t, int) {
  return over_steps(t.after, [](int step) { return std::abs(step) == 2; });
}

inline double steps_of_three(const Transition& t, int) {
  return over_steps(t.after, [](int step) { return std::abs(step) >= 3; });
}

inline double height_above_squared(const Transition& t, int i) {
  const int above = std::max(0, tetris::max_height(t.after) - i);
  return above * above;
}

}  // namespace stackwright::tetris::feature
