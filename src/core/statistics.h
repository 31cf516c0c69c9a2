// Means, medians and intervals of game results; in portable arithmetic, so reports agree on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/random.h"

namespace stackwright {

struct Interval {
  double low = 0;
  double high = 0;  // infinite where there is only a lower bound
};

/// What a sample looks like; all zero for an empty one.
struct Summary {
  std::uint64_t count = 0;
  double mean = 0;
  double median = 0;
  double min = 0;
  double max = 0;
  double standard_error = 0;  // of the mean: sample deviation / sqrt(count); 0 for a single value
};

Summary summarise(std::span<const double> values);

/// The p-quantile of a sorted sample, linear between its points (Hyndman and Fan's type 7).
double quantile_of_sorted(std::span<const double> sorted, double p);

/// Why observation ended: every unit was watched to its end (or to a set number of ends), or a limit cut some off.
enum class Observed : std::uint8_t { to_the_end, to_a_limit };

struct MeanEstimate {
  double mean = 0;  // infinite when nothing ended
  Interval interval;
  bool lower_bound_only = false;
};

/// Mean of an exponential life from the sum of all lives (cut off or not) and the number of ends d. The interval is
/// 2 sum / chi-square, with 2d degrees on both sides when watched to the end, and 2d + 2 for the low side when cut off
/// by a limit (Epstein and Sobel 1953; Lawless, Statistical Models and Methods for Lifetime Data, 4.1). With d = 0 only
/// the one-sided lower bound sum / -ln(1 - confidence) is known.
MeanEstimate exponential_mean(double sum, std::uint64_t ends, Observed observed, double confidence = 0.95);

/// Percentile bootstrap of a statistic (Efron 1979): `resamples` samples drawn with replacement by the stream.
using Statistic = std::function<double(std::span<const double>)>;
Interval bootstrap(std::span<const double> values, const Statistic& statistic, const Stream& stream,
                   std::uint32_t resamples = 2000, double confidence = 0.95);

/// Interval of the mean by percentile bootstrap.
Interval bootstrap_mean(std::span<const double> values, const Stream& stream, std::uint32_t resamples = 2000,
                        double confidence = 0.95);

}  // namespace stackwright
