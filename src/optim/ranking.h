// Order of candidates by fitness, and the spread of a population.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "optim/space.h"

namespace stackwright::optim {

/// Indices from the fittest to the least fit; of equals the earlier comes first.
inline std::vector<std::size_t> best_first(std::span<const double> fitness) {
  std::vector<std::size_t> order(fitness.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return fitness[a] > fitness[b]; });
  return order;
}

/// Standard deviation of each gene over a population, in the gene's own unit.
inline Genes deviations(std::span<const Genes> population, std::size_t genes) {
  Genes result(genes, 0.0);
  if (population.empty()) return result;
  const auto count = static_cast<double>(population.size());
  for (std::size_t i = 0; i < genes; ++i) {
    double mean = 0;
    for (const Genes& candidate : population) mean += candidate[i] / count;
    double squares = 0;
    for (const Genes& candidate : population) squares += (candidate[i] - mean) * (candidate[i] - mean);
    result[i] = std::sqrt(squares / count);
  }
  return result;
}

}  // namespace stackwright::optim
