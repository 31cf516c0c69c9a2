// Tests of selection and mating: worked examples and frequencies.
#include "optim/selection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "core/distributions.h"

namespace stackwright::optim {
namespace selection_test {

using Places = std::vector<std::size_t>;
const std::vector<double> kFitness{4, 3, 2, 1};

/// Fails for counts that chance gives once in a million.
void expect_shares(const std::map<std::size_t, double>& counts, const std::vector<double>& shares) {
  double total = 0;
  double sum = 0;
  for (const double s : shares) sum += s;
  for (const auto& [place, count] : counts) total += count;
  double chi_square = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double expected = total * shares[i] / sum;
    const double count = counts.contains(i) ? counts.at(i) : 0;
    EXPECT_TRUE(expected > 0 || count == 0);
    if (expected > 0) chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, chi_square_quantile(1 - 1e-6, static_cast<double>(shares.size() - 1)));
}

std::map<std::size_t, double> counts_of(SelectionSettings settings, const std::vector<double>& fitness) {
  std::map<std::size_t, double> counts;
  Draws draws(1, 0, 0, Use::selection);
  for (const std::size_t i : select(settings, fitness, 20'000, draws).draws) ++counts[i];
  return counts;
}

TEST(Selection, WheelSharesAreFitnessAboveTheLeast) {
  EXPECT_EQ(wheel_shares(kFitness), (std::vector<double>{1, 0.75, 0.5, 0.25}));
  EXPECT_EQ(wheel_shares(std::vector<double>{1, 0, -1}), (std::vector<double>{1, 0.5, 0}));
  EXPECT_EQ(wheel_shares(std::vector<double>{0, 0}), (std::vector<double>{1, 1}));
  EXPECT_EQ(wheel_shares(std::vector<double>{-3, -3}), (std::vector<double>{1, 1}));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(wheel_shares(std::vector<double>{2, 1, -kInfinity}), (std::vector<double>{1, 0.5, 0}));
  EXPECT_EQ(wheel_shares(std::vector<double>{1e308, -1e308}), (std::vector<double>{1, 0}));
}

TEST(Selection, PlacesOnTheWheel) {
  const std::vector<double> shares{2, 0, 1};
  EXPECT_EQ(place_on_wheel(shares, 0), 0u);
  EXPECT_EQ(place_on_wheel(shares, 1.99), 0u);
  EXPECT_EQ(place_on_wheel(shares, 2), 2u);
  EXPECT_EQ(place_on_wheel(shares, 3), 2u);
}

TEST(Selection, UniversalSamplingHasEquallySpacedPointers) {
  // Shares 4 3 2 1, ten pointers at 0.5, 1.5, ..., 9.5: exactly 4 3 2 1 of each.
  EXPECT_EQ(universal_sample(kFitness, 10, 0.5), (Places{0, 0, 0, 0, 1, 1, 1, 2, 2, 3}));
  // Five pointers two apart, the first at 1: 1, 3 | 5 | 7, 9.
  EXPECT_EQ(universal_sample(kFitness, 5, 0.5), (Places{0, 0, 1, 2, 3}));
  EXPECT_EQ(universal_sample(kFitness, 2, 0), (Places{0, 1}));
}

TEST(Selection, TruncationTakesTheBestShareEqually) {
  std::vector<double> fitness(10, 0.0);
  Draws draws(1, 0, 0, Use::selection);
  EXPECT_EQ(select({.kind = Selection::truncation, .share = 0.3}, fitness, 5, draws).members, (Places{0, 1, 2}));
  EXPECT_EQ(select({.kind = Selection::truncation, .share = 0}, fitness, 5, draws).members, (Places{0, 1}));
  expect_shares(counts_of({.kind = Selection::truncation, .share = 0.4}, fitness), {1, 1, 1, 1, 0, 0, 0, 0, 0, 0});
}

TEST(Selection, FrequenciesOfRouletteUniversalAndRank) {
  expect_shares(counts_of({.kind = Selection::roulette}, kFitness), {4, 3, 2, 1});
  expect_shares(counts_of({.kind = Selection::sus}, kFitness), {4, 3, 2, 1});
  const std::vector<double> wild{1000, 3, 2, -1e6};
  expect_shares(counts_of({.kind = Selection::rank}, wild), {4, 3, 2, 1});
}

TEST(Selection, UniversalSamplingHasNoSpread) {
  const auto counts = counts_of({.kind = Selection::sus}, kFitness);
  EXPECT_NEAR(counts.at(0), 16'000, 1);
  EXPECT_NEAR(counts.at(3), 4'000, 1);
}

TEST(Selection, TournamentFrequencies) {
  // The best of k draws is place i with chance ((n - i)^k - (n - i - 1)^k) / n^k.
  expect_shares(counts_of({.kind = Selection::tournament, .tournament = 2}, kFitness), {7, 5, 3, 1});
  expect_shares(counts_of({.kind = Selection::tournament, .tournament = 3}, kFitness), {37, 19, 7, 1});
  expect_shares(counts_of({.kind = Selection::tournament, .tournament = 1}, kFitness), {1, 1, 1, 1});
}

TEST(Selection, BestTwoOfASample) {
  Draws draws(1, 0, 0, Use::selection);
  const Selected all = select({.kind = Selection::best_two_of_sample, .sample = 20}, kFitness, 3, draws);
  EXPECT_EQ(all.draws, (Places{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(all.members, (Places{0, 1}));
  // Of two out of four both are taken: every place equally often, and the pair is in order.
  const SelectionSettings two{.kind = Selection::best_two_of_sample, .sample = 2};
  expect_shares(counts_of(two, kFitness), {1, 1, 1, 1});
  const Selected pairs = select(two, kFitness, 100, draws);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_LT(pairs.draws[2 * i], pairs.draws[2 * i + 1]);
  // Of three out of four, place 0 misses one sample in four, place 2 comes in only when 0 or 1 does not, 3 never.
  expect_shares(counts_of({.kind = Selection::best_two_of_sample, .sample = 3}, kFitness), {3, 3, 2, 0});
}

TEST(Mating, AnyTwoAreDifferent) {
  const Selected selected{{0, 3, 5}, {3, 3, 0, 5}};
  std::set<std::size_t> others;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Draws draws(1, 0, i, Use::mating);
    const auto [a, b] = mate(Mating::any_two, selected, 0, draws);
    EXPECT_EQ(a, 3u);
    others.insert(b);
  }
  EXPECT_EQ(others, (std::set<std::size_t>{0, 5}));
  Draws draws(1, 0, 0, Use::mating);
  EXPECT_EQ(mate(Mating::any_two, selected, 1, draws), (std::pair<std::size_t, std::size_t>{0, 5}));
  const Selected alone{{2}, {2, 2}};
  EXPECT_EQ(mate(Mating::any_two, alone, 0, draws), (std::pair<std::size_t, std::size_t>{2, 2}));
}

TEST(Mating, TheSecondIsFitterThanTheFirst) {
  const Selected selected{{0, 1, 4, 7}, {4, 7, 0, 0}};
  std::map<std::size_t, double> seconds;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Draws draws(1, 0, i, Use::mating);
    const auto [a, b] = mate(Mating::fitter_second, selected, 0, draws);
    EXPECT_EQ(a, 4u);
    ++seconds[b];
    const auto [c, d] = mate(Mating::fitter_second, selected, 1, draws);  // nobody is fitter than 0: another first
    EXPECT_LT(d, c);
  }
  expect_shares(seconds, {1, 1});
}

}  // namespace selection_test
}  // namespace stackwright::optim
