// Crossover and mutation: how a child comes from two parents.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "optim/draws.h"

namespace stackwright::optim {

enum class Crossover : std::uint8_t { one_point, two_point, uniform, mean, swap_blend, fitness_weighted };
inline constexpr std::array<std::string_view, 6> kCrossoverNames{"one-point", "two-point",  "uniform",
                                                                 "mean",      "swap-blend", "fitness-weighted"};

enum class Mutation : std::uint8_t { add_uniform, replace, gaussian, lisbon, lisbon_all };
inline constexpr std::array<std::string_view, 5> kMutationNames{"add-uniform", "replace", "gaussian", "lisbon",
                                                                "lisbon-all"};

/// Whether the rate of mutation is the chance of each gene, or of the child to have one gene changed.
enum class MutationUnit : std::uint8_t { gene, child };
inline constexpr std::array<std::string_view, 2> kMutationUnitNames{"gene", "child"};

struct CrossoverSettings {
  Crossover kind = Crossover::one_point;
  double rate = 1;     // else the child is the first parent's copy
  double swap = 0.1;   // swap-blend: chance per gene of the other parent's value
  double blend = 0.1;  // swap-blend: then chance per gene of the mean of both
};

struct MutationSettings {
  Mutation kind = Mutation::add_uniform;
  MutationUnit unit = MutationUnit::gene;
  double rate = 0.02;
  double size = 0;  // half width or standard deviation in the gene's own unit; 0: the operator's own
};

/// A parent: its genes and what they reached.
struct Parent {
  std::span<const double> genes;
  double fitness = 0;
};

/// The first parent with the genes [from, to) of the second.
Genes exchanged(std::span<const double> a, std::span<const double> b, std::size_t from, std::size_t to);
/// (x fx + y fy) / (fx + fy); a fitness below 0 weighs nothing, and two that weigh nothing give the mean.
Genes weighted_mean(const Parent& x, const Parent& y);

/// A child before mutation; whole numbers are settled later.
Genes cross(const CrossoverSettings& settings, const Parent& a, const Parent& b, Draws& draws);

/// The half width or deviation that counts: 0.5 (Milan) or 0.2 (Lisbon) unless set.
double size_of(const MutationSettings& settings);
/// A gene's value after mutation, in its bounds. A shift moves a whole number by at least 1.
double mutated(const MutationSettings& settings, const Gene& gene, double value, Draws& draws);
/// Mutates genes by chance. `lisbon` shifts one gene of a chosen child by up to +-0.2; `lisbon_all` shifts all genes by the
/// same amount, which its authors call an error.
void mutate(const MutationSettings& settings, const Space& space, Genes& genes, Draws& draws);
/// Changes one gene for certain, to make a duplicate differ.
void force_mutation(const MutationSettings& settings, const Space& space, Genes& genes, Draws& draws);

}  // namespace stackwright::optim
