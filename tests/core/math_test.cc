// Tests of the portable logarithm and exponential: frozen bits, and closeness to the system's.
#include "core/math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/random.h"

namespace stackwright {
namespace math_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Stream kNumbers{StreamKey{.seed = 3, .purpose = Purpose::test}};

/// Distance in units of the last place of the expected value.
double ulps(double got, long double expected) {
  const double rounded = std::abs(static_cast<double>(expected));
  const double unit = std::nextafter(rounded, kInfinity) - rounded;
  return static_cast<double>(std::abs(got - expected)) / unit;
}

TEST(Math, LogIsFrozen) {
  for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{
           {0x1p+1, 0x1.62e42fefa39efp-1},
           {0x1.4p+3, 0x1.26bb1bbb55516p+1},
           {0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1},
           {0x1.7e43c8800759cp+996, 0x1.5963447f87fb5p+9},
           {0x0.0000000000001p-1022, -0x1.74385446d71c3p+9},
           {0x1.0000000000001p+0, 0x1.fffffffffffffp-53},
       }) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(portable_log(x)), std::bit_cast<std::uint64_t>(y)) << x;
  }
}

TEST(Math, ExpIsFrozen) {
  for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{
           {0x1p+0, 0x1.5bf0a8b145769p+1},
           {-0x1p+0, 0x1.78b56362cef38p-2},
           {0x1.999999999999ap-4, 0x1.1aec7b35a00d4p+0},
           {0x1.5e4p+9, 0x1.8625c7d4f56c2p+1010},
           {-0x1.74p+9, 0x0.0000000000002p-1022},
           {0x1.70ef54646d497p-57, 0x1p+0},
       }) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(portable_exp(x)), std::bit_cast<std::uint64_t>(y)) << x;
  }
}

TEST(Math, WithinOneUlp) {
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const double range = i % 4 == 0 ? 1400 : i % 4 == 1 ? 8 : i % 4 == 2 ? 0.5 : 0.01;
    const double y = (kNumbers.unit(i) - 0.5) * range;
    ASSERT_LT(ulps(portable_exp(y), std::exp(static_cast<long double>(y))), 1.0) << y;
    const double x = std::exp(y);
    ASSERT_LT(ulps(portable_log(x), std::log(static_cast<long double>(x))), 1.0) << x;
  }
}

TEST(Math, LogOfWholeNumbersGrows) {
  for (int n = 1; n < 100'000; ++n) ASSERT_LT(portable_log(n), portable_log(n + 1));
}

TEST(Math, Borders) {
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_log(0), -kInfinity);
  EXPECT_EQ(portable_log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_log(-1)));
  EXPECT_TRUE(std::isnan(portable_log(std::nan(""))));
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-kInfinity), 0);
  EXPECT_EQ(portable_exp(kInfinity), kInfinity);
  EXPECT_EQ(portable_exp(710), kInfinity);
  EXPECT_EQ(portable_exp(-746), 0);
  EXPECT_TRUE(std::isnan(portable_exp(std::nan(""))));
  EXPECT_LT(portable_exp(0x1.62e42fefa39efp+9), kInfinity);
  for (const double x : {-708.5, -720.25, -740.0, -745.1}) EXPECT_LE(ulps(portable_exp(x), std::exp(x)), 1.0) << x;
}

TEST(Math, PowersAndBack) {
  EXPECT_NEAR(portable_pow(2, 0.5), std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(portable_pow(10, -3), 1e-3, 1e-17);
  for (double x = -20; x < 20; x += 0.37) EXPECT_NEAR(portable_log(portable_exp(x)), x, 1e-14);
}

}  // namespace math_test
}  // namespace stackwright
