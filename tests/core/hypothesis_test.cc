// Tests of differences against sums by hand, published tables and simulated players.
#include "core/hypothesis.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/distributions.h"
#include "core/random.h"
#include "core/survival.h"

namespace stackwright {
namespace hypothesis_test {

double choose(int n, int k) {
  double c = 1;
  for (int i = 1; i <= k; ++i) c = c * (n - k + i) / i;
  return c;
}

/// P(X >= k) of a binomial, term by term.
double binomial_tail(int n, int k, double p) {
  double sum = 0;
  for (int i = k; i <= n; ++i) sum += choose(n, i) * std::pow(p, i) * std::pow(1 - p, n - i);
  return sum;
}

TEST(Beta, IsTheTailOfABinomial) {
  for (const int n : {1, 2, 5, 12, 30}) {
    for (int k = 1; k <= n; ++k) {
      for (const double p : {0.01, 0.2, 0.5, 0.77, 0.99}) {
        EXPECT_NEAR(beta_p(k, n - k + 1, p), binomial_tail(n, k, p), 1e-12) << n << " " << k << " " << p;
      }
    }
  }
}

TEST(Beta, IsSymmetricAndTrueForLargeParameters) {
  for (const double x : {0.1, 0.4, 0.9}) {
    EXPECT_NEAR(beta_p(2.5, 7, x), 1 - beta_p(7, 2.5, 1 - x), 1e-14);
  }
  EXPECT_EQ(beta_p(3, 4, 0), 0);
  EXPECT_EQ(beta_p(3, 4, 1), 1);
  EXPECT_NEAR(beta_p(20000, 20000, 0.5), 0.5, 1e-9);
  // Nearly normal: mean 1/2, deviation 1 / sqrt(4 * 40001).
  EXPECT_NEAR(beta_p(20000, 20000, 0.5 + 1.959964 / std::sqrt(4 * 40001.0)), 0.975, 1e-4);
}

TEST(Student, PrintedQuantiles) {
  // Two-sided 5 % points of the usual tables.
  EXPECT_NEAR(student_quantile(0.95, 1), 12.7062, 1e-4);
  EXPECT_NEAR(student_quantile(0.95, 2), 4.30265, 1e-5);
  EXPECT_NEAR(student_quantile(0.95, 10), 2.22814, 1e-5);
  EXPECT_NEAR(student_quantile(0.95, 30), 2.04227, 1e-5);
  EXPECT_NEAR(student_quantile(0.95, 1e6), 1.95996, 1e-4);
  EXPECT_NEAR(student_p(2.22814, 10), 0.05, 1e-6);
  EXPECT_NEAR(student_p(-2.22814, 10), 0.05, 1e-6);
  EXPECT_EQ(student_p(0, 5), 1);
}

TEST(Share, ClopperAndPearson) {
  EXPECT_NEAR(share_interval(6, 10).low, 0.26238, 1e-5);
  EXPECT_NEAR(share_interval(6, 10).high, 0.87845, 1e-5);
  EXPECT_EQ(share_interval(0, 10).low, 0);
  EXPECT_NEAR(share_interval(0, 10).high, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(share_interval(10, 10).high, 1);
}

TEST(Holm, WorkedExample) {
  // Sorted 0.005 0.01 0.03 0.04 times 4 3 2 1, never falling.
  const std::vector<double> adjusted = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_EQ(holm(std::vector<double>{0.7, 0.9})[1], 1);
  EXPECT_TRUE(holm({}).empty());
}

TEST(Paired, CountsSignChanges) {
  EXPECT_DOUBLE_EQ(paired_p(std::vector<double>{1, 2, 3}), 0.25);  // only +++ and ---
  EXPECT_DOUBLE_EQ(paired_p(std::vector<double>{1, 2, -3}), 1);    // a sum of 0 is as far as any
  EXPECT_DOUBLE_EQ(paired_p(std::vector<double>{5, 1, 0, -1}),
                   0.75);  // of 7, 5, 5 and 3 both ways, only 3 is nearer than 5
  EXPECT_DOUBLE_EQ(paired_p(std::vector<double>(10, 0.1)), 2.0 / 1024);
  EXPECT_EQ(paired_p(std::vector<double>{0, 0}), 1);
  std::vector<double> many;
  for (int i = 0; i < 40; ++i) many.push_back(i % 2 == 0 ? 1.0 : 3.0);  // mean 2, deviation sqrt(40/39)
  const double t = 2 / (std::sqrt(40.0 / 39) / std::sqrt(40.0));
  EXPECT_NEAR(paired_p(many), student_p(t, 39), 1e-15);
}

TEST(Welch, EqualSizesAndErrors) {
  // Equal errors and degrees: the degrees add up.
  EXPECT_NEAR(welch_p(3, 1, 5, 1, 5), student_p(3 / std::sqrt(2.0), 10), 1e-12);
  EXPECT_NEAR(welch_p(3, 1, 5, 0, 5), student_p(3, 5), 1e-12);
  EXPECT_NEAR(welch_degrees(2, 4, 1, 9), 25.0 / (16.0 / 4 + 1.0 / 9), 1e-12);
  EXPECT_EQ(welch_p(0, 1, 5, 1, 5), 1);
  EXPECT_EQ(welch_p(2, 0, 5, 0, 5), 0);
}

/// With one end each, a / (a + b) is uniform: p is twice the smaller share.
TEST(Exponential, OneLifeEach) {
  EXPECT_NEAR(exponential_p({9, 1, 1}, {1, 1, 1}), 0.2, 1e-12);
  EXPECT_NEAR(exponential_p({1, 1, 1}, {9, 1, 1}), 0.2, 1e-12);
  EXPECT_NEAR(exponential_p({5, 1, 1}, {5, 1, 1}), 1, 1e-12);
}

/// Cut off: five ends of one kind and none of the other after equal times are like five heads: 2 / 2^5.
TEST(Exponential, CutOffLivesAreBinomial) {
  EXPECT_NEAR(exponential_p({100, 10, 0}, {100, 10, 5}), 2.0 / 32, 1e-12);
  EXPECT_NEAR(exponential_p({100, 10, 5}, {100, 10, 0}), 2.0 / 32, 1e-12);
  EXPECT_EQ(exponential_p({100, 10, 0}, {300, 10, 0}), 1);
  // Three times the time: P(X <= 1) of Bin(4, 3/4), both sides.
  EXPECT_NEAR(exponential_p({300, 9, 1}, {100, 9, 3}), 2 * (1 - binomial_tail(4, 2, 0.75)), 1e-12);
}

double exponential(const Stream& random, std::uint64_t i, double mean) { return -mean * std::log(1 - random.unit(i)); }

/// Equal players are called different in about 5 % of matches, and players three times as good in nearly all.
TEST(Exponential, SimulatedPlayers) {
  const Stream random({.seed = 5, .purpose = Purpose::test});
  std::uint64_t index = 0;
  for (const double limit : {1e9, 1.5}) {
    int false_alarms = 0;
    int found = 0;
    int covered = 0;
    constexpr int kMatches = 2000;
    for (int match = 0; match < kMatches; ++match) {
      Lives lives[3];
      for (int player = 0; player < 3; ++player) {
        for (int game = 0; game < 30; ++game) {
          const double length = exponential(random, index++, player == 2 ? 3 : 1);
          lives[player].sum += std::min(length, limit);
          lives[player].count += 1;
          lives[player].ends += length < limit ? 1 : 0;
        }
      }
      false_alarms += exponential_p(lives[0], lives[1]) < 0.05 ? 1 : 0;
      found += exponential_p(lives[0], lives[2]) < 0.05 ? 1 : 0;
      const MeanEstimate ratio = exponential_ratio(lives[2], lives[0]);
      covered += ratio.interval.low <= 3 && ratio.interval.high >= 3 ? 1 : 0;
    }
    EXPECT_LT(false_alarms, kMatches * 0.065) << limit;
    EXPECT_GT(false_alarms, kMatches * 0.015) << limit;
    EXPECT_GT(found, kMatches * 0.8) << limit;  // 30 games, half of them cut off, cannot tell more
    EXPECT_GT(covered, kMatches * 0.93) << limit;
    EXPECT_LT(covered, kMatches * 0.985) << limit;
  }
}

/// Freireich et al. 1963: remission under 6-mercaptopurine, the example of every textbook.
TEST(Survival, TextbookExample) {
  std::vector<Life> lives;
  for (const double t : {6, 6, 6, 7, 10, 13, 16, 22, 23}) lives.push_back({t, true});
  for (const double t : {6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35}) lives.push_back({t, false});
  const std::vector<SurvivalStep> curve = kaplan_meier(lives);
  const double lengths[] = {6, 7, 10, 13, 16, 22, 23};
  const double alive[] = {0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448};
  const std::uint64_t at_risk[] = {21, 17, 15, 12, 11, 7, 6};
  ASSERT_EQ(curve.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(curve[i].length, lengths[i]);
    EXPECT_NEAR(curve[i].alive, alive[i], 5e-4);
    EXPECT_EQ(curve[i].at_risk, at_risk[i]);
  }
  EXPECT_EQ(median_life(curve), 23);
}

TEST(Survival, MedianWithoutCutsIsThePlainOne) {
  const auto median = [](std::initializer_list<double> lengths) {
    std::vector<Life> lives;
    for (const double length : lengths) lives.push_back({length, true});
    return median_life(kaplan_meier(lives));
  };
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({1, 2, 4, 9}), 3);
  EXPECT_EQ(median({7}), 7);
  EXPECT_FALSE(median_life({}).has_value());
  const std::vector<Life> mostly_cut{{1, true}, {5, false}, {5, false}};
  EXPECT_FALSE(median_life(kaplan_meier(mostly_cut)).has_value());
}

}  // namespace hypothesis_test
}  // namespace stackwright
