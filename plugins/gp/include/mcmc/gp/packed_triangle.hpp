#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace mcmc::gp {

/// How many elements a lower triangle of so many rows has, with its diagonal.
constexpr Eigen::Index triangle(Eigen::Index rows) {
  return rows * (rows + 1) / 2;
}

/// The lower triangle of a square matrix, column after column: half of its memory.
template <class Scalar>
class PackedTriangle {
 public:
  explicit PackedTriangle(Eigen::Index rows) : rows_(rows), elements_(triangle(rows)) {}

  /// Column j from the diagonal downwards.
  auto column(Eigen::Index j) {
    return elements_.segment(triangle(rows_) - triangle(rows_ - j), rows_ - j);
  }

  std::size_t bytes() const { return static_cast<std::size_t>(elements_.size()) * sizeof(Scalar); }

 private:
  Eigen::Index rows_;
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> elements_;
};

}  // namespace mcmc::gp
