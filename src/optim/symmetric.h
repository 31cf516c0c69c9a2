// Eigenvalues and eigenvectors of symmetric matrices in a fixed order of operations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stackwright::optim {

/// A square matrix by rows.
struct Matrix {
  std::size_t n = 0;
  std::vector<double> values;

  Matrix() = default;
  explicit Matrix(std::size_t size) : n(size), values(size * size, 0.0) {}

  double& at(std::size_t row, std::size_t column) { return values[row * n + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * n + column]; }
  double* row(std::size_t i) { return values.data() + i * n; }
  const double* row(std::size_t i) const { return values.data() + i * n; }
};

Matrix identity(std::size_t n);
Matrix product(const Matrix& a, const Matrix& b);
std::vector<double> product(const Matrix& a, std::span<const double> x);
/// Transposed a times x.
std::vector<double> transposed_product(const Matrix& a, std::span<const double> x);

/// a = sum of values[i] * v v^T with v = row i of `vectors` (of length 1). The order of the eigenvalues is not sorted.
struct Eigen {
  std::vector<double> values;
  Matrix vectors;
};

/// Jacobi's method with cyclic sweeps (Rutishauser 1966, in Wilkinson and Reinsch's Handbook, II/1). Only + - * / and
/// sqrt in a fixed order, so the result has the same bits on every machine; a library that blocks its products by the
/// cache sizes of the processor cannot promise that.
Eigen eigen(Matrix a);

/// The matrix exponential of a symmetric matrix.
Matrix symmetric_exp(const Matrix& a);

}  // namespace stackwright::optim
