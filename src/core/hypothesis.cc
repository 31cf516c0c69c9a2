// Tests of differences between players, all by way of the incomplete beta function.
#include "core/hypothesis.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/distributions.h"
#include "core/math.h"

namespace stackwright {
namespace {

constexpr std::size_t kMostFlips = 20;

double two_sided(double low, double high) { return std::min(1.0, 2 * std::min(low, high)); }

/// x such that P(x) = p for a function that rises from 0 to 1.
template <class Cdf>
double quantile(const Cdf& cdf, double p, double low, double high) {
  for (int step = 0; step < 200 && high - low > 1e-15 * (1 + std::abs(low)); ++step) {
    const double middle = (low + high) / 2;
    (cdf(middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// The share of all sign changes whose sum is at least as far from 0 as the one seen.
double flip_p(std::span<const double> differences) {
  const double seen = std::abs(std::accumulate(differences.begin(), differences.end(), 0.0));
  double size = 0;
  for (const double d : differences) size += std::abs(d);
  const double least = seen - 1e-12 * size;  // sums in another order round differently
  const std::uint64_t all = std::uint64_t{1} << differences.size();
  std::uint64_t far = 0;
  for (std::uint64_t signs = 0; signs < all; ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i)
      sum += (signs >> i & 1) != 0 ? differences[i] : -differences[i];
    far += std::abs(sum) >= least ? 1 : 0;
  }
  return static_cast<double>(far) / static_cast<double>(all);
}

}  // namespace

double student_p(double t, double degrees) {
  assert(degrees > 0);
  if (std::isnan(t)) return 1;
  if (std::isinf(t)) return 0;
  return beta_p(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double student_quantile(double confidence, double degrees) {
  assert(confidence > 0 && confidence < 1 && degrees > 0);
  double high = 2;
  while (1 - student_p(high, degrees) < confidence && high < 1e12) high *= 2;
  return quantile([&](double t) { return 1 - student_p(t, degrees); }, confidence, 0, high);
}

double exponential_p(const Lives& a, const Lives& b) {
  if (a.ends + b.ends == 0 || a.sum + b.sum <= 0) return 1;
  const double share = a.sum / (a.sum + b.sum);
  const auto ends_a = static_cast<double>(a.ends);
  const auto ends_b = static_cast<double>(b.ends);
  if (a.ends == a.count && b.ends == b.count && a.ends > 0 && b.ends > 0) {
    return two_sided(beta_p(ends_a, ends_b, share), beta_p(ends_b, ends_a, 1 - share));
  }
  const double at_most = b.ends == 0 ? 1 : beta_p(ends_b, ends_a + 1, 1 - share);
  const double at_least = a.ends == 0 ? 1 : beta_p(ends_a, ends_b + 1, share);
  return two_sided(at_most, at_least);
}

MeanEstimate exponential_ratio(const Lives& a, const Lives& b) {
  MeanEstimate ratio;
  if (a.ends == 0 || b.ends == 0) {
    ratio.mean = a.ends == b.ends ? 1 : a.ends == 0 ? kInfinity : 0;
    ratio.interval = {0, kInfinity};
    ratio.lower_bound_only = true;
    return ratio;
  }
  const auto ends_a = static_cast<double>(a.ends);
  const auto ends_b = static_cast<double>(b.ends);
  ratio.mean = (a.sum / ends_a) / (b.sum / ends_b);
  const double width = normal_quantile(0.975) * std::sqrt(1 / ends_a + 1 / ends_b);
  ratio.interval = {ratio.mean * portable_exp(-width), ratio.mean * portable_exp(width)};
  return ratio;
}

double paired_p(std::span<const double> differences) {
  std::vector<double> real;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(real), [](double d) { return d != 0; });
  if (real.empty()) return 1;
  if (real.size() <= kMostFlips) return flip_p(real);
  const Summary s = summarise(differences);
  return s.standard_error > 0 ? student_p(s.mean / s.standard_error, static_cast<double>(s.count - 1)) : 0;
}

MeanEstimate student_mean(std::span<const double> values, double confidence) {
  const Summary s = summarise(values);
  MeanEstimate estimate{s.mean, {-kInfinity, kInfinity}, false};
  if (s.count < 2) return estimate;
  const double width = student_quantile(confidence, static_cast<double>(s.count - 1)) * s.standard_error;
  estimate.interval = {s.mean - width, s.mean + width};
  return estimate;
}

double welch_degrees(double error_a, double degrees_a, double error_b, double degrees_b) {
  constexpr double kMany = 1e7;
  const double a = error_a * error_a;
  const double b = error_b * error_b;
  const double parts = (a > 0 ? a * a / degrees_a : 0) + (b > 0 ? b * b / degrees_b : 0);
  return parts > 0 ? std::min((a + b) * (a + b) / parts, kMany) : kMany;
}

double welch_p(double difference, double error_a, double degrees_a, double error_b, double degrees_b) {
  const double error = std::hypot(error_a, error_b);
  if (difference == 0) return 1;
  if (!(error > 0)) return 0;
  return student_p(difference / error, welch_degrees(error_a, degrees_a, error_b, degrees_b));
}

Interval share_interval(std::uint64_t k, std::uint64_t n, double confidence) {
  assert(k <= n);
  if (n == 0) return {0, 1};
  const double tail = (1 - confidence) / 2;
  const auto hits = static_cast<double>(k);
  const auto misses = static_cast<double>(n - k);
  Interval interval{0, 1};
  if (k > 0) interval.low = quantile([&](double x) { return beta_p(hits, misses + 1, x); }, tail, 0, 1);
  if (k < n) interval.high = quantile([&](double x) { return beta_p(hits + 1, misses, x); }, 1 - tail, 0, 1);
  return interval;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return p[i] != p[j] ? p[i] < p[j] : i < j; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double scaled = p[order[rank]] * static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, scaled));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace stackwright
