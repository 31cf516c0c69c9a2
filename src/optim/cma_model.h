// The search distribution of CMA-ES: constants, sampling axes and the update of mean, step size and covariance.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "optim/space.h"
#include "optim/symmetric.h"

namespace stackwright::optim {

enum class Covariance : std::uint8_t { full, diagonal };

/// The strategy's constants for n genes and a population of lambda: Hansen, The CMA Evolution Strategy: A Tutorial (2016),
/// table 1; for a diagonal covariance learning is (n + 2) / 3 times faster and weights are positive (Ros and Hansen, A
/// Simple Modification in CMA-ES Achieving Linear Time and Space Complexity, PPSN 2008).
struct CmaConstants {
  std::size_t n = 0;
  std::size_t lambda = 0;
  std::size_t mu = 0;
  std::vector<double> weights;  // lambda of them, those after mu negative (or 0)
  double mu_eff = 0;
  double c_sigma = 0;
  double d_sigma = 0;
  double c_c = 0;
  double c_1 = 0;
  double c_mu = 0;
  double chi_n = 0;  // expected length of a standard normal vector
};

/// 4 + floor(3 ln n).
std::size_t default_population(std::size_t n);
CmaConstants cma_constants(std::size_t n, std::size_t lambda, Covariance covariance);

/// N(mean, sigma^2 C) with the two evolution paths.
class CmaModel {
 public:
  CmaModel() = default;
  CmaModel(Covariance covariance, Genes mean, double sigma);

  const Genes& mean() const { return mean_; }
  double sigma() const { return sigma_; }
  std::size_t size() const { return mean_.size(); }
  Covariance covariance() const { return kind_; }
  /// Standard deviation of one coordinate.
  double deviation(std::size_t i) const;
  const std::vector<double>& path() const { return p_c_; }
  /// Lengths of the principal axes for sigma = 1, and the axes by rows (with a diagonal covariance the coordinates).
  const std::vector<double>& axis_lengths() const { return lengths_; }
  std::vector<double> axis(std::size_t i) const;

  /// C^(1/2) z and C^(-1/2) y, up to a rotation for the first.
  std::vector<double> coloured(std::span<const double> z) const;
  std::vector<double> whitened(std::span<const double> y) const;

  /// One generation: all lambda points, best first.
  void update(const CmaConstants& constants, std::span<const Genes> ranked);
  void scale_sigma(double factor);
  /// Stretches C along coordinates so that each deviation is in [least, most].
  void limit_deviations(std::span<const double> least, std::span<const double> most);

  void save(Json& json) const;
  Result<Done> load(const Fields& fields, std::size_t n);

 private:
  void decompose();
  void update_covariance(const CmaConstants& c, std::span<const std::vector<double>> steps, double stalled);
  std::vector<double> adjusted_weights(const CmaConstants& c, std::span<const std::vector<double>> steps) const;

  Covariance kind_ = Covariance::full;
  Genes mean_;
  double sigma_ = 1;
  Matrix c_;                       // full
  std::vector<double> variances_;  // diagonal
  std::vector<double> p_sigma_;
  std::vector<double> p_c_;
  std::uint64_t updates_ = 0;
  Matrix axes_;  // from C: not part of the state
  std::vector<double> lengths_;
};

}  // namespace stackwright::optim
