// The genes of a candidate: real or whole numbers, bounds, the range of the first values, frozen genes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace stackwright::optim {

/// A candidate: one number per gene.
using Genes = std::vector<double>;

enum class GeneKind : std::uint8_t { real, integer };

struct Gene {
  std::string name;
  GeneKind kind = GeneKind::real;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double init_low = -1;  // first values lie in [init_low, init_high]; its width is also the unit of step sizes
  double init_high = 1;
  std::optional<double> start = {};  // where a search by a distribution starts instead of the middle of the range
  bool frozen = false;
  double frozen_value = 0;
  std::size_t part = 0;  // genes of a part are bred together, by the fitness of that part

  friend bool operator==(const Gene&, const Gene&) = default;
};

struct Space {
  std::vector<Gene> genes;
  std::size_t block = 1;  // genes come in blocks of so many, and each block means the same in any place

  std::size_t size() const { return genes.size(); }
  friend bool operator==(const Space&, const Space&) = default;
};

/// An error that names the gene where bounds are crossed, a range leaves its bounds, a name is missing or used twice, or
/// all genes are frozen.
Result<Done> check_space(const Space& space);

/// How many parts the genes have: as many numbers is the fitness of a candidate.
std::size_t parts_of(const Space& space);

/// The genes that are not frozen: what an optimiser searches. Where blocks have different numbers of them, there are no blocks.
Space free_part(const Space& space);
/// A candidate of the free part with the frozen values put in.
Genes with_frozen(const Space& space, std::span<const double> free);

/// The nearest value that the gene may have: inside the bounds, and whole where it must be.
double settle(const Gene& gene, double value);
Genes settle(const Space& space, std::span<const double> values);

/// The width of the first range, the unit of step sizes; 1 where the range is a point.
double scale_of(const Gene& gene);
/// The start, or else the middle of the first range.
double start_of(const Gene& gene);

}  // namespace stackwright::optim
