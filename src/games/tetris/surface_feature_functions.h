// Features of the surface and of what lies over holes, as pure functions on column words.
#pragma once

#include <bit>
#include <cstdint>

#include "games/tetris/feature_functions.h"

namespace stackwright::tetris::feature {

/// Columns x at which the step to column x + 1 is of this size, as bits.
inline std::uint32_t steps_of(const Board& b, int size) {
  std::uint32_t columns = 0;
  for (int x = 0; x + 1 < b.width; ++x) {
    if (tetris::column_height(b, x + 1) - tetris::column_height(b, x) == size) columns |= 1u << x;
  }
  return columns;
}

/// The steps on which pieces rest: what the shapes of O, S, Z, T, L and J have below.
inline double scarce(const Transition& t, int most) {
  const Board& b = t.after;
  const std::uint32_t flat = steps_of(b, 0), up = steps_of(b, 1), down = steps_of(b, -1);
  const std::uint32_t places[] = {flat,
                                  down | (flat & up >> 1),
                                  up | (down & flat >> 1),
                                  up | down | (flat & flat >> 1),
                                  flat | steps_of(b, -2),
                                  flat | steps_of(b, 2)};
  int n = 0;
  for (const std::uint32_t p : places) n += std::popcount(p) <= most;
  return n;
}

inline double covered_columns(const Transition& t, int) {
  return over_columns(t.after, [&](int x) { return column_holes(t.after.column[x]) != 0; });
}

inline double nearly_open(const Transition& t, int i) {
  const Board& b = t.after;
  std::uint32_t rows = 0;  // that lack at most i + 1 cells
  for (int r = 0; r < b.height; ++r) {
    int empty = 0;
    for (int x = 0; x < b.width; ++x) empty += (b.column[x] >> r & 1u) == 0;
    if (empty <= i + 1) rows |= 1u << r;
  }
  return over_columns(b, [&](int x) {
    const std::uint32_t holes = column_holes(b.column[x]);
    return holes != 0 && (b.column[x] >> std::bit_width(holes) & ~(rows >> std::bit_width(holes))) == 0;
  });
}

}  // namespace stackwright::tetris::feature
