// The constants of CMA-ES (Hansen's tutorial, 2016, equations 48 to 56).
#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "optim/cma_model.h"

namespace stackwright::optim {
namespace {

/// Effective number of weights: (sum)^2 / sum of squares.
double effective(std::span<const double> weights) {
  double sum = 0;
  double squares = 0;
  for (const double w : weights) {
    sum += w;
    squares += w * w;
  }
  return squares > 0 ? sum * sum / squares : 0;
}

}  // namespace

std::size_t default_population(std::size_t n) {
  return 4 + static_cast<std::size_t>(std::floor(3 * portable_log(static_cast<double>(n))));
}

CmaConstants cma_constants(std::size_t n, std::size_t lambda, Covariance covariance) {
  CmaConstants k;
  k.n = n;
  k.lambda = lambda;
  k.mu = lambda / 2;
  const auto dimension = static_cast<double>(n);
  std::vector<double> raw(lambda);
  const double half = portable_log((static_cast<double>(lambda) + 1) / 2);
  for (std::size_t i = 0; i < lambda; ++i) raw[i] = half - portable_log(static_cast<double>(i + 1));
  const std::span<const double> all(raw);
  k.mu_eff = effective(all.first(k.mu));
  const double mu_eff_minus = effective(all.subspan(k.mu));

  const bool diagonal = covariance == Covariance::diagonal;
  const double faster = diagonal ? (dimension + 2) / 3 : 1;
  k.c_1 = std::min(0.5, faster * 2 / (square(dimension + 1.3) + k.mu_eff));
  k.c_mu = std::min(1 - k.c_1 - 1e-8, faster * 2 * (k.mu_eff - 2 + 1 / k.mu_eff) / (square(dimension + 2) + k.mu_eff));

  // Negative weights are as large as keeps C positive definite; none with a diagonal covariance.
  double negative = std::min(1 + 2 * mu_eff_minus / (k.mu_eff + 2), (1 - k.c_1 - k.c_mu) / (dimension * k.c_mu));
  negative = diagonal ? 0 : std::min(negative, 1 + k.c_1 / k.c_mu);
  double sum_plus = 0;
  double sum_minus = 0;
  for (const double w : raw) (w >= 0 ? sum_plus : sum_minus) += std::abs(w);
  k.weights.resize(lambda);
  for (std::size_t i = 0; i < lambda; ++i) k.weights[i] = raw[i] * (raw[i] >= 0 ? 1 / sum_plus : negative / sum_minus);

  k.c_sigma = (k.mu_eff + 2) / (dimension + k.mu_eff + 5);
  k.d_sigma = 1 + 2 * std::max(0.0, std::sqrt((k.mu_eff - 1) / (dimension + 1)) - 1) + k.c_sigma;
  k.c_c = (4 + k.mu_eff / dimension) / (dimension + 4 + 2 * k.mu_eff / dimension);
  k.chi_n = std::sqrt(dimension) * (1 - 1 / (4 * dimension) + 1 / (21 * square(dimension)));
  return k;
}

}  // namespace stackwright::optim
