// Tests of statistics: published table values, and coverage of the intervals by simulation with a fixed seed.
#include "core/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/distributions.h"
#include "core/math.h"

namespace stackwright {
namespace statistics_test {

constexpr Stream kStream{StreamKey{.seed = 11, .purpose = Purpose::test}};

double exponential(std::uint64_t index, double mean) { return -mean * portable_log(1 - kStream.unit(index)); }

TEST(Statistics, Summary) {
  const std::vector<double> values{4, 1, 3, 2};
  const Summary s = summarise(values);
  EXPECT_EQ(s.count, 4u);
  EXPECT_EQ(s.mean, 2.5);
  EXPECT_EQ(s.median, 2.5);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.max, 4);
  EXPECT_NEAR(s.standard_error, std::sqrt(5.0 / 3 / 4), 1e-15);
  EXPECT_EQ(summarise(std::vector<double>{7, 9, 8}).median, 8);
  EXPECT_EQ(summarise(std::vector<double>{7}).standard_error, 0);
  EXPECT_EQ(summarise({}).count, 0u);
}

TEST(Statistics, QuantileOfSorted) {
  const std::vector<double> sorted{10, 20, 30, 40, 50};
  EXPECT_EQ(quantile_of_sorted(sorted, 0), 10);
  EXPECT_EQ(quantile_of_sorted(sorted, 1), 50);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.5), 30);
  EXPECT_NEAR(quantile_of_sorted(sorted, 0.1), 14, 1e-12);
}

// Wichura's own check values, and the usual tables.
TEST(Distributions, NormalQuantile) {
  EXPECT_NEAR(normal_quantile(0.25), -0.6744897501960817, 1e-15);
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306167814, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-20), -9.262340089798408, 1e-14);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
  EXPECT_EQ(normal_quantile(0.5), 0);
  for (double p = 0.01; p < 1; p += 0.01) {
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)), p, 1e-14);
  }
}

TEST(Distributions, LogGamma) {
  for (const double x : {0.01, 0.5, 1.0, 1.5, 2.0, 3.7, 9.99, 10.0, 171.0, 1e6}) {
    EXPECT_NEAR(log_gamma(x), std::lgamma(x), 1e-14 * std::max(1.0, std::abs(std::lgamma(x)))) << x;
  }
}

// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, and Abramowitz and Stegun, table 26.8.
TEST(Distributions, ChiSquareTables) {
  struct Row {
    double degrees, p, quantile;
  };
  for (const Row& row :
       {Row{1, 0.95, 3.841459}, Row{2, 0.95, 5.991465}, Row{10, 0.95, 18.307038}, Row{10, 0.05, 3.940299},
        Row{1, 0.005, 0.000039}, Row{1, 0.995, 7.879439}, Row{3, 0.975, 9.348404}, Row{5, 0.01, 0.554298},
        Row{30, 0.025, 16.790772}, Row{30, 0.99, 50.892181}, Row{100, 0.975, 129.561197}, Row{100, 0.025, 74.221927}}) {
    EXPECT_NEAR(chi_square_quantile(row.p, row.degrees), row.quantile, 1e-6) << row.degrees << " " << row.p;
  }
}

TEST(Distributions, ChiSquareClosedForms) {
  for (double p = 0.001; p < 1; p += 0.037) {
    // Two degrees are an exponential, one is a squared normal.
    EXPECT_NEAR(chi_square_quantile(p, 2), -2 * std::log(1 - p), 1e-12);
    EXPECT_NEAR(chi_square_quantile(p, 1), std::pow(normal_quantile((1 + p) / 2), 2), 1e-12);
    for (const double degrees : {0.5, 3.0, 17.0, 400.0, 20'000.0}) {
      EXPECT_NEAR(chi_square_cdf(chi_square_quantile(p, degrees), degrees), p, 1e-11);
    }
  }
  EXPECT_EQ(chi_square_quantile(0, 4), 0);
  EXPECT_TRUE(std::isinf(chi_square_quantile(1, 4)));
  EXPECT_EQ(chi_square_cdf(0, 4), 0);
  EXPECT_NEAR(chi_square_cdf(1e4, 4), 1, 1e-15);
}

TEST(Statistics, ExponentialMeanOfTables) {
  // 2 * 1000 / 34.170 and 2 * 1000 / 9.591: ten ends, chi-square with 20 degrees.
  const MeanEstimate e = exponential_mean(1000, 10, Observed::to_the_end);
  EXPECT_EQ(e.mean, 100);
  EXPECT_NEAR(e.interval.low, 2000 / 34.169607, 1e-5);
  EXPECT_NEAR(e.interval.high, 2000 / 9.590777, 1e-5);
  const MeanEstimate cut = exponential_mean(1000, 10, Observed::to_a_limit);
  EXPECT_NEAR(cut.interval.low, 2000 / 36.780712, 1e-5) << "22 degrees";
  EXPECT_EQ(cut.interval.high, e.interval.high);
}

TEST(Statistics, NoEndGivesALowerBound) {
  const MeanEstimate e = exponential_mean(1000, 0, Observed::to_a_limit);
  EXPECT_TRUE(e.lower_bound_only);
  EXPECT_TRUE(std::isinf(e.mean) && std::isinf(e.interval.high));
  EXPECT_NEAR(e.interval.low, 1000 / 2.995732, 1e-3) << "the rule of three";
}

TEST(Statistics, ExponentialIntervalCovers) {
  constexpr int kTrials = 4000, kGames = 8;
  int covered = 0;
  for (int t = 0; t < kTrials; ++t) {
    double sum = 0;
    for (int g = 0; g < kGames; ++g) sum += exponential(static_cast<std::uint64_t>(t * kGames + g), 50);
    const Interval i = exponential_mean(sum, kGames, Observed::to_the_end).interval;
    covered += i.low <= 50 && 50 <= i.high;
  }
  EXPECT_NEAR(covered / double{kTrials}, 0.95, 5 * std::sqrt(0.95 * 0.05 / kTrials));
}

TEST(Statistics, CensoredIntervalCovers) {
  constexpr int kTrials = 4000, kGames = 8;
  constexpr double kLimit = 40;
  int covered = 0;
  for (int t = 0; t < kTrials; ++t) {
    double sum = 0;
    std::uint64_t ends = 0;
    for (int g = 0; g < kGames; ++g) {
      const double life = exponential(static_cast<std::uint64_t>(t * kGames + g), 50);
      sum += std::min(life, kLimit);
      ends += life < kLimit ? 1 : 0;
    }
    const Interval i = exponential_mean(sum, ends, Observed::to_a_limit).interval;
    covered += i.low <= 50 && 50 <= i.high;
  }
  EXPECT_GT(covered / double{kTrials}, 0.94) << "the interval for cut-off games is on the safe side";
  EXPECT_LT(covered / double{kTrials}, 0.99);
}

TEST(Statistics, BootstrapIsReproducibleAndCovers) {
  constexpr int kTrials = 300, kSize = 40;
  int covered = 0;
  for (int t = 0; t < kTrials; ++t) {
    std::vector<double> sample;
    for (int i = 0; i < kSize; ++i) sample.push_back(kStream.unit(static_cast<std::uint64_t>(t * kSize + i)));
    const Stream stream{StreamKey{.seed = 1, .purpose = Purpose::bootstrap, .game = static_cast<std::uint64_t>(t)}};
    const Interval i = bootstrap_mean(sample, stream, 400);
    const Interval again = bootstrap_mean(sample, stream, 400);
    ASSERT_EQ(i.low, again.low);
    ASSERT_EQ(i.high, again.high);
    covered += i.low <= 0.5 && 0.5 <= i.high;
  }
  EXPECT_NEAR(covered / double{kTrials}, 0.94, 0.05);
  const Interval one = bootstrap_mean(std::vector<double>{3}, kStream, 10);
  EXPECT_EQ(one.low, 3);
  EXPECT_EQ(one.high, 3);
}

TEST(Statistics, BootstrapOfAnyStatistic) {
  const std::vector<double> values{1, 2, 3, 4, 100};
  const Interval i = bootstrap(
      values, [](std::span<const double> v) { return summarise(v).median; }, kStream);
  EXPECT_GE(i.low, 1);
  EXPECT_LE(i.high, 100);
  EXPECT_LT(i.low, 3);
  EXPECT_GT(i.high, 3);
}

}  // namespace statistics_test
}  // namespace stackwright
