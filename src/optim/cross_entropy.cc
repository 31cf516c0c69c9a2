// The noisy cross-entropy method: an independent normal distribution per gene, fitted to the best, with added variance.
#include "optim/cross_entropy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/math.h"
#include "optim/draws.h"
#include "optim/ranking.h"
#include "optim/state.h"

namespace stackwright::optim {
const std::vector<SettingRow<CrossEntropySettings>>& cross_entropy_settings() {
  using S = CrossEntropySettings;
  static const std::vector<SettingRow<S>> rows{
      whole<S>("population", &S::population, 2, 1'000'000, "candidates"),
      real<S>("elite", &S::elite, 0, 1, "the best share that the distribution is fitted to"),
      real<S>("sigma", &S::sigma, 1e-10, 1e10, "first deviation, as a share of the first range of each gene"),
      real<S>("noise", &S::noise, 0, 1e10, "variance added at the start, as a share of the first variance"),
      whole<S>("noise_generations", &S::noise_generations, 0, 1'000'000,
               "generations in which the noise falls to 0; 0: it stays"),
  };
  return rows;
}

CrossEntropy::CrossEntropy(const CrossEntropySettings& settings, Space space, std::uint64_t seed)
    : settings_(settings), space_(std::move(space)), seed_(seed) {
  for (const Gene& gene : space_.genes) {
    mean_.push_back(start_of(gene));
    variance_.push_back(square(settings_.sigma * scale_of(gene)));
  }
  prepare();
}

double CrossEntropy::noise_after(std::uint64_t t) const {
  if (settings_.noise_generations == 0) return settings_.noise;
  return settings_.noise * std::max(1 - static_cast<double>(t) / settings_.noise_generations, 0.0);
}

void CrossEntropy::prepare() {
  batch_.candidates.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.population); ++i) {
    Draws draws(seed_, batch_.generation, i, Use::sample);
    Genes genes(space_.size());
    for (std::size_t g = 0; g < genes.size(); ++g) genes[g] = mean_[g] + std::sqrt(variance_[g]) * draws.normal();
    batch_.candidates.push_back(settle(space_, genes));
  }
}

void CrossEntropy::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size());
  const double wanted = std::floor(settings_.elite * static_cast<double>(fitness.size()) + 0.5);
  const std::size_t elite = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, fitness.size());
  std::vector<Genes> best;
  for (const std::size_t i : best_first(fitness)) {
    if (best.size() < elite) best.push_back(batch_.candidates[i]);
  }
  const Genes deviation = deviations(best, space_.size());
  const double noise = noise_after(batch_.generation + 1);
  for (std::size_t g = 0; g < space_.size(); ++g) {
    double mean = 0;
    for (const Genes& genes : best) mean += genes[g] / static_cast<double>(elite);
    mean_[g] = mean;
    variance_[g] = square(deviation[g]) + noise * square(settings_.sigma * scale_of(space_.genes[g]));
  }
  ++batch_.generation;
  prepare();
}

Genes CrossEntropy::spread() const {
  Genes spread;
  for (const double v : variance_) spread.push_back(std::sqrt(v));
  return spread;
}

std::string CrossEntropy::exhausted() const {
  const bool still = std::all_of(variance_.begin(), variance_.end(), [](double v) { return v == 0; });
  return still && noise_after(batch_.generation + 1) == 0 ? "the distribution has shrunk to a point" : "";
}

void CrossEntropy::save(Json& json) const {
  json["generation"] = batch_.generation;
  put(json, "mean", mean_);
  put(json, "variance", variance_);
}

Result<Done> CrossEntropy::load(const Fields& fields) {
  if (auto r = load_word(fields, "generation", batch_.generation); !r) return r;
  if (auto r = load_numbers(fields, "mean", space_.size(), mean_); !r) return r;
  if (auto r = load_numbers(fields, "variance", space_.size(), variance_); !r) return r;
  if (std::any_of(variance_.begin(), variance_.end(), [](double v) { return !(v >= 0); })) {
    return fields.wrong("variance", "an array of numbers from 0 up");
  }
  prepare();
  return Done{};
}

}  // namespace stackwright::optim
