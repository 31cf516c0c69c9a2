// Findings: whether a published claim holds for what was measured.
#include "experiment/findings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hypothesis.h"
#include "core/math.h"
#include "experiment/compare.h"
#include "experiment/numbers.h"

namespace stackwright {
namespace {

constexpr double kAgreement = 3;  // standard errors of a difference between two figures that are called equal

const char* const kHolds = "holds";
const char* const kFails = "does not hold";
const char* const kOpen = "undecided";

bool has_interval(const Interval& i) { return std::isfinite(i.low) || std::isfinite(i.high); }

std::string in_words(const Measured& m) {
  std::string text;
  if (m.samples > 1) text = fmt::format("mean of {} runs", m.samples);
  if (m.lives > 0) text = fmt::format("{} games, {} ended at the top", m.lives, m.ends);
  return text;
}

/// One number against the published one.
std::string judge_value(const Claim& claim, const Measured& m) {
  const double published = claim.published_value;
  const Interval ci = has_interval(m.ci95) ? m.ci95 : Interval{m.value, m.value};
  if (claim.expect == "at-least") return ci.low >= published ? kHolds : ci.high < published ? kFails : kOpen;
  if (claim.expect == "at-most") return ci.high <= published ? kHolds : ci.low > published ? kFails : kOpen;
  if (claim.published_error > 0) {
    const double own = m.lives > 0 && m.ends > 0 ? m.value / std::sqrt(static_cast<double>(m.ends)) : m.error;
    const double error = std::hypot(own, claim.published_error);
    return std::abs(m.value - published) <= kAgreement * error ? kHolds : kFails;
  }
  const double width = claim.tolerance * std::abs(published);
  if (ci.high < published - width || ci.low > published + width) return kFails;
  const bool inside = ci.low >= published - width && ci.high <= published + width;
  return inside || m.value == published ? kHolds : kOpen;  // the very number: a count that came out again
}

/// Two measurements: p that they are equal, their ratio (or difference, for numbers around 0) with its interval.
struct Contrast {
  double p = 1;
  double value = 1;  // ratio, or difference
  Interval ci95{-kInfinity, kInfinity};
  bool is_ratio = true;
  bool known = true;  // whether anything is known of the errors
};

/// A claim is one planned test; the correction is for whoever looks at all pairs.
std::string p_text(double p) { return p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.2g}", p); }

std::string p_text(const PairMeasured& pair) {
  if (pair.pairs < 2 || std::isnan(pair.p_adjusted)) return p_text(pair.p);
  return fmt::format("{} ({} corrected for {} pairs)", p_text(pair.p), p_text(pair.p_adjusted), pair.pairs);
}

Lives lives_of(const Measured& m) {
  return {m.value * static_cast<double>(m.ends > 0 ? m.ends : m.lives), m.lives, m.ends};
}

Contrast contrast(const Measured& a, const Measured& b, bool around_zero) {
  Contrast c;
  if (a.lives > 0 && b.lives > 0) {
    const MeanEstimate ratio = exponential_ratio(lives_of(a), lives_of(b));
    return {exponential_p(lives_of(a), lives_of(b)), ratio.mean, ratio.interval, true, true};
  }
  const double difference = a.value - b.value;
  c.known = a.error > 0 || b.error > 0 || (a.exact && b.exact);
  c.is_ratio = !around_zero && b.value != 0;
  const double scale = c.is_ratio ? b.value : 1;
  c.value = c.is_ratio ? a.value / b.value : difference;
  if (!c.known) return c;
  if (a.exact && b.exact) {
    c.p = difference == 0 ? 1 : 0;
    c.ci95 = {c.value, c.value};
    return c;
  }
  c.p = welch_p(difference, a.error, std::max(1.0, a.degrees), b.error, std::max(1.0, b.degrees));
  const double error_b = c.is_ratio ? std::abs(c.value) * b.error : b.error;  // of a ratio to first order
  const double degrees = welch_degrees(a.error, std::max(1.0, a.degrees), error_b, std::max(1.0, b.degrees));
  const double width = student_quantile(0.95, degrees) * std::hypot(a.error, error_b) / std::abs(scale);
  c.ci95 = {c.value - width, c.value + width};
  return c;
}

std::string judge_contrast(const Claim& claim, const Contrast& c) {
  const double middle = c.is_ratio ? 1 : 0;
  const bool differs = c.p < kSignificance && c.value != middle;
  const bool more = c.value > middle;
  if (claim.expect == "more" || claim.expect == "less") {
    if (!differs) return kOpen;
    return more == (claim.expect == "more") ? kHolds : kFails;
  }
  if (claim.expect == "not-more") {
    if (c.ci95.high <= middle + claim.tolerance) return kHolds;
    return differs && more ? kFails : kOpen;
  }
  if (c.ci95.low >= middle - claim.tolerance && c.ci95.high <= middle + claim.tolerance) return kHolds;
  return differs ? kFails : kOpen;
}

}  // namespace

Finding judge(const Claim& claim, std::span<const StepRecord> steps) {
  Finding f;
  f.claim = claim.claim;
  f.published = claim.has_value ? number_text(claim.published_value) : claim.published;
  if (claim.has_value && claim.published_error > 0) f.published += " +- " + number_text(claim.published_error);
  f.unit = claim.unit;
  f.ci95 = {-kInfinity, kInfinity};
  f.verdict = "not measured";
  const Result<Measured> m = measure(steps, claim.measure);
  if (!m) {
    f.detail = m.message();
    return f;
  }
  f.measured = m->value;
  f.ci95 = m->ci95;
  if (claim.against.empty()) {
    f.verdict = judge_value(claim, *m);
    f.detail = in_words(*m);
    return f;
  }
  const Result<Measured> other = measure(steps, claim.against);
  if (!other) {
    f.detail = other.message();
    return f;
  }
  const bool around_zero =
      claim.measure.find(": scaled") != std::string::npos || claim.measure.find(": gene") != std::string::npos;
  Contrast c = contrast(*m, *other, around_zero);
  std::string p = c.known ? p_text(c.p) : "not tested";
  if (m->exact && other->exact) p = "both exact";
  if (const auto pair = measure_pair(steps, claim.measure, claim.against)) {
    c = {pair->p, pair->ratio, pair->ratio_ci95, true, true};
    p = p_text(*pair);
  }
  f.verdict = judge_contrast(claim, c);
  f.detail = fmt::format("against {}: {} {} ({}), {}", mean_text(other->value, other->ci95),
                         c.is_ratio ? "ratio" : "difference", number_text(c.value),
                         c.known ? interval_text(c.ci95) : "no error known", p);
  return f;
}

std::vector<Finding> judge_all(const Plan& plan, std::span<const StepRecord> steps) {
  std::vector<Finding> findings;
  findings.reserve(plan.claims.size());
  for (const Claim& claim : plan.claims) findings.push_back(judge(claim, steps));
  return findings;
}

Json to_json(std::span<const Finding> findings) {
  Json list = Json::array();
  for (const Finding& f : findings) {
    list.push_back(Json{{"claim", f.claim},
                        {"published", f.published},
                        {"measured", f.measured ? number_json(*f.measured) : Json(nullptr)},
                        {"ci95", interval_json(f.ci95)},
                        {"verdict", f.verdict},
                        {"unit", f.unit},
                        {"detail", f.detail}});
  }
  return list;
}

std::vector<Finding> findings_from_json(const Json& json) {
  std::vector<Finding> findings;
  for (const Json& one : json) {
    Finding f;
    f.claim = one.value("claim", "");
    f.published = one.value("published", "");
    f.unit = one.value("unit", "");
    f.verdict = one.value("verdict", "");
    f.detail = one.value("detail", "");
    if (const double measured = number_at(one, "measured"); !std::isnan(measured)) f.measured = measured;
    f.ci95 = interval_at(one, "ci95");
    findings.push_back(std::move(f));
  }
  return findings;
}

}  // namespace stackwright
