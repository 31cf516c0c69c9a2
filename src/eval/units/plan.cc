// Plans of units: thresholds from biases, filters as demands; and the output for a single transition.
#include "eval/units/plan.h"

#include <algorithm>
#include <cmath>

namespace stackwright::units {
namespace {

Pattern pattern_of(const Unit& unit, bool mirrored) {
  Pattern pattern{};
  std::fill_n(pattern.up, kSquareCells, std::int8_t{2});
  int n = 0;
  for (int i = 0; i < kSquareCells; ++i) {
    const int cell = unit.filter[static_cast<std::size_t>(i)];
    if (cell == 0) continue;
    int right = i % 3 - 1, up = 1 - i / 3;
    if (mirrored) (unit.axis == Axis::vertical ? right : up) *= -1;
    pattern.right[n] = static_cast<std::int8_t>(right);
    pattern.up[n] = static_cast<std::int8_t>(up);
    pattern.flip[n] = cell < 0 ? ~std::uint32_t{0} : 0;
    ++n;
  }
  return pattern;
}

}  // namespace

/// sum + bias > 0, where sum = matches - empty demands: matches of at least floor(empty - bias) + 1.
UnitPlan plan_of(const Unit& unit, int width, int height) {
  UnitPlan plan{};
  plan.input = unit.input;
  plan.shape = unit.shape;
  plan.reduce = unit.reduce;
  plan.direction = unit.direction;
  plan.sides_filled = unit.sides_filled;
  plan.ends_filled = unit.ends_filled;
  plan.counts_filled = unit.counts_filled;
  plan.width = width;
  plan.height = height;
  const int used = unit.shape == Shape::row ? width : unit.shape == Shape::column ? height : kSquareCells;
  const Demand demand = demand_of(unit, std::min<int>(used, unit.length));
  plan.cells = demand.cells;
  const double threshold = std::floor(demand.empty - unit.bias) + 1;
  plan.threshold = static_cast<int>(std::clamp<double>(threshold, 0, plan.cells + 1));
  if (unit.shape == Shape::square) {
    plan.patterns = unit.mirrored ? 2 : 1;
    for (int i = 0; i < plan.patterns; ++i) {
      plan.pattern[i] = pattern_of(unit, i == 1);
      for (const int up : plan.pattern[i].up) {
        plan.looks_below = plan.looks_below || up == -1;
        plan.looks_above = plan.looks_above || up == 1;
      }
    }
    return plan;
  }
  for (int i = 0; i < std::min<int>(used, unit.length); ++i) {
    const int cell = unit.filter[static_cast<std::size_t>(i)];
    plan.filled |= cell > 0 ? 1u << i : 0;
    plan.empty |= cell < 0 ? 1u << i : 0;
  }
  return plan;
}

double output(const Unit& unit, const tetris::Transition& t) {
  LaneBoards boards;
  const int width = t.before.width;
  for (int x = 0; x < width; ++x) {
    const auto column = static_cast<std::size_t>(x);
    boards.column[0][x][0] = t.placed.column[column] & ~t.before.column[column];
    boards.column[1][x][0] = t.placed.column[column];
    boards.column[2][x][0] = t.after.column[column];
  }
  std::int32_t out = 0;
  lanes_plain::kUnitKernels.outputs(plan_of(unit, width, t.before.height), boards, 1, &out);
  return static_cast<double>(out) / fraction_of(unit);
}

}  // namespace stackwright::units
