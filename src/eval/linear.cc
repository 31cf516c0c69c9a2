// Linear evaluators: choice of the scale, weights as whole numbers, and the score by the registry's definitions.
#include "eval/linear.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/math.h"
#include "core/text.h"

namespace stackwright {
namespace {

constexpr std::string_view kTransforms[] = {"none", "square", "cube", "log"};

constexpr double kScoreLimit = 0x1p30;   // the sum of two scores still fits in 32 bits
constexpr double kWeightLimit = 0x1p26;  // of one quantised weight; leaves room in the lanes of fast implementations

/// Values are whole multiples of 1 / fraction; 0 for real values.
int fraction(const Term& term) {
  return term.unit ? units::fraction_of(*term.unit) : tetris::features()[term.feature].unit;
}

double bound_of(const Term& term, const tetris::Setting& s) {
  if (term.unit) return units::bound_of(*term.unit, s.width, s.height);
  return tetris::features()[term.feature].bound(s.width, s.height, s.pieces->cells);
}

/// Whether the term is a whole weight times a whole number, feature * unit or its square. All others are rounded after the
/// transform: a whole weight per unit of a cube, or of the square of something large, would leave nothing of the weight.
bool is_whole(const Term& term, const tetris::Setting& s) {
  constexpr double kLargestSquare = 0x1p16;
  if (fraction(term) == 0) return false;
  if (term.transform == Transform::none) return true;
  const double bound = bound_of(term, s) * fraction(term);
  return term.transform == Transform::square && bound * bound <= kLargestSquare;
}

/// What a whole weight is multiplied with for one unit of the transformed value.
double steps(const Term& term) {
  return term.transform == Transform::square ? double{1} * fraction(term) * fraction(term) : fraction(term);
}

/// The weight times 2^bits, per step where the term is whole; may be infinite.
double scaled_weight(const Term& term, bool whole, int bits) {
  const double scaled = std::ldexp(term.weight, bits);
  return whole ? scaled / steps(term) : scaled;
}

/// Whether no score on this board can reach the limit when weights are scaled by 2^bits.
bool fits(const std::vector<Term>& terms, const std::vector<bool>& whole, const tetris::Setting& s, int bits) {
  double total = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double most = transformed(terms[i].transform, bound_of(terms[i], s));
    const double weight = std::abs(scaled_weight(terms[i], whole[i], bits));
    if (!(weight < kWeightLimit - 1)) return false;
    total +=
        whole[i] ? std::round(weight) * most * steps(terms[i]) : weight * most + 1;  // others are rounded one by one
  }
  return total < kScoreLimit;
}

}  // namespace

Result<Transform> transform_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kTransforms); ++i) {
    if (kTransforms[i] == name) return static_cast<Transform>(i);
  }
  return unknown_name("transform", name, kTransforms);
}

std::string_view name_of(Transform transform) { return kTransforms[static_cast<std::size_t>(transform)]; }

double transformed(Transform transform, double value) {
  switch (transform) {
    case Transform::none:
      return value;
    case Transform::square:
      return value * value;
    case Transform::cube:
      return value * value * value;
    case Transform::log:
      return std::copysign(portable_log(1 + std::abs(value)), value);
  }
  return value;
}

tetris::About about(const Term& term) {
  if (!term.unit) return tetris::features()[term.feature].about;
  return term.unit->input == units::Input::after ? tetris::About::board : tetris::About::move;
}

double value_of(const Term& term, const tetris::Transition& t) {
  return term.unit ? units::output(*term.unit, t) : tetris::features()[term.feature].value(t, term.index);
}

bool has_units(const std::vector<Term>& terms) {
  return std::ranges::any_of(terms, [](const Term& term) { return term.unit.has_value(); });
}

Linear::Linear(std::vector<Term> terms, const tetris::Setting& setting)
    : terms_(std::move(terms)), quantised_(terms_.size(), 0) {
  double largest = 0;
  for (const Term& term : terms_) {
    assert(std::isfinite(term.weight));
    largest = std::max(largest, std::abs(term.weight));
    whole_.push_back(is_whole(term, setting));
  }
  if (largest == 0) return;
  // Above this the largest weight alone is too large (no unit is above 8); below some 2^-1100 everything fits.
  scale_bits_ = 30 - std::ilogb(largest);
  while (!fits(terms_, whole_, setting, scale_bits_)) --scale_bits_;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    quantised_[i] = static_cast<std::int32_t>(std::llround(scaled_weight(terms_[i], whole_[i], scale_bits_)));
  }
}

std::int32_t Linear::term_score(std::size_t term, double feature_value) const {
  const Term& t = terms_[term];
  if (!whole_[term]) {
    const double score = std::ldexp(t.weight, scale_bits_) * transformed(t.transform, feature_value);
    return static_cast<std::int32_t>(std::llround(score));
  }
  const long long n = std::llround(feature_value * fraction(t));
  return static_cast<std::int32_t>(quantised_[term] * (t.transform == Transform::square ? n * n : n));
}

std::int32_t Linear::score(const tetris::Transition& t) const {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    sum += term_score(i, value_of(terms_[i], t));
  }
  return sum;
}

std::int32_t Linear::move_score(const tetris::Transition& t) const {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (about(terms_[i]) == tetris::About::move) sum += term_score(i, value_of(terms_[i], t));
  }
  return sum;
}

double Linear::real(std::int32_t score) const { return std::ldexp(score, -scale_bits_); }

}  // namespace stackwright
