// The exact binomial test of wins against losses.
#include "core/binomial.h"

#include <algorithm>

#include "core/distributions.h"
#include "core/math.h"

namespace stackwright {

double sign_test(std::uint64_t wins, std::uint64_t losses) {
  const auto n = static_cast<double>(wins + losses);
  const std::uint64_t most = std::max(wins, losses);
  if (wins == losses) return 1;
  const double log_half = portable_log(0.5);
  double tail = 0;
  for (std::uint64_t k = most; k <= wins + losses; ++k) {
    const auto x = static_cast<double>(k);
    tail += portable_exp(log_gamma(n + 1) - log_gamma(x + 1) - log_gamma(n - x + 1) + n * log_half);
  }
  return std::min(1.0, 2 * tail);
}

}  // namespace stackwright
