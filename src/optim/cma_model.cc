// The search distribution of CMA-ES: sampling axes and the update of mean, step size and covariance.
#include "optim/cma_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/math.h"
#include "optim/state.h"

namespace stackwright::optim {
namespace {

constexpr double kLeastVariance = 1e-16;  // of an axis whose eigenvalue is lost to rounding, as a share of the largest
constexpr double kLeastSigma = 1e-150;
constexpr double kMostSigma = 1e32;

double length(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

}  // namespace

CmaModel::CmaModel(Covariance covariance, Genes mean, double sigma)
    : kind_(covariance), mean_(std::move(mean)), sigma_(sigma), p_sigma_(mean_.size(), 0.0), p_c_(mean_.size(), 0.0) {
  if (kind_ == Covariance::full) {
    c_ = identity(size());
  } else {
    variances_.assign(size(), 1.0);
  }
  decompose();
}

double CmaModel::deviation(std::size_t i) const {
  return sigma_ * std::sqrt(kind_ == Covariance::full ? c_.at(i, i) : variances_[i]);
}

std::vector<double> CmaModel::axis(std::size_t i) const {
  if (kind_ == Covariance::full) return {axes_.row(i), axes_.row(i) + size()};
  std::vector<double> unit(size(), 0.0);
  unit[i] = 1;
  return unit;
}

void CmaModel::decompose() {
  if (kind_ == Covariance::full) {
    Eigen e = eigen(c_);
    axes_ = std::move(e.vectors);
    lengths_ = std::move(e.values);
  } else {
    lengths_ = variances_;
  }
  const double largest = *std::max_element(lengths_.begin(), lengths_.end());
  for (double& x : lengths_) x = std::sqrt(x > 0 ? x : kLeastVariance * largest);
}

std::vector<double> CmaModel::coloured(std::span<const double> z) const {
  std::vector<double> y(size());
  for (std::size_t i = 0; i < size(); ++i) y[i] = lengths_[i] * z[i];
  return kind_ == Covariance::full ? transposed_product(axes_, y) : y;
}

std::vector<double> CmaModel::whitened(std::span<const double> y) const {
  std::vector<double> z = kind_ == Covariance::full ? product(axes_, y) : std::vector<double>(y.begin(), y.end());
  for (std::size_t i = 0; i < size(); ++i) z[i] /= lengths_[i];
  return kind_ == Covariance::full ? transposed_product(axes_, z) : z;
}

// The numbers are the equations of Hansen's tutorial.
void CmaModel::update(const CmaConstants& c, std::span<const Genes> ranked) {
  assert(ranked.size() == c.lambda);
  const std::size_t n = size();
  std::vector<std::vector<double>> steps(ranked.size(), std::vector<double>(n));
  for (std::size_t k = 0; k < ranked.size(); ++k) {
    for (std::size_t i = 0; i < n; ++i) steps[k][i] = (ranked[k][i] - mean_[i]) / sigma_;
  }

  // 41, 42: the mean moves to the weighted mean of the best mu.
  std::vector<double> step(n, 0.0);
  for (std::size_t k = 0; k < c.mu; ++k) {
    for (std::size_t i = 0; i < n; ++i) step[i] += c.weights[k] * steps[k][i];
  }
  for (std::size_t i = 0; i < n; ++i) mean_[i] += sigma_ * step[i];

  // 43, 44: the step size follows the length of its path.
  const std::vector<double> white = whitened(step);
  const double keep_sigma = std::sqrt(c.c_sigma * (2 - c.c_sigma) * c.mu_eff);
  for (std::size_t i = 0; i < n; ++i) p_sigma_[i] = (1 - c.c_sigma) * p_sigma_[i] + keep_sigma * white[i];
  const double path_length = length(p_sigma_);
  ++updates_;

  // 45: the path of C stalls while the step size grows fast.
  const double forgotten = portable_pow(1 - c.c_sigma, 2 * static_cast<double>(updates_ + 1));
  const bool stalled = !(path_length / std::sqrt(1 - forgotten) < (1.4 + 2 / static_cast<double>(n + 1)) * c.chi_n);
  const double keep_c = stalled ? 0 : std::sqrt(c.c_c * (2 - c.c_c) * c.mu_eff);
  for (std::size_t i = 0; i < n; ++i) p_c_[i] = (1 - c.c_c) * p_c_[i] + keep_c * step[i];

  update_covariance(c, steps, stalled ? c.c_c * (2 - c.c_c) : 0);
  scale_sigma(portable_exp(c.c_sigma / c.d_sigma * (path_length / c.chi_n - 1)));
  decompose();
}

/// 46: a negative weight counts for a step of the expected length, so that C stays positive definite.
std::vector<double> CmaModel::adjusted_weights(const CmaConstants& c,
                                               std::span<const std::vector<double>> steps) const {
  std::vector<double> weights = c.weights;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] >= 0) continue;
    const double size_of_step = length(whitened(steps[k]));
    weights[k] *= static_cast<double>(size()) / (size_of_step * size_of_step + 1e-8);
  }
  return weights;
}

/// 47: rank one from the path, rank mu from all steps.
void CmaModel::update_covariance(const CmaConstants& c, std::span<const std::vector<double>> steps, double stalled) {
  double sum = 0;
  for (const double w : c.weights) sum += w;
  const double keep = 1 + c.c_1 * stalled - c.c_1 - c.c_mu * sum;
  const std::vector<double> weights = adjusted_weights(c, steps);
  const std::size_t n = size();
  if (kind_ == Covariance::diagonal) {
    for (std::size_t i = 0; i < n; ++i) {
      variances_[i] = keep * variances_[i] + c.c_1 * p_c_[i] * p_c_[i];
      for (std::size_t k = 0; k < c.mu; ++k) variances_[i] += c.c_mu * weights[k] * steps[k][i] * steps[k][i];
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    double* row = c_.row(i);
    for (std::size_t j = 0; j <= i; ++j) row[j] = keep * row[j] + c.c_1 * p_c_[i] * p_c_[j];
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const double factor = c.c_mu * weights[k] * steps[k][i];
      for (std::size_t j = 0; j <= i; ++j) row[j] += factor * steps[k][j];
    }
    for (std::size_t j = 0; j < i; ++j) c_.at(j, i) = row[j];
  }
}

void CmaModel::scale_sigma(double factor) { sigma_ = std::clamp(sigma_ * factor, kLeastSigma, kMostSigma); }

void CmaModel::limit_deviations(std::span<const double> least, std::span<const double> most) {
  bool changed = false;
  for (std::size_t i = 0; i < size(); ++i) {
    const double now = std::max(deviation(i), kLeastSigma);
    const double factor = std::clamp(now, least[i], most[i]) / now;
    if (factor == 1) continue;
    changed = true;
    if (kind_ == Covariance::diagonal) {
      variances_[i] *= factor * factor;
      continue;
    }
    for (std::size_t j = 0; j < size(); ++j) {
      c_.at(i, j) *= factor;
      c_.at(j, i) *= factor;
    }
  }
  if (changed) decompose();
}

void CmaModel::save(Json& json) const {
  put(json, "mean", mean_);
  put(json, "sigma", sigma_);
  put(json, "covariance", kind_ == Covariance::full ? c_.values : variances_);
  put(json, "path_sigma", p_sigma_);
  put(json, "path_c", p_c_);
  json["updates"] = updates_;
}

Result<Done> CmaModel::load(const Fields& fields, std::size_t n) {
  const bool full = kind_ == Covariance::full;
  if (auto r = load_numbers(fields, "mean", n, mean_); !r) return r;
  if (auto r = load_number(fields, "sigma", sigma_); !r) return r;
  if (!(sigma_ > 0)) return fields.wrong("sigma", "above 0");
  c_ = full ? Matrix(n) : Matrix();
  if (auto r = load_numbers(fields, "covariance", full ? n * n : n, full ? c_.values : variances_); !r) return r;
  if (auto r = load_numbers(fields, "path_sigma", n, p_sigma_); !r) return r;
  if (auto r = load_numbers(fields, "path_c", n, p_c_); !r) return r;
  if (auto r = load_word(fields, "updates", updates_); !r) return r;
  decompose();
  return Done{};
}

}  // namespace stackwright::optim
