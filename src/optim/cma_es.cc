// CMA-ES: evolution with an adapted covariance matrix, full or diagonal, with bounds, elite, restarts and noise handling.
#include "optim/cma_es.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "optim/cma_noise.h"
#include "optim/draws.h"
#include "optim/ranking.h"

namespace stackwright::optim {
namespace {

constexpr int kResamples = 100;
/// Deviation of a gene of whole numbers is kept here: a neighbour then still comes up once in 80 samples (Hansen, A CMA-ES
/// for Mixed-Integer Nonlinear Optimization, 2011).
constexpr double kLeastWholeDeviation = 0.2;

}  // namespace

double mirrored(double value, double low, double high) {
  if (value >= low && value <= high) return value;
  if (std::isinf(low)) return std::isinf(value) ? high : high - (value - high);
  if (std::isinf(high)) return std::isinf(value) ? low : low + (low - value);
  const double width = high - low;
  if (!(width > 0) || std::isinf(value)) return value < low ? low : high;
  double inside = std::fmod(value - low, 2 * width);  // exact
  if (inside < 0) inside += 2 * width;
  return std::clamp(inside <= width ? low + inside : high - (inside - width), low, high);
}

CmaEs::CmaEs(const CmaSettings& settings, Space space, std::uint64_t seed)
    : settings_(settings), space_(std::move(space)), seed_(seed) {
  Genes mean;
  for (const Gene& gene : space_.genes) {
    scale_.push_back(scale_of(gene));
    mean.push_back(start_of(gene) / scale_.back());
  }
  schedule_.lambda = first_population();
  schedule_.sigma = settings_.sigma;
  start_run(std::move(mean));
  prepare();
}

std::uint64_t CmaEs::first_population() const {
  return settings_.population > 0 ? static_cast<std::uint64_t>(settings_.population)
                                  : default_population(space_.size());
}

void CmaEs::start_run(Genes mean) {
  constants_ = cma_constants(space_.size(), schedule_.lambda, settings_.covariance);
  model_ = CmaModel(settings_.covariance, std::move(mean), schedule_.sigma);
  history_ = {};
  elite_.clear();
  ended_.clear();
}

Genes CmaEs::genes_of(std::span<const double> point) const {
  Genes genes(point.size());
  for (std::size_t i = 0; i < genes.size(); ++i) {
    const Gene& gene = space_.genes[i];
    genes[i] = settle(gene, mirrored(point[i] * scale_[i], gene.low, gene.high));
  }
  return genes;
}

Genes CmaEs::sample(std::size_t index) const {
  const std::size_t n = space_.size();
  Draws draws(seed_, batch_.generation, index, Use::sample);
  std::vector<double> z(n);
  for (double& x : z) x = draws.normal();
  Genes point(n);
  const auto low = [&](std::size_t i) { return space_.genes[i].low / scale_[i]; };
  const auto high = [&](std::size_t i) { return space_.genes[i].high / scale_[i]; };
  const auto outside = [&](std::size_t i) { return point[i] < low(i) || point[i] > high(i); };
  for (int tries = 0;; ++tries) {
    const std::vector<double> step = model_.coloured(z);
    bool inside = true;
    for (std::size_t i = 0; i < n; ++i) {
      point[i] = model_.mean()[i] + model_.sigma() * step[i];
      inside = inside && !outside(i);
    }
    if (inside || settings_.bounds == Bounds::mirror) return point;
    if (tries == kResamples) break;
    for (std::size_t i = 0; i < n; ++i) {
      if (settings_.covariance == Covariance::full || outside(i)) z[i] = draws.normal();
    }
  }
  for (std::size_t i = 0; i < n; ++i) point[i] = std::clamp(point[i], low(i), high(i));
  return point;
}

void CmaEs::prepare() {
  points_.clear();
  batch_.candidates.clear();
  for (std::size_t i = 0; i < schedule_.lambda; ++i) {
    points_.push_back(sample(i));
    batch_.candidates.push_back(genes_of(points_.back()));
  }
  batch_.round = 0;
  batch_.first = 0;
  batch_.effort = effort_;
  if (!first_fitness_.empty()) ask_again(first_fitness_);
}

/// Round two: the first candidates once more (they are as random as any), the fraction rounded by chance.
void CmaEs::ask_again(std::span<const double> fitness) {
  first_fitness_.assign(fitness.begin(), fitness.end());
  Draws draws(seed_, batch_.generation, 0, Use::reevaluation);
  const auto count = static_cast<std::size_t>(reevaluations(schedule_.lambda) + draws.unit());
  batch_.candidates.resize(std::min<std::size_t>(count, schedule_.lambda));
  batch_.round = 1;
  batch_.first = schedule_.lambda;
}

void CmaEs::tell(std::span<const double> fitness) {
  assert(fitness.size() == batch_.candidates.size());
  schedule_.evaluations += fitness.size();
  if (settings_.noise && batch_.round == 0) return ask_again(fitness);
  if (settings_.noise) {
    const std::vector<std::size_t> order = judge_noise(fitness);
    std::vector<double> means = first_fitness_;
    for (std::size_t i = 0; i < fitness.size(); ++i) means[i] = means[i] / 2 + fitness[i] / 2;
    first_fitness_.clear();
    learn(order, means);
  } else {
    learn(best_first(fitness), fitness);
  }
  finish_generation();
}

/// Where ranks change too much, first the effort of an evaluation grows, and at its limit the step size.
std::vector<std::size_t> CmaEs::judge_noise(std::span<const double> again) {
  std::vector<double> second = first_fitness_;
  std::copy(again.begin(), again.end(), second.begin());
  if (uncertainty(first_fitness_, second, again.size()) > 0) {
    if (effort_ < settings_.noise_max_effort) {
      effort_ = std::min(effort_ * kEffortGrowth, settings_.noise_max_effort);
    } else {
      model_.scale_sigma(1 + 2 / (static_cast<double>(space_.size()) + 10));
    }
  } else {
    effort_ = std::max(1.0, effort_ / kEffortGrowth);
  }
  return order_of_both(first_fitness_, second);
}

void CmaEs::learn(std::span<const std::size_t> order, std::span<const double> fitness) {
  std::vector<Genes> ranked;
  std::vector<double> reached;
  for (const std::size_t i : order) {
    ranked.push_back(points_[i]);
    reached.push_back(fitness[i]);
  }
  if (settings_.elitist) insert_elite(ranked, reached);
  model_.update(constants_, ranked);
  limit_deviations();
  std::sort(reached.begin(), reached.end(), std::greater<>());
  history_.add(reached);
}

/// The best so far takes part in every generation in place of the worst; a step too long for the distribution is cut
/// (Hansen, Injecting External Solutions Into CMA-ES, 2011).
void CmaEs::insert_elite(std::vector<Genes>& ranked, std::vector<double>& reached) {
  const Genes best = ranked.front();
  const double best_fitness = reached.front();
  if (!elite_.empty() && elite_fitness_ > reached.back()) {
    const auto n = static_cast<double>(space_.size());
    Genes step(elite_.size());
    for (std::size_t i = 0; i < step.size(); ++i) step[i] = (elite_[i] - model_.mean()[i]) / model_.sigma();
    double squares = 0;
    for (const double x : model_.whitened(step)) squares += x * x;
    const double cut = std::min(1.0, (std::sqrt(n) + 2 * n / (n + 2)) / std::sqrt(std::max(squares, 1e-300)));
    Genes point(elite_.size());
    for (std::size_t i = 0; i < step.size(); ++i) point[i] = model_.mean()[i] + model_.sigma() * cut * step[i];
    const auto at = std::find_if(reached.begin(), reached.end(), [&](double f) { return f <= elite_fitness_; });
    ranked.insert(ranked.begin() + (at - reached.begin()), std::move(point));
    reached.insert(at, elite_fitness_);
    ranked.pop_back();
    reached.pop_back();
  }
  if (elite_.empty() || best_fitness > elite_fitness_) {
    elite_ = best;
    elite_fitness_ = best_fitness;
  }
}

void CmaEs::limit_deviations() {
  std::vector<double> least;
  std::vector<double> most;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    const Gene& gene = space_.genes[i];
    least.push_back(gene.kind == GeneKind::integer ? kLeastWholeDeviation / scale_[i] : 0);
    const double third = (gene.high - gene.low) / scale_[i] / 3;
    most.push_back(std::max({third, schedule_.sigma, least.back()}));
  }
  model_.limit_deviations(least, most);
}

void CmaEs::finish_generation() {
  ended_ = end_of_run(model_, constants_, history_, {settings_.tolerance_fitness, settings_.tolerance_genes},
                      schedule_.sigma);
  ++batch_.generation;
  const bool used_up = schedule_.limit > 0 && schedule_.evaluations >= schedule_.limit;
  if (settings_.restarts != Restarts::none && (!ended_.empty() || used_up)) {
    Draws draws(seed_, batch_.generation, 0, Use::restart);
    schedule_.next(settings_.restarts, first_population(), settings_.sigma, draws);
    Genes mean = first_values(space_, draws);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] /= scale_[i];
    start_run(std::move(mean));
  }
  prepare();
}

Genes CmaEs::favourite() const { return genes_of(model_.mean()); }

Genes CmaEs::spread() const {
  Genes spread(space_.size());
  for (std::size_t i = 0; i < spread.size(); ++i) spread[i] = model_.deviation(i) * scale_[i];
  return spread;
}

}  // namespace stackwright::optim
