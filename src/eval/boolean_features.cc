// Every feature of the registry once more, cell by cell from its definition; shares no code with the bit versions.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "core/math.h"
#include "eval/boolean_cells.h"

namespace stackwright::boolean {
namespace {

/// Calls f(x, row) for every cell of the board.
template <class F>
void each_cell(const Cells& b, F&& f) {
  for (int row = 0; row < b.height; ++row) {
    for (int x = 0; x < b.width; ++x) f(x, row);
  }
}

int height_sum(const Cells& b) {
  int sum = 0;
  for (int x = 0; x < b.width; ++x) sum += height_of(b, x);
  return sum;
}

/// All columns at once from the top down: an empty place below a filled cell is a hole.
int count_holes(const Cells& b) {
  std::array<unsigned char, tetris::kMaxWidth> covered{}, holes{};
  for (int row = b.top - 1; row >= 0; --row) {
    for (int x = 0; x < tetris::kMaxWidth; ++x) {  // beyond the board nothing is filled, so nothing covered
      const unsigned char filled = b.cell[row][x];
      holes[x] += covered[x] & ~filled;
      covered[x] |= filled;
    }
  }
  return std::accumulate(holes.begin(), holes.end(), 0);
}

int lowest_row(const Move& m) {
  int row = m.piece.cell[0].row;
  for (const Cell& c : m.piece) row = std::min(row, c.row);
  return row;
}

int highest_row(const Move& m) {
  int row = m.piece.cell[0].row;
  for (const Cell& c : m.piece) row = std::max(row, c.row);
  return row;
}

/// Cell edges of the piece to its four sides for which touches(x, row) of the neighbouring place holds.
template <class F>
int edges(const Move& m, F&& touches) {
  int n = 0;
  for (const Cell& c : m.piece) {
    n += touches(c.x - 1, c.row) + touches(c.x + 1, c.row) + touches(c.x, c.row - 1) + touches(c.x, c.row + 1);
  }
  return n;
}

bool pile_at(const Move& m, int x, int row) {
  return x >= 0 && x < m.before.width && row >= 0 && row < m.before.height && m.before.cell[row][x];
}

double landing_height(const Move& m, int) { return lowest_row(m) + (highest_row(m) - lowest_row(m)) / 2.0; }

double removed_cells(const Move& m, int) {
  int n = 0;
  for (const Cell& c : m.piece) n += m.removed[c.row];
  return n;
}

double eroded_cells(const Move& m, int) { return m.lines * removed_cells(m, 0); }

double row_transitions(const Move& m, int) {
  int n = 0;
  for (int row = 0; row < m.after.height; ++row) {
    for (int x = 0; x <= m.after.width; ++x) n += solid(m.after, x - 1, row) != solid(m.after, x, row);
  }
  return n;
}

double column_transitions(const Move& m, int) {
  int n = 0;
  for (int x = 0; x < m.after.width; ++x) {
    for (int row = 0; row <= m.after.height; ++row) n += solid(m.after, x, row - 1) != solid(m.after, x, row);
  }
  return n;
}

double holes(const Move& m, int) { return count_holes(m.after); }

double cumulative_wells(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) {
    if (!is_well(m.after, x, row)) return;
    for (int r = row; !solid(m.after, x, r); --r) ++n;
  });
  return n;
}

double hole_depth(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) {
    if (!m.after.cell[row][x] || solid(m.after, x, row - 1)) return;
    for (int r = row; solid(m.after, x, r); ++r) ++n;
  });
  return n;
}

double rows_with_holes(const Move& m, int) {
  std::set<int> rows;
  each_cell(m.after, [&](int x, int row) {
    if (is_hole(m.after, x, row)) rows.insert(row);
  });
  return static_cast<double>(rows.size());
}

double pattern_diversity(const Move& m, int) {
  std::set<int> steps;
  for (int x = 1; x < m.after.width; ++x) {
    const int step = height_of(m.after, x) - height_of(m.after, x - 1);
    if (std::abs(step) <= 2) steps.insert(step);
  }
  return static_cast<double>(steps.size());
}

double column_height(const Move& m, int i) { return height_of(m.after, i); }
double height_difference(const Move& m, int i) { return std::abs(height_of(m.after, i) - height_of(m.after, i + 1)); }
double max_height(const Move& m, int) { return highest(m.after); }
double mean_height(const Move& m, int) { return static_cast<double>(height_sum(m.after)) / m.after.width; }
double constant(const Move&, int) { return 1; }
double lines(const Move& m, int) { return m.lines; }

double connected_holes(const Move& m, int) {
  int n = 0;
  each_cell(m.after,
            [&](int x, int row) { n += is_hole(m.after, x, row) && (row == 0 || !is_hole(m.after, x, row - 1)); });
  return n;
}

double occupied_cells(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) { n += m.after.cell[row][x]; });
  return n;
}

double weighted_cells(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) { n += m.after.cell[row][x] ? row + 1 : 0; });
  return n;
}

double rbf(const Move& m, int i) {
  const double h = m.after.height;
  const double d = mean_height(m, 0) - i * h / 4;
  return portable_exp(-(d * d) / (2 * (h / 5) * (h / 5)));
}

double height_rise(const Move& m, int) { return highest(m.after) - highest(m.before); }
double landing_row(const Move& m, int) { return lowest_row(m); }

double etp(const Move& m, int) {
  return edges(m, [&](int x, int row) { return pile_at(m, x, row); });
}
double etp_floor(const Move& m, int) {
  return edges(m, [&](int x, int row) { return pile_at(m, x, row) || row < 0; });
}
double etw(const Move& m, int) {
  return edges(m, [&](int x, int row) { return x < 0 || x >= m.before.width || row < 0; });
}
double etw_sides(const Move& m, int) {
  return edges(m, [&](int x, int) { return x < 0 || x >= m.before.width; });
}

double gaps(const Move& m, int) { return count_holes(m.after) - count_holes(m.before); }

double gaps_below_ratio(const Move& m, int) {
  int under = 0;
  each_cell(m.placed, [&](int x, int row) {
    const bool covered = std::any_of(m.piece.begin(), m.piece.end(), [&](Cell c) { return c.x == x && c.row > row; });
    under += covered && !m.placed.cell[row][x];
  });
  return static_cast<double>(under) / std::max(1, count_holes(m.placed) - under);
}

double open_wells(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) { n += is_well(m.after, x, row) && row >= height_of(m.after, x); });
  return n;
}

double aggregate_height(const Move& m, int) { return height_sum(m.after); }
double lines_squared(const Move& m, int) { return m.lines * m.lines; }

double lisbon_holes(const Move& m, int) {
  int n = 0;
  each_cell(m.after, [&](int x, int row) { n += !m.after.cell[row][x] && solid(m.after, x, row + 1); });
  return n;
}

double bumpiness(const Move& m, int) {
  int n = 0;
  for (int x = 1; x < m.after.width; ++x) n += std::abs(height_of(m.after, x) - height_of(m.after, x - 1));
  return n;
}

struct Row {
  std::string_view name;
  CellFeature value;
};

constexpr Row kRows[] = {{"landing_height", landing_height},
                         {"eroded_cells", eroded_cells},
                         {"row_transitions", row_transitions},
                         {"column_transitions", column_transitions},
                         {"holes", holes},
                         {"cumulative_wells", cumulative_wells},
                         {"hole_depth", hole_depth},
                         {"rows_with_holes", rows_with_holes},
                         {"pattern_diversity", pattern_diversity},
                         {"column_height", column_height},
                         {"height_difference", height_difference},
                         {"max_height", max_height},
                         {"mean_height", mean_height},
                         {"constant", constant},
                         {"removed_rows", lines},
                         {"connected_holes", connected_holes},
                         {"occupied_cells", occupied_cells},
                         {"weighted_cells", weighted_cells},
                         {"rbf", rbf},
                         {"height_rise", height_rise},
                         {"landing_row", landing_row},
                         {"etp", etp},
                         {"etp_floor", etp_floor},
                         {"etw", etw},
                         {"etw_sides", etw_sides},
                         {"gaps", gaps},
                         {"lines", lines},
                         {"gaps_below_ratio", gaps_below_ratio},
                         {"removed_cells", removed_cells},
                         {"open_wells", open_wells},
                         {"aggregate_height", aggregate_height},
                         {"lines_squared", lines_squared},
                         {"lisbon_holes", lisbon_holes},
                         {"bumpiness", bumpiness}};

}  // namespace

CellFeature cell_feature(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.value;
  }
  const CellFeature of_surface = surface_cell_feature(name);
  return of_surface != nullptr ? of_surface : pile_cell_feature(name);
}

}  // namespace stackwright::boolean
