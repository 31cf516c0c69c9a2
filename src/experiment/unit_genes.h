// Networks of generic units as genes: names, ranges and start, and back again.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "eval/units/unit.h"
#include "optim/space.h"

namespace stackwright {

struct UnitGenes {
  int units = 0;   // of the network
  int filter = 0;  // genes of a filter
  units::Decoding decoding = units::Decoding::published;
  std::vector<units::WeightedUnit> start = {};  // the units after these start neutral, all genes 0.5
  std::string free = {};                        // the only ones to be searched, such as "bias,weight"; empty: all
};

/// Genes of unit 1 are "1.input", "1.shape" and so on, all from 0 to 1.
Result<optim::Space> unit_space(const UnitGenes& how);

/// The network that genes stand for on boards of this size.
std::vector<units::WeightedUnit> network_of(std::span<const double> genes, int filter, int width, int height,
                                            units::Decoding decoding);

}  // namespace stackwright
