#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/cholesky.hpp"
#include "mcmc/gp/constant_term.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/packed_triangle.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// The exact log likelihood of all cases with the Cholesky factorisation in single precision:
/// n^3 / 6 multiplications on numbers half as wide as those of `ExactLikelihood`, n^2 / 2
/// covariances, unless only the amplitude or sigma changed, and 3 n^2 / 2 floats of memory, and 240
/// n for the factorisation.
///
/// Covariances are computed in double precision, kept in single precision, and divided by the mean
/// diagonal, so that units do not matter; the constant term c^2 11' joins afterwards (see
/// `WhitenedSums`), and sums over cases are in double precision. What remains is the rounding of
/// the factor. It grows with the ratio of eta^2 to the noise: with eigenvalues of C / sigma^2 up to
/// q, expect a relative error of the quadratic form of about q times 6e-8 at worst. Where the
/// rounding exceeds the noise, the factorisation fails: typed, as that of any matrix that is not
/// positive definite.
class SinglePrecisionLikelihood final : public StagedLikelihood {
 public:
  /// @pre the model outlives this
  SinglePrecisionLikelihood(Model& model, bool reuse);
  ~SinglePrecisionLikelihood() override;

  std::size_t bytes() const override;

 private:
  Failure first_stage(const Eigen::VectorXd& point) override;
  Evaluation second_stage(const Eigen::VectorXd& x) override;
  void fill_lower(double varying_factor, double diagonal_factor);

  CenteredResponse response_;
  Eigen::VectorXd varying_diagonal_;  ///< of V
  Eigen::VectorXd diagonal_;          ///< of C without c^2
  Eigen::MatrixXd panel_;             ///< some columns of V
  PackedTriangle<float> varying_;     ///< of V
  /// C without c^2, divided by a scale, and below it the scaled y and 1; then L, and L^-1 y and 1.
  Eigen::MatrixXf covariance_;
  Cholesky<float> cholesky_;
};

}  // namespace mcmc::gp
