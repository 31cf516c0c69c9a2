// Means, medians and intervals of game results.
#include "core/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/distributions.h"
#include "core/math.h"

namespace stackwright {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Summary summarise(std::span<const double> values) {
  Summary s;
  if (values.empty()) return s;
  const auto n = static_cast<double>(values.size());
  s.count = values.size();
  s.mean = mean_of(values);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  s.median = quantile_of_sorted(sorted, 0.5);
  s.min = sorted.front();
  s.max = sorted.back();
  if (values.size() > 1) {
    double squares = 0;
    for (const double v : values) squares += (v - s.mean) * (v - s.mean);
    s.standard_error = std::sqrt(squares / (n - 1) / n);
  }
  return s;
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  assert(!sorted.empty() && p >= 0 && p <= 1);
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double share = place - static_cast<double>(below);
  return sorted[below] * (1 - share) + sorted[below + 1] * share;
}

MeanEstimate exponential_mean(double sum, std::uint64_t ends, Observed observed, double confidence) {
  assert(sum >= 0 && confidence > 0 && confidence < 1);
  const double outside = 1 - confidence;
  MeanEstimate estimate;
  if (ends == 0) {
    estimate.mean = kInfinity;
    estimate.interval = {sum / -portable_log(outside), kInfinity};
    estimate.lower_bound_only = true;
    return estimate;
  }
  const auto d = static_cast<double>(ends);
  const double low_degrees = observed == Observed::to_a_limit ? 2 * d + 2 : 2 * d;
  estimate.mean = sum / d;
  estimate.interval.low = 2 * sum / chi_square_quantile(1 - outside / 2, low_degrees);
  estimate.interval.high = 2 * sum / chi_square_quantile(outside / 2, 2 * d);
  return estimate;
}

Interval bootstrap(std::span<const double> values, const Statistic& statistic, const Stream& stream,
                   std::uint32_t resamples, double confidence) {
  assert(!values.empty() && resamples > 0 && confidence > 0 && confidence < 1);
  const auto n = static_cast<std::uint32_t>(values.size());
  std::vector<double> sample(values.size());
  std::vector<double> results(resamples);
  std::uint64_t index = 0;
  for (double& result : results) {
    for (double& value : sample) value = values[stream.below(index++, n)];
    result = statistic(sample);
  }
  std::sort(results.begin(), results.end());
  const double outside = 1 - confidence;
  return {quantile_of_sorted(results, outside / 2), quantile_of_sorted(results, 1 - outside / 2)};
}

Interval bootstrap_mean(std::span<const double> values, const Stream& stream, std::uint32_t resamples,
                        double confidence) {
  return bootstrap(values, mean_of, stream, resamples, confidence);
}

}  // namespace stackwright
