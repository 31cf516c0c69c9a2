// Random search: the baseline that every other method must beat.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optim/optimiser.h"
#include "optim/settings.h"

namespace stackwright::optim {

struct RandomSettings {
  int population = 100;
};

const std::vector<SettingRow<RandomSettings>>& random_settings();

/// Candidates drawn uniformly from the first ranges, generation after generation.
class RandomSearch {
 public:
  RandomSearch(const RandomSettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const { return best_.empty() ? batch_.candidates.front() : best_; }
  Genes spread() const;
  std::string exhausted() const { return ""; }
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

 private:
  void prepare();

  RandomSettings settings_;
  Space space_;
  std::uint64_t seed_;
  Genes best_;
  double best_fitness_ = 0;
  Batch batch_;
};

}  // namespace stackwright::optim
