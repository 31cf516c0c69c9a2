// Eigenvalues and eigenvectors of symmetric matrices in a fixed order of operations.
#include "optim/symmetric.h"

#include <cassert>
#include <cmath>

#include "core/math.h"

namespace stackwright::optim {
namespace {

constexpr int kMaxSweeps = 30;  // convergence is quadratic: 6 to 10 are usual

/// Rows p and q become c p - s q and s p + c q.
void rotate_rows(Matrix& m, std::size_t p, std::size_t q, double c, double s) {
  double* x = m.row(p);
  double* y = m.row(q);
  for (std::size_t i = 0; i < m.n; ++i) {
    const double a = x[i];
    const double b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}

/// One rotation that makes a[p][q] zero; both halves of the symmetric matrix are kept.
void annihilate(Matrix& a, Matrix& vectors, std::size_t p, std::size_t q) {
  const double apq = a.at(p, q);
  const double app = a.at(p, p);
  const double aqq = a.at(q, q);
  const double theta = (aqq - app) / (2 * apq);
  const double size = std::abs(theta);
  const double t = (theta < 0 ? -1 : 1) / (size > 1e150 ? 2 * size : size + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  rotate_rows(a, p, q, c, s);
  for (std::size_t i = 0; i < a.n; ++i) {
    a.at(i, p) = a.at(p, i);
    a.at(i, q) = a.at(q, i);
  }
  a.at(p, p) = app - t * apq;
  a.at(q, q) = aqq + t * apq;
  a.at(p, q) = 0;
  a.at(q, p) = 0;
  rotate_rows(vectors, p, q, c, s);
}

}  // namespace

Matrix identity(std::size_t n) {
  Matrix m(n);
  for (std::size_t i = 0; i < n; ++i) m.at(i, i) = 1;
  return m;
}

Matrix product(const Matrix& a, const Matrix& b) {
  assert(a.n == b.n);
  Matrix out(a.n);
  for (std::size_t i = 0; i < a.n; ++i) {
    double* to = out.row(i);
    for (std::size_t k = 0; k < a.n; ++k) {
      const double factor = a.at(i, k);
      const double* from = b.row(k);
      for (std::size_t j = 0; j < a.n; ++j) to[j] += factor * from[j];
    }
  }
  return out;
}

std::vector<double> product(const Matrix& a, std::span<const double> x) {
  std::vector<double> out(a.n, 0.0);
  for (std::size_t i = 0; i < a.n; ++i) {
    const double* row = a.row(i);
    for (std::size_t j = 0; j < a.n; ++j) out[i] += row[j] * x[j];
  }
  return out;
}

std::vector<double> transposed_product(const Matrix& a, std::span<const double> x) {
  std::vector<double> out(a.n, 0.0);
  for (std::size_t i = 0; i < a.n; ++i) {
    const double* row = a.row(i);
    for (std::size_t j = 0; j < a.n; ++j) out[j] += row[j] * x[i];
  }
  return out;
}

Eigen eigen(Matrix a) {
  const std::size_t n = a.n;
  Eigen out{std::vector<double>(n), identity(n)};
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool rotated = false;
    for (std::size_t p = 0; p + 1 < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        // Too small to change either eigenvalue in its last bit.
        const double limit = 1e-17 * std::sqrt(std::abs(a.at(p, p)) * std::abs(a.at(q, q)));
        if (std::abs(a.at(p, q)) <= limit) continue;
        annihilate(a, out.vectors, p, q);
        rotated = true;
      }
    }
    if (!rotated) break;
  }
  for (std::size_t i = 0; i < n; ++i) out.values[i] = a.at(i, i);
  return out;
}

Matrix symmetric_exp(const Matrix& a) {
  const Eigen e = eigen(a);
  Matrix out(a.n);
  for (std::size_t k = 0; k < a.n; ++k) {
    const double factor = portable_exp(e.values[k]);
    const double* v = e.vectors.row(k);
    for (std::size_t i = 0; i < a.n; ++i) {
      for (std::size_t j = 0; j < a.n; ++j) out.at(i, j) += factor * v[i] * v[j];
    }
  }
  return out;
}

}  // namespace stackwright::optim
