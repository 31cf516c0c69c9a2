// From an evaluator to the numbers the fast kernels work with.
#include "eval/lanes/planning.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string_view>

#include "eval/lanes/kernels.h"

namespace stackwright::lanes {
namespace {

using tetris::About;

/// What the quantities have to speak of: the whole board, or the pile without its last column. An evaluator has one or other.
enum class Of { any, whole, pile };

/// How a feature is made of the kernel's quantities.
struct Known {
  std::string_view feature;
  Curved curved;
  struct Part {
    int quantity = -1;
    int times = 1;
  } parts[2];
  bool signed_value = false;  // can be below zero
  Of of = Of::any;
  int square = -1;  // the quantity that is its square
};

constexpr Known kKnown[] = {
    {"landing_height", Curved::landing_twice, {{kLandingTwice, 1}, {}}},
    {"eroded_cells", Curved::eroded, {{kEroded, 1}, {}}},
    {"row_transitions", Curved::row_transitions, {{kRowTransitions, 1}, {}}, false, Of::whole},
    {"column_transitions", Curved::column_transitions, {{kCoveredRuns, 2}, {}}, false, Of::whole},
    {"holes", Curved::holes, {{kHoles, 1}, {}}, false, Of::whole},
    {"cumulative_wells", Curved::wells, {{kWells, 1}, {}}, false, Of::whole},
    {"hole_depth", Curved::depth, {{kHoleDepth, 1}, {}}, false, Of::whole},
    {"rows_with_holes", Curved::hole_rows, {{kRowsWithHoles, 1}, {}}, false, Of::whole},
    {"pattern_diversity", Curved::diversity, {{kDiversity, 1}, {}}, false, Of::whole},
    {"max_height", Curved::max_height, {{kMaxHeight, 1}, {}}},
    {"aggregate_height", Curved::aggregate, {{kAggregate, 1}, {}}, false, Of::whole},
    {"bumpiness", Curved::bumpiness, {{kBumpiness, 1}, {}}, false, Of::whole},
    {"scarce", Curved::none, {{kScarce0, 1}, {}}, false, Of::whole},
    {"covered_columns", Curved::none, {{kCoveredColumns, 1}, {}}, false, Of::whole},
    {"nearly_open", Curved::none, {{kNearlyOpen0, 1}, {}}, false, Of::whole},
    {"lisbon_holes", Curved::lisbon_holes, {{kCoveredRuns, 1}, {}}, false, Of::whole},
    {"landing_row", Curved::landing_row, {{kLandingRow, 1}, {}}, false, Of::any, kLandingRowSquared},
    {"height_rise", Curved::height_rise, {{kMaxHeight, 1}, {}}, true},
    {"etp", Curved::etp, {{kTouch, 1}, {}}, false, Of::whole, kTouchSquared},
    {"etp_floor", Curved::etp_floor, {{kTouch, 1}, {kFloor, 1}}, false, Of::whole},
    {"etw", Curved::etw, {{kWall, 1}, {kFloor, 1}}, false, Of::whole, kBorderSquared},
    {"etw_sides", Curved::etw_sides, {{kWall, 1}, {}}, false, Of::whole},
    {"gaps", Curved::gaps, {{kHoles, 1}, {}}, true, Of::whole, kGapsSquared},
    {"lines", Curved::lines, {{kLines, 1}, {}}, false, Of::any, kLinesSquared},
    {"removed_rows", Curved::lines, {{kLines, 1}, {}}, false, Of::any, kLinesSquared},
    {"lines_squared", Curved::lines_squared, {{kLinesSquared, 1}, {}}},
    {"removed_cells", Curved::removed_cells, {{kRemovedCells, 1}, {}}},
    {"clears_one", Curved::none, {{kClearsOne, 1}, {}}, false, Of::any},
    {"clears_two", Curved::none, {{kClearsTwo, 1}, {}}, false, Of::any},
    {"clears_three", Curved::none, {{kClearsThree, 1}, {}}, false, Of::any},
    {"clears_four", Curved::none, {{kClearsFour, 1}, {}}, false, Of::any},
    {"pile_row_transitions", Curved::none, {{kRowTransitions, 1}, {}}, false, Of::pile},
    {"pile_column_transitions", Curved::none, {{kCoveredRuns, 2}, {}}, false, Of::pile},
    {"pile_holes", Curved::none, {{kHoles, 1}, {}}, false, Of::pile},
    {"pile_wells", Curved::none, {{kWells, 1}, {}}, false, Of::pile},
    {"pile_hole_depth", Curved::none, {{kHoleDepth, 1}, {}}, false, Of::pile},
    {"pile_rows_with_holes", Curved::none, {{kRowsWithHoles, 1}, {}}, false, Of::pile},
    {"pile_diversity", Curved::none, {{kDiversity, 1}, {}}, false, Of::pile},
    {"pile_bumpiness", Curved::none, {{kBumpiness, 1}, {}}, false, Of::pile},
    {"pile_rows_missing_one", Curved::none, {{kMissingOne, 1}, {}}, false, Of::pile},
    {"well_cells", Curved::none, {{kWellCells, 1}, {}}, false, Of::pile},
    {"well_holes", Curved::none, {{kWellHoles, 1}, {}}, false, Of::pile},
    {"well_height", Curved::none, {{kWellHeight, 1}, {}}, false, Of::pile},
    {"ready_rows", Curved::none, {{kReady, 1}, {}}, false, Of::pile},
    {"ready_at_once", Curved::none, {{kReadyAtOnce, 1}, {}}, false, Of::pile},
    {"four_ready", Curved::none, {{kFourReady, 1}, {}}, false, Of::pile},
    {"step_squares", Curved::none, {{kStepSquares, 1}, {}}, false, Of::pile},
    {"any_flat", Curved::none, {{kAnyFlat, 1}, {}}, false, Of::pile},
    {"any_step_up", Curved::none, {{kAnyUp, 1}, {}}, false, Of::pile},
    {"any_step_down", Curved::none, {{kAnyDown, 1}, {}}, false, Of::pile},
    {"steps_of_two", Curved::none, {{kStepsOfTwo, 1}, {}}, false, Of::pile},
    {"steps_of_three", Curved::none, {{kStepsOfThree, 1}, {}}, false, Of::pile},
    {"height_above_squared", Curved::none, {{kAbove0, 1}, {}}, false, Of::pile},
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
      case kScarce0:
        n.scarce = true;
        break;
      case kCoveredColumns:
      case kNearlyOpen0:
        n.openings = true;
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
      case kClearsOne:
      case kClearsTwo:
      case kClearsThree:
      case kClearsFour:
        n.clears = true;
        break;
      default:
        break;
    }
  }
}

/// Whether the term is a square that the kernels multiply by a weight like any other quantity.
bool has_square(const Linear& evaluator, std::size_t term, const Known& k) {
  return evaluator.terms()[term].transform == Transform::square && k.square >= 0 && evaluator.whole(term);
}

/// Gives a feature with powers or logarithms its place among the curves.
bool add_curve(Plan& plan, const Known& k, const Term& term) {
  for (int i = 0; i < plan.curves; ++i) {
    if (plan.curve[i].feature == k.curved) return true;
  }
  if (plan.curves == kMaxCurves || k.curved == Curved::none) return false;
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

/// The place of a height among the plan's limits; a new one where there is room; -1 where not.
int place_of_limit(Plan& plan, int& used, int limit) {
  for (int j = 0; j < used; ++j) {
    if (plan.above[j] == limit) return j;
  }
  if (used == kAbove) return -1;
  plan.above[used] = limit;
  return used++;
}

/// The quantity of a part of a term: features with an index or a limit of height have one for each.
int quantity_of(const Plan& plan, const Term& term, int quantity) {
  if (quantity == kScarce0 || quantity == kNearlyOpen0) return quantity + term.index;
  if (quantity != kAbove0) return quantity;
  return kAbove0 + static_cast<int>(std::ranges::find(plan.above, term.index) - std::begin(plan.above));
}

}  // namespace

std::optional<Plan> make_plan(const tetris::Setting& setting, const Linear& evaluator) {
  Plan plan{};
  plan.width = setting.width;
  plan.height = setting.height;
  plan.limit = tetris::row_limit(setting);
  if (!set_shapes(plan, *setting.pieces)) return std::nullopt;
  bool whole = false;
  int limits = 0;
  std::ranges::fill(plan.above, -1);  // no limit of a term
  for (std::size_t i = 0; i < evaluator.terms().size(); ++i) {
    const Term& term = evaluator.terms()[i];
    if (feature_of(term).name == "constant") continue;
    const Known* k = known(term);
    if (k == nullptr) return std::nullopt;
    need(plan.needs, *k);
    whole |= k->of == Of::whole;
    plan.needs.pile |= k->of == Of::pile;
    if (k->parts[0].quantity == kAbove0 && place_of_limit(plan, limits, term.index) < 0) return std::nullopt;
    if (has_square(evaluator, i, *k)) {
      plan.needs.squares |= k->square != kLinesSquared;
    } else if (term.transform != Transform::none) {
      if (!add_curve(plan, *k, term)) return std::nullopt;
      plan.needs.wide = true;
    }
  }
  if (plan.needs.pile) {
    if (whole) return std::nullopt;
    plan.needs.diversity = plan.needs.bumpiness = plan.needs.max_height = true;  // found together with the other steps
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
    if (has_square(evaluator, i, k)) {
      w.change[k.square] += evaluator.quantised(i);
      continue;
    }
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
      const int quantity = quantity_of(plan, terms[i], p.quantity);
      w.change[quantity] += weight * p.times;
      if (f.about == About::board) w.base[quantity] += weight * p.times;
    }
    if (k.parts[0].quantity == kCoveredRuns && k.parts[0].times == 2) {  // one change at the top of every column
      w.constant += weight * (k.of == Of::pile ? plan.width - 1 : plan.width);
    }
  }
  return w;
}

PlacementCounts placements_of(const Plan& plan) {
  PlacementCounts counts{};
  for (int piece = 0; piece < plan.pieces; ++piece) {
    for (int o = 0; o < plan.orientations[piece]; ++o) {
      counts[static_cast<std::size_t>(piece)] +=
          static_cast<std::uint64_t>(plan.width - plan.shape[o].width[piece] + 1);
    }
  }
  return counts;
}

const Kernels& kernels_of(Simd simd) {
  switch (simd) {
#if defined(__x86_64__)
    case Simd::avx2:
      return lanes_avx2::kKernels;
    case Simd::avx512:
      return lanes_avx512::kKernels;
#endif
    default:
      return lanes_plain::kKernels;
  }
}

}  // namespace stackwright::lanes
