// Tests of CMA-ES: constants, speed on test functions, bounds, elite, restarts, noise.
#include "optim/cma_es.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/hash.h"
#include "optim/cma_noise.h"
#include "optim/functions.h"

namespace stackwright::optim {
namespace cma_test {

TEST(CmaConstants, AreThoseOfThePythonPackage) {
  // python3-cmaes 0.9.1, CMA(mean=zeros(10), sigma=1): its attributes.
  const CmaConstants k = cma_constants(10, default_population(10), Covariance::full);
  EXPECT_EQ(k.lambda, 10u);
  EXPECT_EQ(k.mu, 5u);
  EXPECT_NEAR(k.mu_eff, 3.1672992814107026, 1e-14);
  EXPECT_NEAR(k.c_1, 0.015283824524751714, 1e-15);
  EXPECT_NEAR(k.c_mu, 0.02015428276120838, 1e-15);
  EXPECT_NEAR(k.c_sigma, 0.2844285879463675, 1e-15);
  EXPECT_NEAR(k.d_sigma, 1.2844285879463675, 1e-15);
  EXPECT_NEAR(k.c_c, 0.29499038303562225, 1e-15);
  EXPECT_NEAR(k.chi_n, 3.0847265651690123, 1e-14);
  EXPECT_NEAR(k.weights[0], 0.45627264690340597, 1e-15);
  EXPECT_NEAR(k.weights[9], -0.5862218287788353, 1e-14);
  const double positive = std::accumulate(k.weights.begin(), k.weights.begin() + 5, 0.0);
  EXPECT_NEAR(positive, 1, 1e-15);
}

TEST(CmaConstants, DiagonalLearnsFasterAndHasNoNegativeWeights) {
  const CmaConstants full = cma_constants(10, 10, Covariance::full);
  const CmaConstants diagonal = cma_constants(10, 10, Covariance::diagonal);
  EXPECT_NEAR(diagonal.c_1, 4 * full.c_1, 1e-15);
  EXPECT_NEAR(diagonal.c_mu, 4 * full.c_mu, 1e-15);
  EXPECT_GE(*std::min_element(diagonal.weights.begin(), diagonal.weights.end()), 0);
  for (const std::size_t lambda : {4u, 1000u}) {
    const CmaConstants k = cma_constants(50, lambda, Covariance::diagonal);
    EXPECT_LE(k.c_1 + k.c_mu, 1);
    EXPECT_GT(k.c_mu, 0);
  }
}

struct Speed {
  const char* method;
  const char* function;
  double (*f)(const Genes&);
  double low, high;
  const char* sigma;
  std::uint64_t most;  // evaluations, about 1.5 times the median of python3-cmaes (the first three) or our own
};

TEST(Cma, EvaluationsToTheTargetInTenDimensions) {
  for (const Speed& s : {Speed{"cma-es", "sphere", sphere, 2.5, 3.5, "2", 2200},
                         {"cma-es", "ellipsoid", ellipsoid, 2.5, 3.5, "2", 6500},
                         {"cma-es", "rosenbrock", rosenbrock, -0.5, 0.5, "0.5", 8500},
                         {"sep-cma-es", "sphere", sphere, 2.5, 3.5, "2", 2000},
                         {"sep-cma-es", "ellipsoid", ellipsoid, 2.5, 3.5, "2", 4000}}) {
    std::vector<std::uint64_t> runs;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
      runs.push_back(
          evaluations_to_target(made(s.method, {{"sigma", s.sigma}}, space_of(10, s.low, s.high), seed), s.f, 30'000));
    }
    std::sort(runs.begin(), runs.end());
    EXPECT_LE(runs[4], s.most) << s.method << " on the " << s.function;
  }
}

TEST(Cma, RotatedAxesNeedTheFullCovariance) {
  const auto cigar = [](const Genes& x) {  // long along (1, 1, ..., 1)
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    const double along = sum * sum / static_cast<double>(x.size());
    return -along - 1e4 * (-sphere(x) - along);
  };
  const Space space = space_of(6, -3, 3);
  EXPECT_LT(evaluations_to_target(made("cma-es", {}, space), cigar, 100'000), 4000u);
  EXPECT_GT(evaluations_to_target(made("sep-cma-es", {}, space), cigar, 100'000), 8000u);
}

TEST(Cma, FindsAnOptimumInACornerOfTheBounds) {
  for (const char* method : {"cma-es", "sep-cma-es"}) {
    for (const char* bounds : {"mirror", "resample"}) {
      Space space = space_of(6, 0, 1);
      for (Gene& gene : space.genes) gene.low = 0, gene.high = 1;
      const auto corner = [](const Genes& x) { return x[0] + x[1] + x[2] - x[3] - x[4] - (x[5] - 0.5) * (x[5] - 0.5); };
      Optimiser optimiser = made(method, {{"bounds", bounds}}, space);
      while (optimiser.evaluations() < 5000) step(optimiser, corner);
      EXPECT_GT(optimiser.best().fitness, 3 - (bounds == std::string("mirror") ? 1e-8 : 0.05))
          << method << " " << bounds;
    }
  }
}

TEST(Cma, MirrorsAtBothBounds) {
  EXPECT_EQ(mirrored(0.25, 0, 1), 0.25);
  EXPECT_EQ(mirrored(1.25, 0, 1), 0.75);
  EXPECT_EQ(mirrored(-0.25, 0, 1), 0.25);
  EXPECT_EQ(mirrored(2.25, 0, 1), 0.25);
  EXPECT_EQ(mirrored(-1.25, 0, 1), 0.75);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mirrored(3, -infinity, 2), 1);
  EXPECT_EQ(mirrored(3, 4, infinity), 5);
  EXPECT_EQ(mirrored(3, 1, 1), 1);
}

TEST(Cma, ElitistNeverLosesGround) {
  CmaSettings settings;
  settings.elitist = true;
  CmaEs method(settings, space_of(5, -3, 3), 1);
  std::uint64_t generations = 0;
  double best = -1e300;
  while (best < -1e-10 && generations < 400) {
    const std::vector<double> fitness = values(method.ask().candidates, sphere);
    best = std::max(best, *std::max_element(fitness.begin(), fitness.end()));
    method.tell(fitness);
    ++generations;
  }
  EXPECT_LT(generations, 400u);
}

TEST(Cma, WholeNumbersAreFound) {
  Space space = space_of(5, -10, 10);
  for (Gene& gene : space.genes) gene.kind = GeneKind::integer;
  const auto f = [](const Genes& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum -= std::abs(x[i] - static_cast<double>(i) * 2 + 3);
    return sum;
  };
  for (const char* method : {"cma-es", "sep-cma-es"}) {
    Optimiser optimiser = made(method, {}, space);
    while (optimiser.evaluations() < 5000) step(optimiser, f);
    EXPECT_EQ(optimiser.best().fitness, 0) << method;
  }
}

TEST(Cma, EndsAndSaysWhy) {
  Optimiser optimiser = made("cma-es", {}, space_of(4, -3, 3));
  while (optimiser.exhausted().empty() && optimiser.generation() < 2000) step(optimiser, sphere);
  EXPECT_EQ(optimiser.exhausted(), "fitness no longer changes");
  Optimiser flat = made("cma-es", {}, space_of(4, -3, 3));
  while (flat.exhausted().empty() && flat.generation() < 2000) step(flat, [](const Genes&) { return 1.0; });
  EXPECT_EQ(flat.exhausted(), "fitness no longer changes");
  Optimiser up = made("cma-es", {}, space_of(4, -3, 3));
  while (up.exhausted().empty() && up.generation() < 2000) step(up, [](const Genes& x) { return x[0]; });
  EXPECT_EQ(up.exhausted(), "steps grow without limit");
}

TEST(Cma, IpopDoublesThePopulation) {
  CmaSettings settings;
  settings.population = 6;
  settings.restarts = Restarts::ipop;
  CmaEs method(settings, space_of(2, -3, 3), 1);
  std::vector<std::uint64_t> sizes{6};
  for (int g = 0; g < 1000; ++g) {
    method.tell(std::vector<double>(method.ask().candidates.size(), 1.0));
    ASSERT_EQ(method.ask().candidates.size(), method.schedule().lambda);
    if (method.schedule().lambda != sizes.back()) sizes.push_back(method.schedule().lambda);
    if (sizes.size() == 5) break;
  }
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{6, 12, 24, 48, 96}));
}

TEST(Cma, BipopSpendsAsMuchOnSmallRunsAsOnLarge) {
  CmaSettings settings;
  settings.restarts = Restarts::bipop;
  CmaEs method(settings, space_of(3, -3, 3), 1);
  int small = 0;
  std::uint64_t run = 0;
  while (method.schedule().run < 30) {
    method.tell(values(method.ask().candidates, rastrigin));
    if (method.schedule().run == run) continue;
    run = method.schedule().run;
    small += method.schedule().small ? 1 : 0;
    EXPECT_LE(method.schedule().sigma, settings.sigma);
  }
  EXPECT_GT(small, 3);
  EXPECT_LT(small, 29);
  const auto& s = method.schedule();
  EXPECT_LT(s.spent_small, 2 * s.spent_large);
}

TEST(Cma, RestartsSolveRastrigin) {
  for (const char* restarts : {"ipop", "bipop"}) {
    const Optimiser optimiser = made("cma-es", {{"restarts", restarts}}, space_of(5, -5, 5));
    EXPECT_LT(evaluations_to_target(optimiser, rastrigin, 300'000), 300'000u) << restarts;
  }
}

TEST(CmaNoise, MeasuresChangesOfRank) {
  const std::vector<double> first{9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  EXPECT_LT(uncertainty(first, first, 10), 0);
  std::vector<double> second = first;
  std::reverse(second.begin(), second.end());
  EXPECT_GT(uncertainty(first, second, 10), 0);
  EXPECT_EQ(uncertainty(first, second, 0), 0);
}

TEST(CmaNoise, OrdersByTheSumOfRanks) {
  // Best first of all six: 9 8 7 6 4 1. Candidate 0 has ranks 1 and 6, candidate 1 has 2 and 3, candidate 2 has 4 and 5.
  EXPECT_EQ(order_of_both(std::vector<double>{9, 8, 6}, std::vector<double>{1, 7, 4}),
            (std::vector<std::size_t>{1, 0, 2}));
}

TEST(CmaNoise, AsksForSomeCandidatesAgainAndRaisesTheEffort) {
  Optimiser optimiser = made("cma-es", {{"noise", "true"}, {"noise_max_effort", "4"}}, space_of(5, -3, 3));
  double effort = 1;
  for (int round = 0; round < 60; ++round) {
    const Batch batch = optimiser.ask();
    EXPECT_EQ(batch.round, static_cast<std::uint32_t>(round % 2));
    EXPECT_EQ(batch.generation, static_cast<std::uint64_t>(round / 2));
    EXPECT_EQ(batch.candidates.size(), round % 2 == 0 ? 8u : 2u);
    EXPECT_EQ(batch.first, round % 2 == 0 ? 0u : 8u);
    effort = std::max(effort, batch.effort);
    std::vector<double> fitness;  // pure noise
    for (std::size_t i = 0; i < batch.candidates.size(); ++i) {
      fitness.push_back(static_cast<double>(hash_words({batch.generation, batch.first + i}) >> 40));
    }
    optimiser.tell(fitness);
  }
  EXPECT_EQ(effort, 4);
}

TEST(CmaNoise, HandlingKeepsTheStepSizeUpUnderNoise) {
  const auto distance_after = [](const char* noise) {
    Optimiser optimiser = made("cma-es", {{"noise", noise}}, space_of(5, 5, 15));
    while (optimiser.evaluations() < 6000) {
      const Batch& batch = optimiser.ask();
      std::vector<double> fitness = values(batch.candidates, sphere);
      for (std::size_t i = 0; i < fitness.size(); ++i) {
        const double noise_value = static_cast<double>(hash_words({batch.generation, batch.first + i}) >> 40) * 0x1p-24;
        fitness[i] *= 0.4 + 1.2 * noise_value;
      }
      optimiser.tell(fitness);
    }
    const Genes spread = optimiser.spread();
    return *std::max_element(spread.begin(), spread.end());
  };
  EXPECT_GT(distance_after("true"), distance_after("false"));
}

}  // namespace cma_test
}  // namespace stackwright::optim
