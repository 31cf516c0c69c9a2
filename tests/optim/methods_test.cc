// Tests of cross-entropy, xNES, random search, and of the linear algebra below.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/random.h"
#include "optim/cross_entropy.h"
#include "optim/functions.h"
#include "optim/symmetric.h"
#include "optim/xnes.h"

namespace stackwright::optim {
namespace methods_test {

TEST(CrossEntropyTest, NoiseFallsAsInThePaper) {
  // Genes first in [-10, 10]: variance 100, noise max(5 - t/10, 0).
  const CrossEntropy method({}, space_of(2, -10, 10), 1);
  EXPECT_EQ(method.spread()[0], 10);
  for (const std::uint64_t t : {0, 10, 49, 50, 80}) {
    EXPECT_NEAR(100 * method.noise_after(t), std::max(5 - static_cast<double>(t) / 10, 0.0), 1e-12);
  }
}

TEST(CrossEntropyTest, FitsTheBestAndAddsNoise) {
  CrossEntropySettings settings;
  settings.population = 10;
  settings.elite = 0.2;
  settings.noise_generations = 0;
  CrossEntropy method(settings, space_of(1, -10, 10), 1);
  const double a = method.ask().candidates[3][0];
  const double b = method.ask().candidates[7][0];
  method.tell(std::vector<double>{0, 0, 0, 2, 0, 0, 0, 1, 0, 0});
  EXPECT_NEAR(method.favourite()[0], (a + b) / 2, 1e-12);
  EXPECT_NEAR(method.spread()[0], std::sqrt((a - b) * (a - b) / 4 + 5), 1e-12);
}

TEST(CrossEntropyTest, EndsWhenNothingIsLeftToSample) {
  Optimiser method = made("cross-entropy", {{"elite", "0"}, {"noise", "0"}}, space_of(2, -1, 1));
  EXPECT_EQ(method.exhausted(), "");
  step(method, sphere);
  EXPECT_EQ(method.exhausted(), "the distribution has shrunk to a point");
}

TEST(XnesTest, EvaluationsToTheTarget) {
  const auto cigar = [](const Genes& x) {
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    const double along = sum * sum / static_cast<double>(x.size());
    return -along - 1e4 * (-sphere(x) - along);
  };
  EXPECT_LT(evaluations_to_target(made("xnes", {}, space_of(10, -3, 5)), sphere, 30'000), 9000u);
  EXPECT_LT(evaluations_to_target(made("xnes", {}, space_of(10, -1, 1)), rosenbrock, 60'000), 20'000u);
  EXPECT_LT(evaluations_to_target(made("xnes", {}, space_of(10, -3, 5)), cigar, 60'000), 15'000u);
}

TEST(RandomSearchTest, RemembersTheBest) {
  Optimiser method = made("random", {{"population", "10"}}, space_of(2, -1, 1));
  double best = -10;
  for (int g = 0; g < 20; ++g) {
    for (const Genes& genes : method.ask().candidates) best = std::max(best, sphere(genes));
    step(method, sphere);
    EXPECT_EQ(sphere(method.favourite()), best);
    EXPECT_EQ(method.best().fitness, best);
    EXPECT_EQ(method.best().genes, method.favourite());
  }
  EXPECT_EQ(method.evaluations(), 200u);
  EXPECT_EQ(method.generation(), 20u);
}

Matrix random_symmetric(std::size_t n, std::uint64_t seed) {
  const Stream stream{StreamKey{.seed = seed, .purpose = Purpose::test}};
  Matrix a(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) a.at(i, j) = a.at(j, i) = stream.unit(i * n + j) - 0.5;
  }
  return a;
}

TEST(Symmetric, EigenvectorsAreOrthonormalAndSolveTheEquation) {
  for (const std::size_t n : {1u, 2u, 3u, 10u, 40u}) {
    const Matrix a = random_symmetric(n, n);
    const Eigen e = eigen(a);
    for (std::size_t k = 0; k < n; ++k) {
      const std::vector<double> v(e.vectors.row(k), e.vectors.row(k) + n);
      const std::vector<double> av = product(a, v);
      for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(av[i], e.values[k] * v[i], 1e-13 * static_cast<double>(n));
      for (std::size_t l = 0; l < n; ++l) {
        const double dot = std::inner_product(v.begin(), v.end(), e.vectors.row(l), 0.0);
        ASSERT_NEAR(dot, k == l ? 1 : 0, 1e-13);
      }
    }
  }
}

TEST(Symmetric, SmallEigenvaluesOfAGradedMatrixAreExact) {
  // D A D with A = 1 + ones: the small end keeps its digits, where methods by bidiagonal forms lose them.
  Matrix a(3);
  const std::vector<double> d{1, 1e-5, 1e-10};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) a.at(i, j) = (i == j ? 2 : 1) * d[i] * d[j];
  }
  std::vector<double> values = eigen(a).values;
  std::sort(values.begin(), values.end());
  EXPECT_NEAR(values[0] * values[1] * values[2] / 4e-30, 1, 1e-12);  // the determinant
  EXPECT_NEAR(values[2], 2, 1e-9);
}

TEST(Symmetric, KnownMatrix) {
  Matrix a(2);
  a.at(0, 0) = a.at(1, 1) = 2;
  a.at(0, 1) = a.at(1, 0) = 1;
  std::vector<double> values = eigen(a).values;
  std::sort(values.begin(), values.end());
  EXPECT_NEAR(values[0], 1, 1e-15);
  EXPECT_NEAR(values[1], 3, 1e-15);
}

TEST(Symmetric, ExponentialAndItsInverse) {
  Matrix a = random_symmetric(6, 1);
  Matrix minus = a;
  for (double& x : minus.values) x = -x;
  const Matrix one = product(symmetric_exp(a), symmetric_exp(minus));
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(one.at(i, j), i == j ? 1 : 0, 1e-13);
  }
}

}  // namespace methods_test
}  // namespace stackwright::optim
