#include "mcmc/gp/eigenpairs.hpp"

#include <Spectra/MatOp/DenseSymMatProd.h>
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <stdexcept>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

using Eigen::Index;

namespace {

Failure dense_eigenpairs(const Rows& lower, Index k, Eigenpairs& pairs) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(lower);
  if (solver.info() != Eigen::Success) return Failure::no_convergence;
  pairs.values = solver.eigenvalues().tail(k).reverse();
  pairs.vectors = solver.eigenvectors().rightCols(k).rowwise().reverse();
  return Failure::none;
}

/// Relative to each eigenvalue, after the shift.
constexpr double tolerance = 1e-12;
/// Relative to the trace. Eigenvalues of smooth covariances fall far below what rounding leaves of
/// the largest; asked for to a relative accuracy of their own they would never converge.
constexpr double relative_shift = 1e-2;

Failure lanczos_eigenpairs(Matrix lower, Index k, Index dimension, Index max_restarts,
                           Eigenpairs& pairs) {
  const double shift = relative_shift * lower.trace();
  lower.diagonal().array() += shift;
  Spectra::DenseSymMatProd<double> product(lower);
  Spectra::SymEigsSolver<Spectra::DenseSymMatProd<double>> solver(product, k, dimension);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, max_restarts, tolerance);
  } catch (const std::runtime_error&) {  // a small eigenproblem within did not converge
    return Failure::no_convergence;
  }
  if (solver.info() != Spectra::CompInfo::Successful) return Failure::no_convergence;
  pairs.values = solver.eigenvalues().array() - shift;
  pairs.vectors = solver.eigenvectors();
  return Failure::none;
}

}  // namespace

Failure largest_eigenpairs(Matrix lower, Index k, Index max_restarts, Eigenpairs& pairs) {
  if (!lower_triangle_is_finite(lower)) return Failure::not_finite;
  const Index n = lower.rows();
  const Index dimension = std::min(n, std::max<Index>(2 * k + 1, 20));
  if (k > n - 1) return dense_eigenpairs(lower, k, pairs);
  return lanczos_eigenpairs(lower, k, dimension, max_restarts, pairs);
}

}  // namespace mcmc::gp
