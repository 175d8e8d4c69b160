#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/evaluation.hpp"

namespace mcmc::gp {

/// Cholesky factorisations, C = L L', of matrices of doubles or of floats, and the memory that they
/// work in: 240 times the rows of the largest matrix so far, or its columns times its rows if these
/// are fewer. Not for two threads at once.
template <class Scalar>
class Cholesky {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  /// Replaces the lower triangle of a symmetric matrix by L. The strict upper triangle is neither
  /// read nor written. Nothing is added to the diagonal. Further rows B below the square become
  /// B L^-T: those of a right side y' are (L^-1 y)'.
  ///
  /// A result of `Failure::none` means that L is finite with a positive diagonal. Otherwise
  /// `not_finite` (a NaN or an infinity in C or from overflow) or `not_positive_definite` (a pivot
  /// that is not above the rounding of its diagonal element), and the matrix holds nothing of use.
  /// @pre at least as many rows as columns
  Failure factorise_in_place(Eigen::Ref<Matrix> lower);

  /// The memory that matrices of such a size need.
  static std::size_t bytes(Eigen::Index rows, Eigen::Index columns);

 private:
  Vector packed_;            ///< rows of L in the columns at work
  Vector inverse_diagonal_;  ///< of L
  Vector smallest_pivots_;   ///< that are more than the rounding of their own diagonal elements
};

extern template class Cholesky<double>;
extern template class Cholesky<float>;

}  // namespace mcmc::gp
