// Methods side by side: each breeds one part of the genes, by a fitness of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optim/optimiser.h"

namespace stackwright::optim {

/// Candidate i is made of the i-th candidates of all parts, and is judged as one; but every part is told only what its own
/// genes reached, so that a part is not chosen for the luck of its company (cooperative coevolution, Potter and De Jong 2000).
class Apart {
 public:
  /// One optimiser for each part of `space`, whose genes are all free. Their generations are of one size.
  Apart(std::vector<Optimiser> parts, Space space);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const;
  Genes spread() const;
  /// The fittest of every part together, then the second, and so on; their fitness is the sum.
  std::vector<Champion> population() const;
  std::string exhausted() const;
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

 private:
  void refill();
  /// Puts the genes of a part to their places.
  void put(std::size_t part, const Genes& own, Genes& all) const;

  std::vector<Optimiser> parts_;
  Space space_;
  Batch batch_;
};

}  // namespace stackwright::optim
