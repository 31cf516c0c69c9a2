// Features of the surface, cell by cell from their definitions; shares no code with the bit versions.
#include <vector>

#include "eval/boolean_cells.h"

namespace stackwright::boolean {
namespace {

/// Whether the heights from column x on rise by these steps.
bool rises(const Cells& b, int x, const std::vector<int>& steps) {
  for (const int step : steps) {
    if (x + 1 >= b.width || height_of(b, x + 1) - height_of(b, x) != step) return false;
    ++x;
  }
  return true;
}

double scarce(const Move& m, int most) {
  using Steps = std::vector<std::vector<int>>;
  static const Steps kPieces[] = {{{0}}, {{-1}, {0, 1}}, {{1}, {-1, 0}}, {{1}, {-1}, {0, 0}}, {{0}, {-2}}, {{0}, {2}}};
  int n = 0;
  for (const Steps& piece : kPieces) {
    int places = 0;
    for (int x = 0; x < m.after.width; ++x) {
      bool fits = false;
      for (const auto& steps : piece) fits = fits || rises(m.after, x, steps);
      places += fits;
    }
    n += places <= most;
  }
  return n;
}

int highest_hole(const Cells& b, int x) {
  for (int row = b.height - 1; row >= 0; --row) {
    if (is_hole(b, x, row)) return row;
  }
  return -1;
}

double covered_columns(const Move& m, int) {
  int n = 0;
  for (int x = 0; x < m.after.width; ++x) n += highest_hole(m.after, x) >= 0;
  return n;
}

double nearly_open(const Move& m, int i) {
  const Cells& b = m.after;
  int n = 0;
  for (int x = 0; x < b.width; ++x) {
    const int hole = highest_hole(b, x);
    bool open = hole >= 0;
    for (int row = hole + 1; row < b.height && open; ++row) {
      int empty = 0;
      for (int c = 0; c < b.width; ++c) empty += !b.cell[row][c];
      open = !b.cell[row][x] || empty <= i + 1;
    }
    n += open;
  }
  return n;
}

}  // namespace

CellFeature surface_cell_feature(std::string_view name) {
  if (name == "scarce") return scarce;
  if (name == "covered_columns") return covered_columns;
  if (name == "nearly_open") return nearly_open;
  return nullptr;
}

}  // namespace stackwright::boolean
