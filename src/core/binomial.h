// The exact binomial test of wins against losses.
#pragma once

#include <cstdint>

namespace stackwright {

/// How likely a result at least as uneven as this is between equal players: two-sided, both outcomes alike (the sign
/// test). 1 when there is nothing to compare.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace stackwright
