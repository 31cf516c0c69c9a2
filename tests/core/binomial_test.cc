// The binomial test: textbook values, symmetry, nothing to compare.
#include "core/binomial.h"

#include <gtest/gtest.h>

namespace stackwright {
namespace binomial_test {

TEST(SignTest, SmallCasesByHand) {
  EXPECT_NEAR(sign_test(5, 0), 2.0 / 32, 1e-14);
  EXPECT_NEAR(sign_test(1, 9), 2 * 11.0 / 1024, 1e-14);
  EXPECT_NEAR(sign_test(8, 2), 2 * 56.0 / 1024, 1e-14);
  EXPECT_EQ(sign_test(0, 0), 1);
  EXPECT_EQ(sign_test(7, 7), 1);
}

TEST(SignTest, IsSymmetricAndFallsWithTheDifference) {
  for (std::uint64_t wins = 100; wins < 200; ++wins) {
    EXPECT_EQ(sign_test(wins, 200 - wins), sign_test(200 - wins, wins));
    EXPECT_LT(sign_test(wins + 1, 199 - wins), sign_test(wins, 200 - wins) + 1e-15);
  }
  EXPECT_NEAR(sign_test(60, 40), 0.05688793, 1e-7);  // a table of the binomial distribution
}

}  // namespace binomial_test
}  // namespace stackwright
