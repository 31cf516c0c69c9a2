// Selection: which members of a ranked population become parents.
#include "optim/selection.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace stackwright::optim {
namespace {

/// `count` different places below n, in the order drawn (the first steps of a Fisher-Yates shuffle).
std::vector<std::size_t> different_places(std::size_t n, std::size_t count, Draws& draws) {
  std::vector<std::size_t> places(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i) std::swap(places[i], places[i + draws.below(n - i)]);
  places.resize(count);
  return places;
}

std::vector<std::size_t> spin(std::span<const double> shares, std::size_t count, Draws& draws) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(place_on_wheel(shares, draws.unit() * sum));
  return places;
}

std::vector<std::size_t> tournaments(std::size_t n, std::size_t size, std::size_t count, Draws& draws) {
  std::vector<std::size_t> winners;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t best = n;
    for (std::size_t k = 0; k < size; ++k) best = std::min(best, draws.below(n));
    winners.push_back(best);
  }
  return winners;
}

/// For each pair the best two of a random sample without repetition.
std::vector<std::size_t> best_two_of_samples(std::size_t n, std::size_t size, std::size_t pairs, Draws& draws) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < pairs; ++i) {
    std::vector<std::size_t> sample = different_places(n, std::min(size, n), draws);
    std::sort(sample.begin(), sample.end());
    places.push_back(sample.front());
    places.push_back(sample[std::min<std::size_t>(1, sample.size() - 1)]);
  }
  return places;
}

}  // namespace

std::vector<double> wheel_shares(std::span<const double> fitness) {
  double least = 0;
  double most = 0;
  for (const double f : fitness) {
    if (!std::isfinite(f)) continue;
    least = std::min(least, f);
    most = std::max(most, f);
  }
  std::vector<double> shares;
  double sum = 0;
  for (const double f : fitness) {
    // Scaled by the largest, so that no sum overflows; infinitely bad has no share, infinitely good the largest.
    const double above = std::isfinite(f) ? f / 2 - least / 2 : f > 0 ? most / 2 - least / 2 : 0;
    const double largest = most / 2 - least / 2;
    shares.push_back(largest > 0 ? above / largest : 0);
    sum += shares.back();
  }
  if (!(sum > 0)) std::fill(shares.begin(), shares.end(), 1.0);
  return shares;
}

std::size_t place_on_wheel(std::span<const double> shares, double point) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] <= 0) continue;
    last = i;
    if (point < shares[i]) return i;
    point -= shares[i];
  }
  return last;  // rounding carried the point past the end
}

std::vector<std::size_t> universal_sample(std::span<const double> shares, std::size_t count, double offset) {
  const double step = std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(count);
  std::vector<std::size_t> places;
  std::size_t at = 0;
  double passed = 0;  // shares before `at`
  for (std::size_t i = 0; i < count; ++i) {
    const double pointer = (offset + static_cast<double>(i)) * step;
    while (at + 1 < shares.size() && pointer >= passed + shares[at]) passed += shares[at++];
    places.push_back(at);
  }
  return places;
}

Selected select(const SelectionSettings& settings, std::span<const double> fitness, std::size_t children,
                Draws& draws) {
  const std::size_t n = fitness.size();
  const std::size_t wanted = 2 * children;
  Selected out;
  switch (settings.kind) {
    case Selection::truncation: {
      const auto kept = static_cast<std::size_t>(std::floor(settings.share * static_cast<double>(n) + 0.5));
      out.members.resize(std::clamp<std::size_t>(kept, std::min<std::size_t>(2, n), n));
      std::iota(out.members.begin(), out.members.end(), std::size_t{0});
      for (std::size_t i = 0; i < wanted; ++i) out.draws.push_back(draws.below(out.members.size()));
      return out;
    }
    case Selection::roulette:
      out.draws = spin(wheel_shares(fitness), wanted, draws);
      break;
    case Selection::sus: {
      const std::vector<std::size_t> sample = universal_sample(wheel_shares(fitness), wanted, draws.unit());
      for (const std::size_t i : different_places(wanted, wanted, draws)) out.draws.push_back(sample[i]);
      break;
    }
    case Selection::tournament:
      out.draws = tournaments(n, static_cast<std::size_t>(settings.tournament), wanted, draws);
      break;
    case Selection::rank: {
      std::vector<double> shares(n);  // linear ranking: n for the fittest, 1 for the last
      for (std::size_t i = 0; i < n; ++i) shares[i] = static_cast<double>(n - i);
      out.draws = spin(shares, wanted, draws);
      break;
    }
    case Selection::best_two_of_sample:
      out.draws = best_two_of_samples(n, static_cast<std::size_t>(settings.sample), children, draws);
      break;
  }
  out.members = out.draws;
  std::sort(out.members.begin(), out.members.end());
  out.members.erase(std::unique(out.members.begin(), out.members.end()), out.members.end());
  return out;
}

std::pair<std::size_t, std::size_t> mate(Mating mating, const Selected& selected, std::size_t child, Draws& draws) {
  const std::vector<std::size_t>& members = selected.members;
  const std::size_t first = selected.draws[2 * child];
  const std::size_t second = selected.draws[2 * child + 1];
  if (members.size() < 2) return {first, second};
  const auto at = std::lower_bound(members.begin(), members.end(), first) - members.begin();
  if (mating == Mating::fitter_second) {
    const std::size_t place = at > 0 ? static_cast<std::size_t>(at) : 1 + draws.below(members.size() - 1);
    return {members[place], members[draws.below(place)]};
  }
  if (first != second) return {first, second};
  const std::size_t other = draws.below(members.size() - 1);
  return {first, members[other < static_cast<std::size_t>(at) ? other : other + 1]};
}

}  // namespace stackwright::optim
