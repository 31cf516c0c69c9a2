// The unit network on 2048: planes side by side in the lanes of the kernels.
#include "eval/units/twenty48_units.h"

#include <numeric>
#include <utility>

#include "eval/units/kernels.h"

namespace stackwright::units {
namespace {

/// Lane r - 1 holds the planes of rank r; the empty cells are a plane of their own in lane 0. Row 0 is the lowest.
void planes_of(twenty48::Board board, LaneBoards& planes) {
  for (auto& input : planes.column) {
    for (int x = 0; x < twenty48::kSide; ++x) std::fill_n(input[x], kLanes, 0u);
  }
  for (int cell = 0; cell < twenty48::kCells; ++cell) {
    const int x = cell % twenty48::kSide;
    const std::uint32_t bit = 1u << (twenty48::kSide - 1 - cell / twenty48::kSide);
    const int rank = rank_at(board, cell);
    if (rank == 0) {
      planes.column[2][x][0] |= bit;
      continue;
    }
    planes.column[0][x][rank - 1] |= bit;
    for (int r = 1; r <= rank; ++r) planes.column[1][x][r - 1] |= bit;
  }
}

std::int32_t sum_over_planes(const Kernels& kernels, const UnitPlan& plan, const LaneBoards& planes) {
  std::array<std::int32_t, kLanes> out{};
  const int count = plan.input == Input::after ? 1 : twenty48::kMaxRank;
  kernels.outputs(plan, planes, count, out.data());
  return std::accumulate(out.begin(), out.begin() + count, 0);
}

}  // namespace

Twenty48Units::Twenty48Units(std::vector<WeightedUnit> network)
    : network_(std::move(network)), kernels_(&kernels_for(Simd::automatic)) {
  for (const WeightedUnit& one : network_) {
    const double weight = one.weight * kTwenty48Scale / fraction_of(one.unit);
    parts_.push_back({plan_of(one.unit, twenty48::kSide, twenty48::kSide), static_cast<float>(weight)});
  }
}

float Twenty48Units::value(twenty48::Board after) const {
  LaneBoards planes;
  planes_of(after, planes);
  float sum = 0;
  for (const Part& part : parts_) {
    if (part.weight != 0) sum += part.weight * static_cast<float>(sum_over_planes(*kernels_, part.plan, planes));
  }
  return sum;
}

double output(const Unit& unit, twenty48::Board after) {
  LaneBoards planes;
  planes_of(after, planes);
  const UnitPlan plan = plan_of(unit, twenty48::kSide, twenty48::kSide);
  return static_cast<double>(sum_over_planes(lanes_plain::kUnitKernels, plan, planes)) / fraction_of(unit);
}

}  // namespace stackwright::units
