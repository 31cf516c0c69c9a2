// xNES: the natural gradient of expected fitness in exponential coordinates of a normal distribution.
#include "optim/xnes.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/math.h"
#include "optim/cma_model.h"
#include "optim/draws.h"
#include "optim/ranking.h"
#include "optim/state.h"

namespace stackwright::optim {
namespace {

constexpr double kLeastSigma = 1e-150;
constexpr double kMostSigma = 1e32;

/// max(0, ln(lambda / 2 + 1) - ln k), summing to 1, less 1 / lambda.
std::vector<double> utilities_of(std::size_t lambda) {
  const auto count = static_cast<double>(lambda);
  std::vector<double> utilities;
  double sum = 0;
  for (std::size_t k = 1; k <= lambda; ++k) {
    utilities.push_back(std::max(0.0, portable_log(count / 2 + 1) - portable_log(static_cast<double>(k))));
    sum += utilities.back();
  }
  for (double& u : utilities) u = u / sum - 1 / count;
  return utilities;
}

}  // namespace

const std::vector<SettingRow<XnesSettings>>& xnes_settings() {
  using S = XnesSettings;
  static const std::vector<SettingRow<S>> rows{
      whole_or_zero<S>("population", &S::population, 2, 1'000'000, "candidates; 0: 4 + 3 ln(genes)"),
      real<S>("sigma", &S::sigma, 1e-10, 1e10, "first step size, as a share of the first range of each gene"),
      real<S>("rate_mean", &S::rate_mean, 0, 10, "learning rate of the mean"),
      real<S>("rate_sigma", &S::rate_sigma, 0, 10, "learning rate of the step size; 0: the paper's"),
      real<S>("rate_shape", &S::rate_shape, 0, 10, "learning rate of the shape; 0: the paper's"),
  };
  return rows;
}

Xnes::Xnes(const XnesSettings& settings, Space space, std::uint64_t seed)
    : settings_(settings),
      space_(std::move(space)),
      seed_(seed),
      sigma_(settings.sigma),
      shape_(identity(space_.size())) {
  const auto n = static_cast<double>(space_.size());
  const double rate = 3 * (3 + portable_log(n)) / (5 * n * std::sqrt(n));
  if (settings_.rate_sigma == 0) settings_.rate_sigma = rate;
  if (settings_.rate_shape == 0) settings_.rate_shape = rate;
  lambda_ =
      settings_.population > 0 ? static_cast<std::size_t>(settings_.population) : default_population(space_.size());
  utilities_ = utilities_of(lambda_);
  for (const Gene& gene : space_.genes) {
    scale_.push_back(scale_of(gene));
    mean_.push_back(start_of(gene) / scale_.back());
  }
  prepare();
}

std::vector<double> Xnes::deviate(std::size_t index) const {
  Draws draws(seed_, batch_.generation, index, Use::sample);
  std::vector<double> z(space_.size());
  for (double& x : z) x = draws.normal();
  return z;
}

void Xnes::prepare() {
  batch_.candidates.clear();
  for (std::size_t k = 0; k < lambda_; ++k) {
    const std::vector<double> step = product(shape_, deviate(k));
    Genes genes(space_.size());
    for (std::size_t i = 0; i < genes.size(); ++i) genes[i] = (mean_[i] + sigma_ * step[i]) * scale_[i];
    batch_.candidates.push_back(settle(space_, genes));
  }
}

void Xnes::tell(std::span<const double> fitness) {
  assert(fitness.size() == lambda_);
  const std::size_t n = space_.size();

  // 1. The gradients of the mean (sum of u z) and of the covariance (sum of u (z z^T - 1); utilities sum to 0).
  std::vector<double> along(n, 0.0);
  Matrix covariance(n);
  std::size_t rank = 0;
  for (const std::size_t k : best_first(fitness)) {
    const std::vector<double> z = deviate(k);
    const double u = utilities_[rank++];
    for (std::size_t i = 0; i < n; ++i) {
      along[i] += u * z[i];
      for (std::size_t j = 0; j < n; ++j) covariance.at(i, j) += u * z[i] * z[j];
    }
  }

  // 2. The covariance splits into step size (its trace) and shape.
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += covariance.at(i, i);
  const double mean_trace = trace / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) covariance.at(i, i) -= mean_trace;
  for (double& x : covariance.values) x *= settings_.rate_shape / 2;

  // 3. The step.
  const std::vector<double> move = product(shape_, along);
  for (std::size_t i = 0; i < n; ++i) {
    const double moved = mean_[i] + settings_.rate_mean * sigma_ * move[i];
    mean_[i] = std::clamp(moved, space_.genes[i].low / scale_[i], space_.genes[i].high / scale_[i]);
  }
  sigma_ = std::clamp(sigma_ * portable_exp(settings_.rate_sigma / 2 * mean_trace), kLeastSigma, kMostSigma);
  shape_ = product(shape_, symmetric_exp(covariance));
  ++batch_.generation;
  prepare();
}

Genes Xnes::favourite() const {
  Genes genes(mean_.size());
  for (std::size_t i = 0; i < genes.size(); ++i) genes[i] = mean_[i] * scale_[i];
  return settle(space_, genes);
}

Genes Xnes::spread() const {
  Genes spread(space_.size());
  for (std::size_t i = 0; i < spread.size(); ++i) {
    double squares = 0;
    for (std::size_t j = 0; j < spread.size(); ++j) squares += shape_.at(i, j) * shape_.at(i, j);
    spread[i] = sigma_ * std::sqrt(squares) * scale_[i];
  }
  return spread;
}

std::string Xnes::exhausted() const {
  const Genes deviation = spread();
  for (std::size_t i = 0; i < deviation.size(); ++i) {
    const double mean = mean_[i] * scale_[i];
    if (mean != mean + 0.2 * deviation[i]) return "";
  }
  return "steps no longer change the mean";
}

void Xnes::save(Json& json) const {
  json["generation"] = batch_.generation;
  put(json, "mean", mean_);
  put(json, "sigma", sigma_);
  put(json, "shape", shape_.values);
}

Result<Done> Xnes::load(const Fields& fields) {
  const std::size_t n = space_.size();
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  if (auto r = load_numbers(fields, "mean", n, mean_); !r) return r;
  if (auto r = load_number(fields, "sigma", sigma_); !r) return r;
  if (auto r = load_numbers(fields, "shape", n * n, shape_.values); !r) return r;
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
