#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/constant_term.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// The exact log likelihood of all cases with the Cholesky factorisation in single precision:
/// n^3 / 6 multiplications on numbers half as wide as those of `ExactLikelihood`, n^2 / 2
/// covariances, and n^2 floats of memory. A few hundred cases gain nothing by it.
///
/// Covariances are computed in double precision and divided by their mean diagonal, so that units
/// do not matter; the constant term c^2 11' joins afterwards (see `WhitenedSums`), and sums over
/// cases are in double precision. What remains is the rounding of the factor. It grows with the
/// ratio of eta^2 to the noise: with eigenvalues of C / sigma^2 up to q, expect a relative error of
/// the quadratic form of about q times 6e-8 at worst. Where the rounding exceeds the noise, the
/// factorisation fails: typed, as that of any matrix that is not positive definite.
class SinglePrecisionLikelihood {
 public:
  /// @pre the model outlives this
  explicit SinglePrecisionLikelihood(Model& model);

  /// In nats, with all constants.
  Evaluation evaluate(const Eigen::VectorXd& x);

  /// Of scratch memory.
  std::size_t bytes() const;

 private:
  void fill_lower(const Eigen::VectorXd& x, double factor);

  Model* model_;
  CenteredResponse response_;
  Eigen::VectorXd diagonal_;     ///< of C without c^2
  Eigen::MatrixXd panel_;        ///< some columns of it
  Eigen::MatrixXf covariance_;   ///< C without c^2, divided by a scale; then L
  Eigen::MatrixXf right_sides_;  ///< scaled y and 1; then L^-1 times these
};

}  // namespace mcmc::gp
