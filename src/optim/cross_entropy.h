// The noisy cross-entropy method: an independent normal distribution per gene, fitted to the best, with added variance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optim/optimiser.h"
#include "optim/settings.h"

namespace stackwright::optim {

struct CrossEntropySettings {
  int population = 100;
  double elite = 0.1;
  double sigma = 0.5;
  double noise = 0.05;
  int noise_generations = 50;
};

const std::vector<SettingRow<CrossEntropySettings>>& cross_entropy_settings();

/// Szita and Lorincz, Learning Tetris Using the Noisy Cross-Entropy Method (Neural Computation 18, 2006). With genes first
/// in [-10, 10] the defaults are the paper's: variance 100 at the start, noise max(5 - t/10, 0) added to it.
class CrossEntropy {
 public:
  CrossEntropy(const CrossEntropySettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const { return settle(space_, mean_); }
  Genes spread() const;
  std::string exhausted() const;
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

  /// The variance added after generation t, as a share of the first variance.
  double noise_after(std::uint64_t t) const;

 private:
  void prepare();

  CrossEntropySettings settings_;
  Space space_;
  std::uint64_t seed_;
  Genes mean_;
  std::vector<double> variance_;
  Batch batch_;
};

}  // namespace stackwright::optim
