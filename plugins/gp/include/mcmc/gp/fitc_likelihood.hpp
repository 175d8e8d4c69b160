#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/gp/low_rank.hpp"
#include "mcmc/gp/nystrom_basis.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// The likelihood with Khat + diag(K - Khat) in place of K, Khat = K_nm K_mm^-1 K_mn being what m
/// of the n cases determine: given these, all cases are independent, each with the variance that K
/// gives it ("fully independent training conditional", Snelson and Ghahramani 2006).
///
/// With the notation of `NystromBasis`, element i of diag(K - Khat) is a sum of two terms that are
/// not negative,
///   s^2 (V_ii - sum_j f_ij^2) + c^2 s^2 (1 - r f_i1)^2 / (s^2 + c^2 r^2),
/// which loses no digits to c^2. It joins the noise, which makes that unequal.
///
/// Free (see `StagedLikelihood`) are the amplitude s of a model with a single varying term, and
/// log_sigma. The first stage takes m n covariances and n m^2 operations, the second n m^2 more and
/// m^3 / 3. Memory: 2 n m + 4 m^2 numbers.
class FitcLikelihood final : public StagedLikelihood {
 public:
  FitcLikelihood(Model& model, NystromBasis nystrom, bool reuse);
  ~FitcLikelihood() override;

  /// m
  Eigen::Index chosen_cases() const { return nystrom_.size(); }
  std::size_t bytes() const override;

 private:
  Failure first_stage(const Eigen::VectorXd& point) override;
  Evaluation second_stage(const Eigen::VectorXd& x) override;
  void fill_variances(const Eigen::VectorXd& x, double s);

  NystromBasis nystrom_;
  Eigen::MatrixXd columns_;      ///< f_1, ..., f_m
  Eigen::VectorXd unexplained_;  ///< V_ii - sum_j f_ij^2
  double ones_norm_ = 0;         ///< r, with the sign that the reflection gives it
  Eigen::VectorXd variances_;    ///< the diagonal beside Khat, at x
  Eigen::MatrixXd basis_;        ///< B at x
  Eigen::VectorXd response_;
  Projection at_x_;
  Cholesky<double> cholesky_;
};

}  // namespace mcmc::gp
