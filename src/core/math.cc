// Logarithm and exponential in plain IEEE arithmetic; every operation is written out, the order is part of the result.
#include "core/math.h"

#include <array>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

// Sums must be rounded to double one by one; the build adds -ffp-contract=off so that none is fused with a product.
static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0);

namespace stackwright {
namespace {

// ln 2 in two parts: the first has 21 zero bits at its end, so that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInvLn2 = 0x1.71547652b82fep+0;

/// 2/(2n+1), n = 1 to 11: the series of 2 artanh(s)/s - 2 in s^2.
constexpr std::array<double, 11> kArtanh{2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                                         2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};

/// 1/n!, n = 2 to 14.
constexpr std::array<double, 13> kInverseFactorial{
    1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,        1.0 / 5040,       1.0 / 40320,
    1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};

/// Horner's rule from the last coefficient to the first.
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficient, double x) {
  double sum = coefficient[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + coefficient[i];
  return sum;
}

/// 2^k for a normal result.
double power_of_two(int k) { return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52); }

}  // namespace

// The reduction x = 2^k (1 + f) and the form of the last sum are those of Ng's log in fdlibm (Sun, 1993); the series is
// Taylor's, long enough that its remainder is below 1/64 ulp for sqrt(1/2) <= 1 + f < sqrt(2).
double portable_log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return x;
  int k = 0;
  if (x < DBL_MIN) {
    x *= 0x1p54;
    k = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  k += static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m >= 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++k;
  }
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double rest = z * polynomial(kArtanh, z);
  const double half_square = 0.5 * f * f;
  const double low = s * (half_square + rest) + k * kLn2Low;
  return k * kLn2High - ((half_square - low) - f);
}

// x = k ln 2 + r with |r| <= ln 2 / 2, then Taylor's series of e^r; r is kept in two parts.
double portable_exp(double x) {
  if (x != x) return x;
  if (x > 0x1.62e42fefa39efp+9) return kInfinity;  // ln of the largest double
  if (x < -0x1.74910d52d3052p+9) return 0.0;       // ln of half the smallest
  const int k = static_cast<int>(x * kInvLn2 + (x < 0 ? -0.5 : 0.5));
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  const double lost = (high - r) - low;
  const double tail = (lost + lost * r) + r * r * polynomial(kInverseFactorial, r);
  const double y = 1.0 + (r + tail);
  if (k > 1023) return y * 2.0 * power_of_two(k - 1);
  if (k < -1021) return y * power_of_two(k + 54) * 0x1p-54;
  return y * power_of_two(k);
}

double portable_pow(double x, double y) { return portable_exp(y * portable_log(x)); }

}  // namespace stackwright
