// Infinity and squares by name; logarithm and exponential in plain IEEE arithmetic: the same bits on every machine, where libm may differ.
#pragma once

#include <limits>
namespace stackwright {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr double square(double x) { return x * x; }

/// Natural logarithm, within 1 ulp. -infinity at 0, not a number below.
double portable_log(double x);

/// e to the power of x, within 1 ulp (2 where the result is subnormal). Infinity and 0 beyond the range.
double portable_exp(double x);

/// x to the power of y by exp(y log x), for x > 0; the relative error grows with |y log x|.
double portable_pow(double x, double y);

}  // namespace stackwright
