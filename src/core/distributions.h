// Normal, gamma, chi-square and beta distributions in portable arithmetic.
#pragma once

namespace stackwright {

/// Quantile of the standard normal distribution, 0 < p < 1 (Wichura, algorithm AS 241, 1988; 16 digits).
double normal_quantile(double p);

/// ln of the gamma function, x > 0 (Stirling's series after shifting x above 10).
double log_gamma(double x);

/// The regularised lower incomplete gamma function P(a, x), a > 0 (series below a + 1, continued fraction above).
double gamma_p(double a, double x);

/// Distribution function and quantile of chi-square; degrees > 0, 0 <= p <= 1.
double chi_square_cdf(double x, double degrees);
double chi_square_quantile(double p, double degrees);

/// The regularised incomplete beta function I_x(a, b), a and b > 0, 0 <= x <= 1 (continued fraction by Lentz's method).
double beta_p(double a, double b, double x);

}  // namespace stackwright
