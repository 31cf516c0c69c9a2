// Crossover and mutation: how a child comes from two parents.
#include "optim/variation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace stackwright::optim {
namespace {

double middle(double a, double b) { return a / 2 + b / 2; }

Genes mean_of(std::span<const double> a, std::span<const double> b) {
  Genes child(a.size());
  for (std::size_t i = 0; i < child.size(); ++i) child[i] = middle(a[i], b[i]);
  return child;
}

/// One cut between two genes; a single gene cannot be cut and comes from the first.
Genes one_point(std::span<const double> a, std::span<const double> b, Draws& draws) {
  const std::size_t n = a.size();
  return exchanged(a, b, n < 2 ? n : 1 + draws.below(n - 1), n);
}

/// Two different cuts between genes; fewer than three genes have only one.
Genes two_point(std::span<const double> a, std::span<const double> b, Draws& draws) {
  const std::size_t n = a.size();
  if (n < 3) return one_point(a, b, draws);
  std::size_t from = 1 + draws.below(n - 1);
  std::size_t to = 1 + draws.below(n - 2);
  if (to >= from) ++to;
  if (from > to) std::swap(from, to);
  return exchanged(a, b, from, to);
}

/// Every gene from either parent with equal chance.
Genes uniform(std::span<const double> a, std::span<const double> b, Draws& draws) {
  Genes child(a.begin(), a.end());
  for (std::size_t i = 0; i < child.size(); ++i) {
    if (draws.chance(0.5)) child[i] = b[i];
  }
  return child;
}

/// Milan: per gene a chance to take the other parent's, then a chance to take the mean.
Genes swap_blend(const CrossoverSettings& settings, std::span<const double> a, std::span<const double> b,
                 Draws& draws) {
  Genes child(a.begin(), a.end());
  for (std::size_t i = 0; i < child.size(); ++i) {
    if (draws.chance(settings.swap)) child[i] = b[i];
    if (draws.chance(settings.blend)) child[i] = middle(a[i], b[i]);
  }
  return child;
}

/// A whole step for a gene of whole numbers: at least 1, away from 0.
double whole_step(double shift) {
  const double size = std::max(1.0, std::floor(std::abs(shift) + 0.5));
  return shift < 0 ? -size : size;
}

}  // namespace

Genes exchanged(std::span<const double> a, std::span<const double> b, std::size_t from, std::size_t to) {
  assert(a.size() == b.size());
  Genes child(a.begin(), a.end());
  for (std::size_t i = from; i < to; ++i) child[i] = b[i];
  return child;
}

Genes weighted_mean(const Parent& x, const Parent& y) {
  const double wx = std::max(x.fitness, 0.0);
  const double wy = std::max(y.fitness, 0.0);
  const double sum = wx + wy;
  if (!(sum > 0) || !std::isfinite(sum)) return mean_of(x.genes, y.genes);
  Genes child(x.genes.size());
  for (std::size_t i = 0; i < child.size(); ++i) child[i] = (x.genes[i] * wx + y.genes[i] * wy) / sum;
  return child;
}

Genes cross(const CrossoverSettings& settings, const Parent& a, const Parent& b, Draws& draws) {
  if (!draws.chance(settings.rate)) return {a.genes.begin(), a.genes.end()};
  switch (settings.kind) {
    case Crossover::one_point:
      return one_point(a.genes, b.genes, draws);
    case Crossover::two_point:
      return two_point(a.genes, b.genes, draws);
    case Crossover::uniform:
      return uniform(a.genes, b.genes, draws);
    case Crossover::mean:
      return mean_of(a.genes, b.genes);
    case Crossover::swap_blend:
      return swap_blend(settings, a.genes, b.genes, draws);
    case Crossover::fitness_weighted:
      return weighted_mean(a, b);
  }
  return {};
}

double size_of(const MutationSettings& settings) {
  if (settings.size > 0) return settings.size;
  return settings.kind == Mutation::lisbon || settings.kind == Mutation::lisbon_all ? 0.2 : 0.5;
}

double mutated(const MutationSettings& settings, const Gene& gene, double value, Draws& draws) {
  if (settings.kind == Mutation::replace) return first_value(gene, draws);
  const double size = size_of(settings);
  const double shift = settings.kind == Mutation::gaussian ? size * draws.normal() : draws.between(-size, size);
  return settle(gene, value + (gene.kind == GeneKind::integer ? whole_step(shift) : shift));
}

void mutate(const MutationSettings& settings, const Space& space, Genes& genes, Draws& draws) {
  const auto change = [&](std::size_t i) { genes[i] = mutated(settings, space.genes[i], genes[i], draws); };
  if (settings.kind == Mutation::lisbon_all) {
    if (!draws.chance(settings.rate)) return;
    const double shift = draws.between(-size_of(settings), size_of(settings));
    for (std::size_t i = 0; i < genes.size(); ++i) {
      const bool whole = space.genes[i].kind == GeneKind::integer;
      genes[i] = settle(space.genes[i], genes[i] + (whole ? whole_step(shift) : shift));
    }
  } else if (settings.kind == Mutation::lisbon || settings.unit == MutationUnit::child) {
    if (draws.chance(settings.rate)) change(draws.below(genes.size()));
  } else {
    for (std::size_t i = 0; i < genes.size(); ++i) {
      if (draws.chance(settings.rate)) change(i);
    }
  }
}

void force_mutation(const MutationSettings& settings, const Space& space, Genes& genes, Draws& draws) {
  const std::size_t i = draws.below(genes.size());
  genes[i] = mutated(settings, space.genes[i], genes[i], draws);
}

}  // namespace stackwright::optim
