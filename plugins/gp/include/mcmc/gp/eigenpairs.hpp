#pragma once

#include <Eigen/Core>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/covariance.hpp"

namespace mcmc::gp {

struct Eigenpairs {
  Eigen::VectorXd values;   ///< k, the largest first
  Eigen::MatrixXd vectors;  ///< n x k, orthonormal columns
};

/// The k algebraically largest eigenvalues of a covariance matrix with their eigenvectors, by an
/// implicitly restarted Lanczos method; all of them, or more than such a method can give, by the
/// dense one. Takes the lower triangle and may change it. The same matrix gives the same bits.
///
/// @param max_restarts of the Lanczos method
/// @pre 1 <= k <= n
/// @return `no_convergence` when it did not, `not_finite` for a matrix that is not finite
Failure largest_eigenpairs(Matrix lower, Eigen::Index k, Eigen::Index max_restarts,
                           Eigenpairs& pairs);

}  // namespace mcmc::gp
