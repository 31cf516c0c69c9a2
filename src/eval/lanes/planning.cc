// From an evaluator to the numbers the fast kernels work with.
#include "eval/lanes/planning.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string_view>

namespace stackwright::lanes {
namespace {

using tetris::About;

/// How a feature is made of the kernel's quantities.
struct Known {
  std::string_view feature;
  Curved curved;
  struct Part {
    int quantity = -1;
    int times = 1;
  } parts[2];
  bool signed_value = false;  // can be below zero
};

constexpr Known kKnown[] = {
    {"landing_height", Curved::landing_twice, {{kLandingTwice, 1}, {}}},
    {"eroded_cells", Curved::eroded, {{kEroded, 1}, {}}},
    {"row_transitions", Curved::row_transitions, {{kRowTransitions, 1}, {}}},
    {"column_transitions", Curved::column_transitions, {{kCoveredRuns, 2}, {}}},
    {"holes", Curved::holes, {{kHoles, 1}, {}}},
    {"cumulative_wells", Curved::wells, {{kWells, 1}, {}}},
    {"hole_depth", Curved::depth, {{kHoleDepth, 1}, {}}},
    {"rows_with_holes", Curved::hole_rows, {{kRowsWithHoles, 1}, {}}},
    {"pattern_diversity", Curved::diversity, {{kDiversity, 1}, {}}},
    {"max_height", Curved::max_height, {{kMaxHeight, 1}, {}}},
    {"aggregate_height", Curved::aggregate, {{kAggregate, 1}, {}}},
    {"bumpiness", Curved::bumpiness, {{kBumpiness, 1}, {}}},
    {"lisbon_holes", Curved::lisbon_holes, {{kCoveredRuns, 1}, {}}},
    {"landing_row", Curved::landing_row, {{kLandingRow, 1}, {}}},
    {"height_rise", Curved::height_rise, {{kMaxHeight, 1}, {}}, true},
    {"etp", Curved::etp, {{kTouch, 1}, {}}},
    {"etp_floor", Curved::etp_floor, {{kTouch, 1}, {kFloor, 1}}},
    {"etw", Curved::etw, {{kWall, 1}, {kFloor, 1}}},
    {"etw_sides", Curved::etw_sides, {{kWall, 1}, {}}},
    {"gaps", Curved::gaps, {{kHoles, 1}, {}}, true},
    {"lines", Curved::lines, {{kLines, 1}, {}}},
    {"removed_rows", Curved::lines, {{kLines, 1}, {}}},
    {"lines_squared", Curved::lines_squared, {{kLinesSquared, 1}, {}}},
    {"removed_cells", Curved::removed_cells, {{kRemovedCells, 1}, {}}},
};

const tetris::Feature& feature_of(const Term& term) {
  return tetris::features()[static_cast<std::size_t>(term.feature)];
}

const Known* known(const Term& term) {
  const auto found = std::ranges::find(kKnown, feature_of(term).name, &Known::feature);
  return found == std::end(kKnown) ? nullptr : found;
}

/// Marks what a feature's quantities need.
void need(Needs& n, const Known& k) {
  for (const auto& part : k.parts) {
    switch (part.quantity) {
      case kLandingTwice:
        n.landing = true;
        break;
      case kRowTransitions:
        n.row_transitions = true;
        break;
      case kCoveredRuns:
        n.covered = true;
        break;
      case kHoleDepth:
        n.depth = true;
        break;
      case kRowsWithHoles:
        n.hole_rows = true;
        break;
      case kWells:
        n.wells = true;
        break;
      case kDiversity:
        n.diversity = true;
        break;
      case kLandingRow:
        n.landing_row = true;
        break;
      case kMaxHeight:
        n.max_height = true;
        break;
      case kAggregate:
        n.aggregate = true;
        break;
      case kBumpiness:
        n.bumpiness = true;
        break;
      case kTouch:
      case kWall:
      case kFloor:
        n.contacts = true;
        break;
      case kRemovedCells:
      case kEroded:
        n.eroded = true;
        break;
      default:
        break;
    }
  }
}

/// Gives a feature with powers or logarithms its place among the curves.
bool add_curve(Plan& plan, const Known& k, const Term& term) {
  for (int i = 0; i < plan.curves; ++i) {
    if (plan.curve[i].feature == k.curved) return true;
  }
  if (plan.curves == kMaxCurves) return false;
  const tetris::Feature& f = feature_of(term);
  const int bound = static_cast<int>(std::ceil(f.bound(plan.width, plan.height, plan.cells) * f.unit));
  Curve& c = plan.curve[plan.curves++];
  c.feature = k.curved;
  c.low = k.signed_value ? -bound : 0;
  c.size = bound - c.low + 1;
  c.offset = plan.curve_size;
  plan.curve_size += c.size;
  return true;
}

}  // namespace

std::optional<Plan> make_plan(const tetris::Setting& setting, const Linear& evaluator) {
  Plan plan{};
  plan.width = setting.width;
  plan.height = setting.height;
  plan.limit = tetris::row_limit(setting);
  if (!set_shapes(plan, *setting.pieces)) return std::nullopt;
  for (const Term& term : evaluator.terms()) {
    if (feature_of(term).name == "constant") continue;
    const Known* k = known(term);
    if (k == nullptr) return std::nullopt;
    need(plan.needs, *k);
    if (term.transform != Transform::none) {
      if (!add_curve(plan, *k, term)) return std::nullopt;
      plan.needs.wide = true;
    }
  }
  return plan;
}

Weights weights_of(const Plan& plan, const Linear& evaluator, Part part, std::vector<std::int32_t>& curves) {
  Weights w;
  curves.assign(static_cast<std::size_t>(plan.curve_size), 0);
  const auto& terms = evaluator.terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const tetris::Feature& f = feature_of(terms[i]);
    if (part == Part::moves && f.about != About::move) continue;
    if (f.name == "constant") {
      w.constant += evaluator.term_score(i, 1);
      continue;
    }
    const Known& k = *known(terms[i]);
    if (terms[i].transform != Transform::none) {
      const auto* c = std::ranges::find(plan.curve, k.curved, &Curve::feature);
      for (int v = 0; v < c->size; ++v) {
        curves[static_cast<std::size_t>(c->offset + v)] +=
            evaluator.term_score(i, static_cast<double>(v + c->low) / f.unit);
      }
      continue;
    }
    const std::int32_t weight = evaluator.quantised(i);
    for (const auto& p : k.parts) {
      if (p.quantity < 0) continue;
      w.change[p.quantity] += weight * p.times;
      if (f.about == About::board) w.base[p.quantity] += weight * p.times;
    }
    if (k.curved == Curved::column_transitions) w.constant += weight * plan.width;
  }
  return w;
}

}  // namespace stackwright::lanes
