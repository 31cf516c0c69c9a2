// Uncertainty handling for noisy fitness: how much ranks change when candidates are evaluated again.
#include "optim/cma_noise.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/statistics.h"
#include "optim/ranking.h"

namespace stackwright::optim {
namespace {

/// Ranks from 1 (best) among all 2 lambda evaluations: those of the first, then those of the second.
std::vector<double> common_ranks(std::span<const double> first, std::span<const double> second) {
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  std::vector<double> ranks(both.size());
  double rank = 0;
  for (const std::size_t i : best_first(both)) ranks[i] = ++rank;
  return ranks;
}

/// The theta/2-quantile of |1 - R|, ..., |2 lambda - 1 - R|: the change of rank that pure chance may reach from rank R.
double accepted_change(double rank, std::size_t lambda) {
  std::vector<double> changes;
  for (std::size_t k = 1; k < 2 * lambda; ++k) changes.push_back(std::abs(static_cast<double>(k) - rank));
  std::sort(changes.begin(), changes.end());
  return quantile_of_sorted(changes, kAcceptedRankChange / 2);
}

}  // namespace

double reevaluations(std::size_t lambda) {
  return std::min(static_cast<double>(lambda), std::max(0.1 * static_cast<double>(lambda), 2.0));
}

double uncertainty(std::span<const double> first, std::span<const double> second, std::size_t again) {
  assert(first.size() == second.size() && again <= first.size());
  if (again == 0) return 0;
  const std::size_t lambda = first.size();
  const std::vector<double> ranks = common_ranks(first, second);
  double sum = 0;
  for (std::size_t i = 0; i < again; ++i) {
    const double before = ranks[i];
    const double after = ranks[lambda + i];
    const double change = std::abs(after - before) - 1;  // the two are never equal
    sum += 2 * change - accepted_change(after - (after > before ? 1 : 0), lambda) -
           accepted_change(before - (before > after ? 1 : 0), lambda);
  }
  return sum / static_cast<double>(again);
}

std::vector<std::size_t> order_of_both(std::span<const double> first, std::span<const double> second) {
  const std::size_t lambda = first.size();
  const std::vector<double> ranks = common_ranks(first, second);
  std::vector<std::size_t> order(lambda);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    return std::tuple(ranks[i] + ranks[lambda + i], std::abs(ranks[lambda + i] - ranks[i]),
                      -(first[i] / 2 + second[i] / 2));
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

}  // namespace stackwright::optim
