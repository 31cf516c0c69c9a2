// From an evaluator to the numbers the fast kernels work with.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "eval/lanes/plan.h"
#include "eval/linear.h"
#include "eval/tables.h"
#include "games/tetris/rules.h"

namespace stackwright::lanes {

/// The plan for a setting and the terms of an evaluator; nothing when the kernels do not cover them (a feature they do
/// not know, or pieces that do not fit a 4 x 4 box without gaps).
std::optional<Plan> make_plan(const tetris::Setting& setting, const Linear& evaluator);

/// Fills the shapes of a plan whose width is set; false when a piece does not fit.
bool set_shapes(Plan& plan, const tetris::PieceSet& set);

/// Which of an evaluator's terms count.
enum class Part { all, moves };

/// Whole-number weights of the plan's quantities, and the scores of its curves.
Weights weights_of(const Plan& plan, const Linear& evaluator, Part part, std::vector<std::int32_t>& curves);

/// Placements of each piece, lost ones included.
using PlacementCounts = std::array<std::uint64_t, kMaxPieces>;
PlacementCounts placements_of(const Plan& plan);

/// The kernels of an implementation.
const Kernels& kernels_of(Simd simd);

}  // namespace stackwright::lanes
