// Tests of differences between players: exponential lives, paired scores, repeated runs; and what many tests at once cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/statistics.h"

namespace stackwright {

/// Two-sided p of Student's t.
double student_p(double t, double degrees);
/// The value that |t| exceeds with probability 1 - confidence.
double student_quantile(double confidence, double degrees);

/// Lives of one kind: the sum of all lengths, and how many of them were watched to their end.
struct Lives {
  double sum = 0;
  std::uint64_t count = 0;
  std::uint64_t ends = 0;
};

/// Two-sided p that two kinds of exponential lives have the same mean. All watched to the end: the exact F test of the
/// ratio of means. Some cut off by a limit: given all ends, those of one kind are binomial with its share of the time.
double exponential_p(const Lives& a, const Lives& b);

/// Ratio of the means of a and b with its 95 % interval on the log scale (1/ends is the variance of a log mean); infinite
/// or zero ends where nothing ended.
MeanEstimate exponential_ratio(const Lives& a, const Lives& b);

/// Two-sided p that paired differences are symmetric around 0: all sign changes counted for up to 20 pairs that differ
/// (Fisher's exact test), Student's t beyond.
double paired_p(std::span<const double> differences);

/// The mean of a sample with Student's interval; infinite on both sides for a single value.
MeanEstimate student_mean(std::span<const double> values, double confidence = 0.95);

/// Degrees of freedom of a difference of two estimates (Welch and Satterthwaite), from their standard errors and degrees.
double welch_degrees(double error_a, double degrees_a, double error_b, double degrees_b);

/// Two-sided p that two estimates with these standard errors and degrees of freedom are of the same quantity (Welch).
double welch_p(double difference, double error_a, double degrees_a, double error_b, double degrees_b);

/// Exact interval of a share: k of n (Clopper and Pearson 1934).
Interval share_interval(std::uint64_t k, std::uint64_t n, double confidence = 0.95);

/// p values corrected for their number, in the same order (Holm 1979).
std::vector<double> holm(std::span<const double> p);

}  // namespace stackwright
