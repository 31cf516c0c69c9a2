// The features made for four rows at once, cell by cell from their definitions; shares no code with the bit versions.
#include <algorithm>
#include <cstdlib>

#include "eval/boolean_cells.h"

namespace stackwright::boolean {
namespace {

/// The board without its last column, the same height.
Cells pile(const Cells& b) {
  Cells out;
  out.width = b.width - 1;
  out.height = b.height;
  out.top = b.top;
  for (int row = 0; row < b.height; ++row) {
    for (int x = 0; x < out.width; ++x) out.cell[row][x] = b.cell[row][x];
  }
  return out;
}

/// A feature of the registry, asked about the pile alone.
double of_pile(const char* feature, const Move& m) {
  Move copy;
  copy.after = pile(m.after);
  return cell_feature(feature)(copy, 0);
}

double pile_row_transitions(const Move& m, int) { return of_pile("row_transitions", m); }
double pile_column_transitions(const Move& m, int) { return of_pile("column_transitions", m); }
double pile_holes(const Move& m, int) { return of_pile("holes", m); }
double pile_wells(const Move& m, int) { return of_pile("cumulative_wells", m); }
double pile_hole_depth(const Move& m, int) { return of_pile("hole_depth", m); }
double pile_rows_with_holes(const Move& m, int) { return of_pile("rows_with_holes", m); }
double pile_diversity(const Move& m, int) { return of_pile("pattern_diversity", m); }
double pile_bumpiness(const Move& m, int) { return of_pile("bumpiness", m); }

double clears_one(const Move& m, int) { return m.lines == 1; }
double clears_two(const Move& m, int) { return m.lines == 2; }
double clears_three(const Move& m, int) { return m.lines == 3; }
double clears_four(const Move& m, int) { return m.lines > 3; }

/// Empty cells of a row, the well left out.
int missing(const Cells& b, int row) {
  int n = 0;
  for (int x = 0; x < b.width - 1; ++x) n += !b.cell[row][x];
  return n;
}

double pile_rows_missing_one(const Move& m, int) {
  int n = 0;
  for (int row = 0; row < m.after.height; ++row) n += missing(m.after, row) == 1;
  return n;
}

bool well_at(const Cells& b, int row) { return b.cell[row][b.width - 1]; }

double well_cells(const Move& m, int) {
  int n = 0;
  for (int row = 0; row < m.after.height; ++row) n += well_at(m.after, row);
  return n;
}

double well_holes(const Move& m, int) {
  int n = 0;
  for (int row = 0; row < m.after.height; ++row) n += is_hole(m.after, m.after.width - 1, row);
  return n;
}

double well_height(const Move& m, int) { return height_of(m.after, m.after.width - 1); }

bool ready(const Cells& b, int row) { return missing(b, row) == 0 && !well_at(b, row); }

double ready_rows(const Move& m, int) {
  int n = 0;
  for (int row = 0; row < m.after.height; ++row) n += ready(m.after, row);
  return n;
}

double ready_at_once(const Move& m, int) {
  int n = 0;
  for (int row = height_of(m.after, m.after.width - 1); n < 4 && row < m.after.height && ready(m.after, row); ++row)
    ++n;
  return n;
}

double four_ready(const Move& m, int) { return ready_at_once(m, 0) == 4; }

/// The steps between neighbouring columns of the pile for which counts(step) holds.
template <class F>
int steps(const Move& m, F&& counts) {
  int n = 0;
  for (int x = 1; x < m.after.width - 1; ++x) n += counts(height_of(m.after, x) - height_of(m.after, x - 1));
  return n;
}

double step_squares(const Move& m, int) {
  return steps(m, [](int step) { return step * step; });
}
double any_flat(const Move& m, int) {
  return steps(m, [](int step) { return step == 0; }) > 0;
}
double any_step_up(const Move& m, int) {
  return steps(m, [](int step) { return step == 1; }) > 0;
}
double any_step_down(const Move& m, int) {
  return steps(m, [](int step) { return step == -1; }) > 0;
}
double steps_of_two(const Move& m, int) {
  return steps(m, [](int step) { return step == 2 || step == -2; });
}
double steps_of_three(const Move& m, int) {
  return steps(m, [](int step) { return step > 2 || step < -2; });
}

double height_above_squared(const Move& m, int i) {
  const int rows = highest(m.after) > i ? highest(m.after) - i : 0;
  return rows * rows;
}

struct PileRow {
  std::string_view name;
  CellFeature value;
};

constexpr PileRow kPileRows[] = {{"clears_one", clears_one},
                                 {"clears_two", clears_two},
                                 {"clears_three", clears_three},
                                 {"clears_four", clears_four},
                                 {"pile_row_transitions", pile_row_transitions},
                                 {"pile_column_transitions", pile_column_transitions},
                                 {"pile_holes", pile_holes},
                                 {"pile_wells", pile_wells},
                                 {"pile_hole_depth", pile_hole_depth},
                                 {"pile_rows_with_holes", pile_rows_with_holes},
                                 {"pile_diversity", pile_diversity},
                                 {"pile_bumpiness", pile_bumpiness},
                                 {"pile_rows_missing_one", pile_rows_missing_one},
                                 {"well_cells", well_cells},
                                 {"well_holes", well_holes},
                                 {"well_height", well_height},
                                 {"ready_rows", ready_rows},
                                 {"ready_at_once", ready_at_once},
                                 {"four_ready", four_ready},
                                 {"step_squares", step_squares},
                                 {"any_flat", any_flat},
                                 {"any_step_up", any_step_up},
                                 {"any_step_down", any_step_down},
                                 {"steps_of_two", steps_of_two},
                                 {"steps_of_three", steps_of_three},
                                 {"height_above_squared", height_above_squared}};

}  // namespace

CellFeature pile_cell_feature(std::string_view name) {
  for (const PileRow& row : kPileRows) {
    if (row.name == name) return row.value;
  }
  return nullptr;
}

}  // namespace stackwright::boolean
