// Test functions to be maximised, spaces of equal genes, and a loop that runs an optimiser on them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "optim/registry.h"

namespace stackwright::optim {

/// n genes with first values in [low, high] and no bounds.
inline Space space_of(std::size_t n, double low, double high) {
  Space space;
  for (std::size_t i = 0; i < n; ++i) {
    Gene gene;
    gene.name = "x" + std::to_string(i);
    gene.init_low = low;
    gene.init_high = high;
    space.genes.push_back(gene);
  }
  return space;
}

inline double sphere(const Genes& x) {
  double sum = 0;
  for (const double v : x) sum -= v * v;
  return sum;
}

/// Condition 1e6.
inline double ellipsoid(const Genes& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum -= std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x[i] * x[i];
  }
  return sum;
}

inline double rosenbrock(const Genes& x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    sum -= 100 * (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]) + (1 - x[i]) * (1 - x[i]);
  }
  return sum;
}

inline double rastrigin(const Genes& x) {
  double sum = -10 * static_cast<double>(x.size());
  for (const double v : x) sum -= v * v - 10 * std::cos(6.283185307179586 * v);
  return sum;
}

/// An optimiser that must exist.
inline Optimiser made(std::string_view name, const Settings& settings, const Space& space, std::uint64_t seed = 1) {
  auto optimiser = make_optimiser(name, settings, space, seed);
  EXPECT_TRUE(optimiser.ok()) << optimiser.message();
  return *std::move(optimiser);
}

template <class F>
std::vector<double> values(const std::vector<Genes>& candidates, F function) {
  std::vector<double> fitness;
  for (const Genes& genes : candidates) fitness.push_back(function(genes));
  return fitness;
}

/// Asks and tells once.
template <class F>
void step(Optimiser& optimiser, F function) {
  optimiser.tell(values(optimiser.ask().candidates, function));
}

/// Evaluations until a fitness is above -1e-8, rounded up to whole generations; `limit` where it never is.
template <class F>
std::uint64_t evaluations_to_target(Optimiser optimiser, F function, std::uint64_t limit) {
  while (optimiser.evaluations() < limit) {
    step(optimiser, function);
    if (optimiser.best().fitness > -1e-8) return optimiser.evaluations();
  }
  return limit;
}

}  // namespace stackwright::optim
