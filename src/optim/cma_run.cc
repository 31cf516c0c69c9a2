// One run of CMA-ES between restarts: when it has come to its end, and how large the next one is.
#include "optim/cma_run.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/math.h"
#include "core/statistics.h"
#include "optim/state.h"

namespace stackwright::optim {
namespace {

constexpr double kMostGrowth = 1e4;      // of the largest axis: a first step size far too small
constexpr double kMostCondition = 1e14;  // of C: the axes are lost to rounding
constexpr std::size_t kLongestHistory = 2000;
constexpr std::uint64_t kMostDoublings = 16;
constexpr std::uint64_t kMostLambda = std::uint64_t{1} << 20;

double per_population(const CmaConstants& k) { return 30 * static_cast<double>(k.n) / static_cast<double>(k.lambda); }

double median_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

bool flat(const CmaHistory& history, const CmaConstants& k, double tolerance) {
  const auto wanted = static_cast<std::size_t>(10 + std::ceil(per_population(k)));
  if (history.best.size() < wanted) return false;
  const auto [low, high] =
      std::minmax_element(history.best.end() - static_cast<std::ptrdiff_t>(wanted), history.best.end());
  const double range = std::max(*low == *high ? 0 : *high - *low, history.last_range);
  return range < tolerance;
}

/// Neither the best nor the median of the last part of the history is better than of its first part.
bool stagnates(const CmaHistory& history, const CmaConstants& k) {
  const double least = 120 + per_population(k);
  const auto window = static_cast<std::size_t>(
      std::clamp(0.2 * static_cast<double>(history.generations), least, std::max(least, double{kLongestHistory})));
  if (history.best.size() < window || window > kLongestHistory) return false;
  const auto worse = [&](const std::vector<double>& values) {
    const auto recent = std::span(values).last(window);
    const std::size_t part = window * 3 / 10;
    return median_of(recent.last(part)) <= median_of(recent.first(part));
  };
  return worse(history.best) && worse(history.median);
}

bool all_tiny(const CmaModel& model, double limit) {
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (model.deviation(i) >= limit || std::abs(model.sigma() * model.path()[i]) >= limit) return false;
  }
  return true;
}

/// A step along one axis (they take turns) or along a coordinate no longer changes the mean.
bool without_effect(const CmaModel& model, std::uint64_t turn) {
  const Genes& mean = model.mean();
  for (std::size_t i = 0; i < mean.size(); ++i) {
    if (mean[i] == mean[i] + 0.2 * model.deviation(i)) return true;
  }
  const std::size_t a = turn % mean.size();
  const std::vector<double> axis = model.axis(a);
  const double step = 0.1 * model.sigma() * model.axis_lengths()[a];
  for (std::size_t i = 0; i < mean.size(); ++i) {
    if (mean[i] != mean[i] + step * axis[i]) return false;
  }
  return true;
}

}  // namespace

void CmaHistory::add(std::span<const double> sorted) {
  best.push_back(sorted.front());
  median.push_back(sorted[sorted.size() / 2]);
  last_range = sorted.front() == sorted.back() ? 0 : sorted.front() - sorted.back();
  ++generations;
  if (best.size() > kLongestHistory) {
    best.erase(best.begin());
    median.erase(median.begin());
  }
}

void CmaHistory::save(Json& json) const {
  put(json, "best", best);
  put(json, "median", median);
  put(json, "last_range", last_range);
  json["generations"] = generations;
}

Result<Done> CmaHistory::load(const Fields& fields) {
  if (auto r = load_word(fields, "generations", generations); !r) return r;
  const std::size_t kept = std::min<std::uint64_t>(generations, kLongestHistory);
  if (auto r = load_numbers(fields, "best", kept, best); !r) return r;
  if (auto r = load_numbers(fields, "median", kept, median); !r) return r;
  return load_number(fields, "last_range", last_range);
}

std::string end_of_run(const CmaModel& model, const CmaConstants& constants, const CmaHistory& history,
                       const CmaTolerances& tolerances, double first_sigma) {
  const auto [shortest, longest] = std::minmax_element(model.axis_lengths().begin(), model.axis_lengths().end());
  if (flat(history, constants, tolerances.fitness)) return "fitness no longer changes";
  if (all_tiny(model, tolerances.genes * first_sigma)) return "steps are too small to matter";
  if (model.sigma() * *longest > kMostGrowth * std::max(1.0, first_sigma)) return "steps grow without limit";
  if (without_effect(model, history.generations)) return "steps no longer change the mean";
  if (*longest / *shortest > std::sqrt(kMostCondition)) return "the covariance is too long and thin";
  if (stagnates(history, constants)) return "no progress for a fifth of the run";
  return "";
}

void CmaSchedule::next(Restarts restarts, std::uint64_t default_lambda, double default_sigma, Draws& draws) {
  (small ? spent_small : spent_large) += evaluations;
  if (!small) last_large = evaluations;
  if (run == 0) spent_large = 0;  // the first run counts for neither kind
  ++run;
  small = restarts == Restarts::bipop && run > 1 && spent_small < spent_large;
  sigma = default_sigma;
  limit = 0;
  if (small) {
    const double large = static_cast<double>(default_lambda << doublings);
    const double base = large / (2 * static_cast<double>(default_lambda));
    const double power = draws.unit();
    const double wanted = static_cast<double>(default_lambda) * portable_pow(base, power * power);
    lambda = std::max(default_lambda, static_cast<std::uint64_t>(wanted));
    sigma *= portable_pow(10, -2 * draws.unit());
    limit = std::max<std::uint64_t>(1, last_large / 2);
  } else {
    if (doublings < kMostDoublings && default_lambda << (doublings + 1) <= kMostLambda) ++doublings;
    lambda = default_lambda << doublings;
  }
  evaluations = 0;
}

void CmaSchedule::save(Json& json) const {
  for (const auto& [name, value] : {std::pair{"run", run},
                                    {"lambda", lambda},
                                    {"evaluations", evaluations},
                                    {"limit", limit},
                                    {"small", std::uint64_t{small}},
                                    {"doublings", doublings},
                                    {"spent_large", spent_large},
                                    {"spent_small", spent_small},
                                    {"last_large", last_large}}) {
    json[name] = value;
  }
  put(json, "sigma", sigma);
}

Result<Done> CmaSchedule::load(const Fields& fields) {
  std::uint64_t is_small = 0;
  for (const auto& [name, out] : {std::pair{"run", &run},
                                  {"lambda", &lambda},
                                  {"evaluations", &evaluations},
                                  {"limit", &limit},
                                  {"small", &is_small},
                                  {"doublings", &doublings},
                                  {"spent_large", &spent_large},
                                  {"spent_small", &spent_small},
                                  {"last_large", &last_large}}) {
    if (auto r = load_word(fields, name, *out); !r) return r;
  }
  small = is_small != 0;
  if (lambda < 4 || lambda > kMostLambda) return fields.wrong("lambda", "from 4 to 1048576");
  if (doublings > kMostDoublings) return fields.wrong("doublings", "at most 16");
  return load_number(fields, "sigma", sigma);
}

}  // namespace stackwright::optim
