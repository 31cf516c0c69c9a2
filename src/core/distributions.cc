// Normal, gamma, chi-square and beta distributions in portable arithmetic.
#include "core/distributions.h"

#include <array>
#include <cassert>
#include <cmath>

#include "core/math.h"

namespace stackwright {
namespace {

constexpr double kLogSqrtTwoPi = 0.91893853320467274178;

/// Rational function with coefficients from the constant term up.
double ratio(const std::array<double, 8>& above, const std::array<double, 8>& below, double x) {
  double p = 0;
  double q = 0;
  for (std::size_t i = above.size(); i-- > 0;) {
    p = p * x + above[i];
    q = q * x + below[i];
  }
  return p / q;
}

/// x^a e^-x / Gamma(a), the common factor of both forms of the incomplete gamma function.
double gamma_front(double a, double x) { return portable_exp(a * portable_log(x) - x - log_gamma(a)); }

/// P(a, x) by its series; good for x < a + 1.
double gamma_series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (double n = a + 1; term > sum * 1e-16; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum * gamma_front(a, x);
}

/// Q(a, x) = 1 - P(a, x) by Legendre's continued fraction in Lentz's form; good for x > a + 1.
double gamma_fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double h = d;
  for (double i = 1;; i += 1) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    c = b + an / c;
    if (std::abs(d) < kTiny) d = kTiny;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    const double delta = d * c;
    h *= delta;
    if (std::abs(delta - 1) < 1e-15 || i > 1e6) return h * gamma_front(a, x);
  }
}

/// The continued fraction of the incomplete beta function in Lentz's form; good for x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto away = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1;
  double d = 1 / away(1 - (a + b) * x / (a + 1));
  double h = d;
  for (double m = 1; m < 1e6; m += 1) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    h *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return h;
}

}  // namespace

double normal_quantile(double p) {
  assert(p > 0 && p < 1);
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    return q *
           ratio({3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
                  4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
                 {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
                  2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3},
                 0.180625 - q * q);
  }
  const double r = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
  const double tail = r <= 5 ? ratio({1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                                      3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                                      2.27238449892691845833e-2, 7.74545014278341407640e-4},
                                     {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0,
                                      6.89767334985100004550e-1, 1.48103976427480074590e-1, 1.51986665636164571966e-2,
                                      5.47593808499534494600e-4, 1.05075007164441684324e-9},
                                     r - 1.6)
                             : ratio({6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                                      2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                      2.71155556874348757815e-5, 2.01033439929228813265e-7},
                                     {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
                                      1.48753612908506148525e-2, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
                                      1.42151175831644588870e-7, 2.04426310338993978564e-15},
                                     r - 5);
  return q < 0 ? -tail : tail;
}

double log_gamma(double x) {
  assert(x > 0);
  double shift = 1;
  while (x < 10) {
    shift *= x;
    x += 1;
  }
  const double z = 1 / (x * x);
  double series = 691.0 / 360360 - z / 156;
  for (const double bernoulli : {1.0 / 1188, 1.0 / 1680, 1.0 / 1260, 1.0 / 360, 1.0 / 12}) {
    series = bernoulli - z * series;
  }
  return (x - 0.5) * portable_log(x) - x + kLogSqrtTwoPi + series / x - portable_log(shift);
}

double gamma_p(double a, double x) {
  assert(a > 0);
  if (!(x > 0)) return 0;
  return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}

double chi_square_cdf(double x, double degrees) { return gamma_p(degrees / 2, x / 2); }

// Wilson and Hilferty's cube (1931) opens a bracket around the quantile; Newton's steps, kept inside it, close it.
double chi_square_quantile(double p, double degrees) {
  assert(degrees > 0 && p >= 0 && p <= 1);
  if (p == 0) return 0;
  if (p == 1) return kInfinity;
  const double a = degrees / 2;
  const double s = 2 / (9 * degrees);
  const double cube = 1 - s + normal_quantile(p) * std::sqrt(s);
  // Where the cube fails, far down the low tail, P(a, y) is nearly y^a / Gamma(a + 1).
  const double start = cube > 0.1 ? a * cube * cube * cube : portable_exp((portable_log(p) + log_gamma(a + 1)) / a);
  double low = 0;
  double high = kInfinity;
  double y = start;
  for (int step = 0; step < 200; ++step) {
    const double error = gamma_p(a, y) - p;
    (error > 0 ? high : low) = y;
    const double slope = gamma_front(a, y) / y;
    double next = slope > 0 ? y - error / slope : low;
    if (!(next > low && next < high)) next = high < kInfinity ? (low + high) / 2 : 2 * y;
    if (std::abs(next - y) <= 1e-14 * y) return 2 * next;
    y = next;
  }
  return 2 * y;
}

double beta_p(double a, double b, double x) {
  assert(a > 0 && b > 0);
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  const double front =
      portable_exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * portable_log(x) + b * portable_log(1 - x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace stackwright
