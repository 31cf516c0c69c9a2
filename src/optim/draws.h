// Random draws of an optimiser: one stream per generation, candidate and use, read in order.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/distributions.h"
#include "core/random.h"
#include "optim/space.h"

namespace stackwright::optim {

/// What a stream of an optimiser decides; part of its key.
enum class Use : std::uint64_t { first = 0, sample, selection, mating, crossover, mutation, restart, reevaluation };

class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t generation, std::uint64_t candidate, Use use)
      : stream_(StreamKey{seed, Purpose::optimiser, generation, candidate, static_cast<std::uint64_t>(use)}) {}

  /// A real number in [0, 1).
  double unit() { return stream_.unit(next_++); }
  /// A whole number in [0, n), n > 0.
  std::size_t below(std::size_t n) { return stream_.below(next_++, static_cast<std::uint32_t>(n)); }
  bool chance(double probability) { return unit() < probability; }
  double between(double low, double high) { return low + unit() * (high - low); }
  /// A standard normal deviate by inversion, from the middles of 2^52 equal parts of (0, 1).
  double normal() { return normal_quantile((static_cast<double>(stream_.at(next_++) >> 12) + 0.5) * 0x1p-52); }

 private:
  Stream stream_;
  std::uint64_t next_ = 0;
};

/// A value of the gene's first range; whole numbers are equally likely.
inline double first_value(const Gene& gene, Draws& draws) {
  if (gene.kind == GeneKind::real) return settle(gene, draws.between(gene.init_low, gene.init_high));
  const double low = std::ceil(gene.init_low);
  const double count = std::floor(gene.init_high) - low + 1;
  return settle(gene, low + std::floor(draws.unit() * count));
}

inline Genes first_values(const Space& space, Draws& draws) {
  Genes genes;
  genes.reserve(space.size());
  for (const Gene& gene : space.genes) genes.push_back(first_value(gene, draws));
  return genes;
}

}  // namespace stackwright::optim
