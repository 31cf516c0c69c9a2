// The unit network on 2048: tiles become bit planes of 4x4 cells, and units look at all planes at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "eval/units/plan.h"
#include "games/twenty48/board.h"

namespace stackwright::units {

/// What the three inputs of a unit are here. `piece`: for every rank the cells of that rank; `placed`: for every rank the
/// cells of at least that rank; `after`: the empty cells, one plane. The output is the sum over the planes of ranks 1 to 15.
/// Transitions on the second input are thus the differences of neighbouring ranks, and pairs on the first are merges.
inline constexpr std::array<std::string_view, 3> kTwenty48Inputs{"equal", "at-least", "empty"};

/// Genes of a unit on 4x4: nine filter cells, twelve others.
inline constexpr int kTwenty48Filter = kSquareCells;
/// Points that one step of an output times a weight of 1 stands for.
inline constexpr double kTwenty48Scale = 8;

class Twenty48Units {
 public:
  explicit Twenty48Units(std::vector<WeightedUnit> network);

  const std::vector<WeightedUnit>& network() const { return network_; }
  /// Points that the afterstate is worth.
  float value(twenty48::Board after) const;
  void values(std::span<const twenty48::Board> after, std::span<float> out) const {
    for (std::size_t i = 0; i < after.size(); ++i) out[i] = value(after[i]);
  }

 private:
  struct Part {
    UnitPlan plan;
    float weight = 0;  // of one step of the output
  };

  std::vector<WeightedUnit> network_;
  std::vector<Part> parts_;
  const Kernels* kernels_;
};

/// The output of one unit, by the plain kernel.
double output(const Unit& unit, twenty48::Board after);

}  // namespace stackwright::units
