// Tests of the random streams and engines: frozen values, independence, range, rough uniformity.
#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/distributions.h"
#include "core/engines.h"
#include "core/hash.h"

namespace stackwright {
namespace random_test {

constexpr Stream kTest{StreamKey{.seed = 1, .purpose = Purpose::test}};

/// Chi-square of counts against equal shares.
double chi_square(const std::vector<std::uint64_t>& counts) {
  std::uint64_t total = 0;
  for (const auto c : counts) total += c;
  const double expected = static_cast<double>(total) / static_cast<double>(counts.size());
  double sum = 0;
  for (const auto c : counts)
    sum += (static_cast<double>(c) - expected) * (static_cast<double>(c) - expected) / expected;
  return sum;
}

/// Fails for counts that chance gives once in a million.
void expect_uniform(const std::vector<std::uint64_t>& counts) {
  const auto degrees = static_cast<double>(counts.size() - 1);
  EXPECT_LT(chi_square(counts), chi_square_quantile(1 - 1e-6, degrees));
  EXPECT_GT(chi_square(counts), chi_square_quantile(1e-6, degrees));
}

TEST(Random, StreamsAreFrozen) {
  EXPECT_EQ(mix(0), 0u);
  EXPECT_EQ(mix(0x9e3779b97f4a7c15ULL), 0xe220a8397b1dcdafULL);  // the first number of SplitMix64 with seed 0
  const Stream s{StreamKey{.seed = 7, .purpose = Purpose::pieces, .generation = 1, .candidate = 2, .game = 3}};
  EXPECT_EQ(s.at(0), 0x861ce3a235eb0d81ULL);
  EXPECT_EQ(s.at(1), 0x9a6929d876c16763ULL);
  EXPECT_EQ(s.at(1'000'000'000'000), 0x202e49d8927d591aULL);
  const Stream pieces{StreamKey{}};
  std::string first;
  for (std::uint64_t i = 0; i < 20; ++i) first += "IOSZTLJ"[pieces.below(i, 7)];
  EXPECT_EQ(first, "ZZOJOJOOSZJJIJZTITTJ");
}

TEST(Random, EveryPartOfAKeyGivesAnotherStream) {
  std::set<std::uint64_t> firsts;
  std::size_t keys = 0;
  for (std::uint64_t seed : {0, 1, 2}) {
    for (const Purpose purpose :
         {Purpose::pieces, Purpose::misdrop, Purpose::optimiser, Purpose::bootstrap, Purpose::tie}) {
      for (std::uint64_t generation : {0, 1, 2}) {
        for (std::uint64_t candidate : {0, 1, 2}) {
          for (std::uint64_t game : {0, 1, 2}) {
            firsts.insert(Stream(StreamKey{seed, purpose, generation, candidate, game}).at(0));
            ++keys;
          }
        }
      }
    }
  }
  EXPECT_EQ(firsts.size(), keys);
}

TEST(Random, StreamsOfTwoPurposesAreIndependent) {
  const Stream a{StreamKey{.seed = 5, .purpose = Purpose::pieces}};
  const Stream b{StreamKey{.seed = 5, .purpose = Purpose::misdrop}};
  std::vector<std::uint64_t> pairs(49);
  for (std::uint64_t i = 0; i < 100'000; ++i) ++pairs[a.below(i, 7) * 7 + b.below(i, 7)];
  expect_uniform(pairs);
}

TEST(Random, NeighbouringNumbersAndGamesAreIndependent) {
  std::vector<std::uint64_t> pairs(49);
  for (std::uint64_t i = 0; i < 100'000; ++i) ++pairs[kTest.below(i, 7) * 7 + kTest.below(i + 1, 7)];
  expect_uniform(pairs);
  std::vector<std::uint64_t> games(49);
  for (std::uint64_t g = 0; g < 100'000; ++g) {
    const Stream s{StreamKey{.seed = 1, .game = g}}, next{StreamKey{.seed = 1, .game = g + 1}};
    ++games[s.below(0, 7) * 7 + next.below(0, 7)];
  }
  expect_uniform(games);
}

TEST(Random, BelowAndUnitStayInRange) {
  for (const std::uint32_t n : {1u, 2u, 7u, 1000u, 0xffffffffu}) {
    for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_LT(kTest.below(i, n), n);
    EXPECT_EQ(scaled(0, n), 0u);
    EXPECT_EQ(scaled(~std::uint64_t{0}, n), n - 1);
  }
  double sum = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const double u = kTest.unit(i);
    EXPECT_TRUE(u >= 0 && u < 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 5 * 0.2887 / 100);
}

TEST(Random, ScaledIsTheExactProduct) {
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::uint64_t bits = kTest.at(2 * i);
    const auto n = static_cast<std::uint32_t>(kTest.at(2 * i + 1));
    // Schoolbook product in four 32-bit digits.
    const std::uint64_t low = (bits & 0xffffffff) * n, high = (bits >> 32) * n;
    const std::uint64_t carry = ((low >> 32) + (high & 0xffffffff)) >> 32;
    EXPECT_EQ(scaled(bits, n), (high >> 32) + carry);
  }
}

TEST(Engines, R250_521IsFrozen) {
  R250_521 engine(kTest);
  EXPECT_EQ(engine.next32(), 0xa08c03bcu);
  EXPECT_EQ(engine.next32(), 0x15ac19aau);
  for (int i = 2; i < 10'000; ++i) engine.next32();
  EXPECT_EQ(engine.next(), 0xcd274295183045bbULL);
}

TEST(Engines, R250_521FollowsItsRecurrence) {
  // x(n) = x(n-103) ^ x(n-250) and y(n) = y(n-168) ^ y(n-521) as polynomials over GF(2) in the shift: their product
  // annihilates the combined sequence, so the sum over all nine sums of lags is zero.
  R250_521 engine(kTest);
  std::vector<std::uint32_t> out(5000);
  for (auto& word : out) word = engine.next32();
  for (std::size_t n = 771; n < out.size(); ++n) {
    std::uint32_t sum = 0;
    for (const std::size_t a : {0, 103, 250}) {
      for (const std::size_t b : {0, 168, 521}) sum ^= out[n - a - b];
    }
    ASSERT_EQ(sum, 0u) << n;
  }
}

TEST(Engines, R250_521BitsAreIndependent) {
  // Rank of 32 bit columns over many outputs: 32 only when no bit is a sum of others.
  R250_521 engine{Stream()};  // even a stream that is far from random is seeded well
  std::vector<std::uint32_t> basis;
  for (int i = 0; i < 1000; ++i) {
    std::uint32_t word = engine.next32();
    for (const std::uint32_t b : basis) word = std::min(word, word ^ b);
    if (word != 0) basis.push_back(word);
  }
  EXPECT_EQ(basis.size(), 32u);
}

TEST(Engines, AllAreRoughlyUniform) {
  const auto check = [](auto engine) {
    std::vector<std::uint64_t> counts(7), low_bits(16);
    for (int i = 0; i < 70'000; ++i) {
      ++counts[below(engine, 7)];
      ++low_bits[engine.next() & 15];
      const double u = unit(engine);
      ASSERT_TRUE(u >= 0 && u < 1);
    }
    expect_uniform(counts);
    expect_uniform(low_bits);
  };
  check(R250_521(kTest));
  check(SystemRandom());
}

TEST(Engines, CopiesContinueAlike) {
  R250_521 a(kTest);
  for (int i = 0; i < 777; ++i) a.next();
  R250_521 b = a;
  for (int i = 0; i < 777; ++i) EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(R250_521(kTest), R250_521(Stream(StreamKey{.seed = 2, .purpose = Purpose::test})));
}

TEST(Engines, SystemRandomDoesNotRepeat) {
  SystemRandom a, b;
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert({a.next(), b.next()});
  EXPECT_EQ(seen.size(), 2000u);
}

TEST(Hash, IsFrozenAndSensitive) {
  static_assert(hash_words({1, 2}) != hash_words({2, 1}));
  static_assert(hash_words({0}) != hash_words({0, 0}));
  static_assert(hash_text("ab") != hash_text("ba") && hash_text("") != hash_text(std::string_view("\0", 1)));
  EXPECT_EQ(hash_words({1, 2, 3}), 0x9224636e833d5d98ULL);
  EXPECT_EQ(hash_text("stackwright"), 0xfbc139629cbe9853ULL);
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 100; ++i) {
    for (std::uint64_t j = 0; j < 100; ++j) seen.insert(hash_words({i, j}));
  }
  EXPECT_EQ(seen.size(), 10'000u);
}

}  // namespace random_test
}  // namespace stackwright
