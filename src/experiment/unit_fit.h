// Units chosen for what they explain of lessons: least squares, one unit after another.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "eval/units/kernels.h"
#include "experiment/unit_lessons.h"

namespace stackwright {

/// Lessons of some rounds together; older ones count for less.
struct LessonBook {
  std::vector<Lessons> rounds;  // oldest first
  std::vector<float> weights;   // one for each
};

/// Orthogonal matching pursuit (Pati, Rezaiifar and Krishnaprasad 1993): what units that were added explain is taken off the
/// values; a further unit counts by what it explains of the rest. Only differences within a position matter.
class UnitFit {
 public:
  explicit UnitFit(const LessonBook& book);

  /// The outputs of a unit for all placements, above the mean of their position, weighted.
  std::vector<float> outputs(const units::Unit& unit) const;
  /// What is left of outputs besides the units that were added.
  void orthogonalise(std::vector<float>& outputs) const;
  /// The share of the values that orthogonal outputs explain, from 0 to 1.
  double gain(std::span<const float> orthogonal) const;
  double gain_of(const units::Unit& unit) const;
  void add(const units::Unit& unit);
  double explained() const { return explained_; }

  /// The weights that explain most, for units that need not have been added.
  std::vector<double> weights_of(std::span<const units::WeightedUnit> network) const;
  /// The weights whose best placements are worth most, by CMA-ES from those that explain most: a player needs to know the best
  /// placement, not what the others are worth.
  std::vector<double> weights_for_choices(std::span<const units::WeightedUnit> network, std::uint64_t seed) const;

 private:
  double worth_of_choices(const std::vector<std::vector<float>>& columns, std::span<const double> weights) const;

  const LessonBook& book_;
  const units::Kernels& kernels_;
  std::vector<float> values_, rest_;
  double total_ = 0, explained_ = 0;
  std::vector<std::vector<float>> basis_;  // orthonormal
};

}  // namespace stackwright
