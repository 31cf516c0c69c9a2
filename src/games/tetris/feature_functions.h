// The features as pure functions on column words: one each, in the order of the registry in features.cc.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "core/math.h"
#include "games/tetris/rules.h"

namespace stackwright::tetris::feature {

// Cells of a column or wall as words; bits of rows above the board are always 0.
inline std::uint32_t left_of(const Board& b, int x) { return x == 0 ? all_rows(b) : b.column[x - 1]; }
inline std::uint32_t right_of(const Board& b, int x) { return x + 1 == b.width ? all_rows(b) : b.column[x + 1]; }
/// Cells of the piece just placed, in one column.
inline std::uint32_t piece_in(const Transition& t, int x) { return t.placed.column[x] ^ t.before.column[x]; }

/// Sum of f(column) over the columns of a board.
template <class F>
double over_columns(const Board& b, F&& f) {
  int sum = 0;
  for (int x = 0; x < b.width; ++x) sum += f(x);
  return sum;
}

inline int hole_count(const Board& b) {
  int sum = 0;
  for (int x = 0; x < b.width; ++x) sum += std::popcount(column_holes(b.column[x]));
  return sum;
}

// Dellacherie; Thiery and Scherrer 2009, as MdpTetris computes them.

inline double landing_height(const Transition& t, int) { return t.landing_row + (t.shape->height - 1) / 2.0; }

inline double removed_cells(const Transition& t, int) {
  return over_columns(t.placed, [&](int x) { return std::popcount(piece_in(t, x) & t.removed); });
}

inline double eroded_cells(const Transition& t, int) { return t.lines * removed_cells(t, 0); }

inline double row_transitions(const Transition& t, int) {
  const Board& b = t.after;
  return over_columns(b, [&](int x) { return std::popcount(b.column[x] ^ right_of(b, x)); }) +
         std::popcount(b.column[0] ^ left_of(b, 0));
}

inline double column_transitions(const Transition& t, int) {
  return over_columns(t.after, [&](int x) {
    const std::uint32_t c = t.after.column[x];
    return std::popcount(c ^ (c << 1 | 1u));  // each cell, and the one above the top, against the one below
  });
}

inline double holes(const Transition& t, int) { return hole_count(t.after); }

inline double cumulative_wells(const Transition& t, int) {
  const Board& b = t.after;
  return over_columns(b, [&](int x) {
    int sum = 0;
    const std::uint32_t empty = ~b.column[x];
    for (std::uint32_t w = left_of(b, x) & right_of(b, x) & empty; w != 0; w = w >> 1 & empty) sum += std::popcount(w);
    return sum;
  });
}

inline double hole_depth(const Transition& t, int) {
  return over_columns(t.after, [&](int x) {
    const std::uint32_t c = t.after.column[x];
    const std::uint32_t feet = c & ~(c << 1 | 1u);  // lowest cells of runs that rest on an empty cell
    return std::popcount(c & ~(c + feet));          // the carry clears exactly those runs
  });
}

inline double rows_with_holes(const Transition& t, int) {
  std::uint32_t rows = 0;
  for (int x = 0; x < t.after.width; ++x) rows |= column_holes(t.after.column[x]);
  return std::popcount(rows);
}

inline double pattern_diversity(const Transition& t, int) {
  std::uint32_t seen = 0;
  for (int x = 0; x + 1 < t.after.width; ++x) {
    const int step = column_height(t.after, x + 1) - column_height(t.after, x);
    if (-2 <= step && step <= 2) seen |= 1u << (step + 2);
  }
  return std::popcount(seen);
}

// Bertsekas and Tsitsiklis 1996.

inline double column_height(const Transition& t, int i) { return tetris::column_height(t.after, i); }

inline double height_difference(const Transition& t, int i) {
  return std::abs(tetris::column_height(t.after, i) - tetris::column_height(t.after, i + 1));
}

inline double max_height(const Transition& t, int) { return tetris::max_height(t.after); }

inline double aggregate_height(const Transition& t, int) {
  return over_columns(t.after, [&](int x) { return tetris::column_height(t.after, x); });
}

inline double mean_height(const Transition& t, int) { return aggregate_height(t, 0) / t.after.width; }

inline double constant(const Transition&, int) { return 1; }

inline double lines(const Transition& t, int) { return t.lines; }

// Boehm, Kokai and Mandl 2005.

inline double connected_holes(const Transition& t, int) {
  return over_columns(t.after, [&](int x) {
    const std::uint32_t h = column_holes(t.after.column[x]);
    return std::popcount(h & ~(h << 1));  // the lowest cell of each run
  });
}

inline double occupied_cells(const Transition& t, int) {
  return over_columns(t.after, [&](int x) { return std::popcount(t.after.column[x]); });
}

inline double weighted_cells(const Transition& t, int) {
  return over_columns(t.after, [&](int x) {
    const std::uint32_t c = t.after.column[x] << 1;  // bit n = the cell of height n; below, bit k of n weighs 2^k
    return std::popcount(c & 0xaaaaaaaau) + 2 * std::popcount(c & 0xccccccccu) + 4 * std::popcount(c & 0xf0f0f0f0u) +
           8 * std::popcount(c & 0xff00ff00u) + 16 * std::popcount(c & 0xffff0000u);
  });
}

inline double rbf(const Transition& t, int i) {
  const double h = t.after.height;
  const double d = mean_height(t, 0) - i * h / 4;
  return portable_exp(-(d * d) / (2 * (h / 5) * (h / 5)));
}

// Milan 2015.

inline double height_rise(const Transition& t, int) {
  return tetris::max_height(t.after) - tetris::max_height(t.before);
}

inline double landing_row(const Transition& t, int) { return t.landing_row; }

inline double etp(const Transition& t, int) {
  const Board& b = t.before;
  return over_columns(b, [&](int x) {
    const std::uint32_t p = piece_in(t, x);
    const std::uint32_t left = x == 0 ? 0 : b.column[x - 1], right = x + 1 == b.width ? 0 : b.column[x + 1];
    return std::popcount(p & left) + std::popcount(p & right) + std::popcount(p & b.column[x] << 1) +
           std::popcount(p & b.column[x] >> 1);
  });
}

inline double floor_edges(const Transition& t) {
  return over_columns(t.placed, [&](int x) { return static_cast<int>(piece_in(t, x) & 1u); });
}

inline double etp_floor(const Transition& t, int) { return etp(t, 0) + floor_edges(t); }

inline double etw_sides(const Transition& t, int) {
  return std::popcount(piece_in(t, 0)) + std::popcount(piece_in(t, t.placed.width - 1));
}

inline double etw(const Transition& t, int) { return etw_sides(t, 0) + floor_edges(t); }

inline double gaps(const Transition& t, int) { return hole_count(t.after) - hole_count(t.before); }

inline double gaps_below_ratio(const Transition& t, int) {
  int under = 0;  // the piece is the top of its columns: every hole there is under it
  for (int i = 0; i < t.shape->width; ++i) under += std::popcount(column_holes(t.placed.column[t.move.column + i]));
  return static_cast<double>(under) / std::max(1, hole_count(t.placed) - under);
}

// Belo Horizonte 2011 and Lisbon.

inline double open_wells(const Transition& t, int) {
  const Board& b = t.after;
  return over_columns(b, [&](int x) {
    return std::popcount(left_of(b, x) & right_of(b, x) & ~b.column[x] & ~column_holes(b.column[x]));
  });
}

inline double lines_squared(const Transition& t, int) { return t.lines * t.lines; }

inline double lisbon_holes(const Transition& t, int) {
  return over_columns(t.after,
                      [&](int x) { return std::popcount(column_holes(t.after.column[x]) & t.after.column[x] >> 1); });
}

inline double bumpiness(const Transition& t, int) {
  double sum = 0;
  for (int x = 0; x + 1 < t.after.width; ++x) sum += height_difference(t, x);
  return sum;
}

}  // namespace stackwright::tetris::feature
