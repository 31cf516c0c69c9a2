// Weighted sums of (transformed) features and of units in exact arithmetic: all implementations add the same whole numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "eval/units/unit.h"
#include "games/tetris/features.h"

namespace stackwright {

enum class Transform : std::uint8_t { none, square, cube, log };

Result<Transform> transform_named(std::string_view name);
std::string_view name_of(Transform transform);

/// weight * transform(feature[index]); log is sign(x) ln(1 + |x|). Or weight * the output of a unit.
struct Term {
  int feature = 0;  // id in tetris::features()
  int index = 0;
  Transform transform = Transform::none;
  double weight = 0;
  std::optional<units::Unit> unit = {};  // takes the place of the feature

  friend bool operator==(const Term&, const Term&) = default;
};

/// What a term speaks of: a unit speaks of the board where it looks at the board after removal, else of the move.
tetris::About about(const Term& term);
/// The feature's value or the unit's output, before the transform.
double value_of(const Term& term, const tetris::Transition& t);
bool has_units(const std::vector<Term>& terms);

/// The value a term's transform gives to a feature value.
double transformed(Transform transform, double value);

/// A linear evaluator with its weights as whole numbers: score = sum / 2^scale_bits, exactly. The scale is the largest
/// power of two with which no sum on this board can leave 31 bits (docs/scores.md).
class Linear {
 public:
  Linear() = default;
  Linear(std::vector<Term> terms, const tetris::Setting& setting);

  const std::vector<Term>& terms() const { return terms_; }
  int scale_bits() const { return scale_bits_; }
  /// Whether a term's score is `quantised` times the feature in steps of 1/unit, or times the square of that. Features with
  /// real values, other transforms and squares of large features are not: their scores are rounded after the transform.
  bool whole(std::size_t term) const { return whole_[term]; }
  /// The weight of a term as a whole number, per step of its feature where it is whole.
  std::int32_t quantised(std::size_t term) const { return quantised_[term]; }
  /// What one term adds to the score for a feature value; every implementation adds exactly these numbers.
  std::int32_t term_score(std::size_t term, double feature_value) const;
  /// The score of a transition by the registry's definitions, the slow and obvious way.
  std::int32_t score(const tetris::Transition& t) const;
  /// The part of the score that speaks of the move alone.
  std::int32_t move_score(const tetris::Transition& t) const;
  /// A score as a real number in units of the weights, exactly.
  double real(std::int32_t score) const;

 private:
  std::vector<Term> terms_;
  std::vector<std::int32_t> quantised_;
  std::vector<bool> whole_;
  int scale_bits_ = 0;
};

}  // namespace stackwright
