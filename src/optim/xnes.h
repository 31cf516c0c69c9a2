// xNES: the natural gradient of expected fitness in exponential coordinates of a normal distribution.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "optim/optimiser.h"
#include "optim/settings.h"
#include "optim/symmetric.h"

namespace stackwright::optim {

struct XnesSettings {
  int population = 0;
  double sigma = 0.3;
  double rate_mean = 1;
  double rate_sigma = 0;
  double rate_shape = 0;
};

const std::vector<SettingRow<XnesSettings>>& xnes_settings();

/// Glasmachers, Schaul, Sun, Wierstra and Schmidhuber, Exponential Natural Evolution Strategies (GECCO 2010), algorithm 1 with
/// its table of constants. Coordinates are genes divided by the width of their first range. Out of bounds a candidate is
/// evaluated at the nearest point inside; the mean is kept inside.
class Xnes {
 public:
  Xnes(const XnesSettings& settings, Space space, std::uint64_t seed);

  const Batch& ask() const { return batch_; }
  void tell(std::span<const double> fitness);
  Genes favourite() const;
  Genes spread() const;
  std::string exhausted() const;
  void save(Json& json) const;
  Result<Done> load(const Fields& fields);

 private:
  void prepare();
  std::vector<double> deviate(std::size_t index) const;

  XnesSettings settings_;
  Space space_;
  std::uint64_t seed_;
  std::size_t lambda_ = 0;
  std::vector<double> scale_;
  std::vector<double> utilities_;  // by rank; they sum to 0
  Genes mean_;
  double sigma_ = 1;
  Matrix shape_;  // B, with determinant 1: the distribution is N(mean, sigma^2 B B^T)
  Batch batch_;
};

}  // namespace stackwright::optim
