#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/cholesky.hpp"
#include "mcmc/gp/dataset.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/packed_triangle.hpp"
#include "mcmc/gp/staged_likelihood.hpp"

namespace mcmc::gp {

/// The exact log likelihood of some cases under a model, log N(y | 0, K + diag(sigma^2 + v_i)), by
/// Cholesky factorisation: n^2 / 2 covariances, unless only the amplitude or sigma changed, and
/// n^3 / 3 operations. Takes 3 n^2 / 2 doubles of scratch memory, and 240 n for the factorisation.
class ExactLikelihood final : public StagedLikelihood {
 public:
  /// The cases are the model's own or a subset of them. @pre the model outlives this
  ExactLikelihood(Model& model, std::shared_ptr<const Dataset> cases, bool reuse);
  ~ExactLikelihood() override;

  /// What the last evaluation left, when it did not fail: L, in the lower triangle, with C = L L',
  /// and u = L^-1 y.
  auto factor() const { return covariance_.topRows(covariance_.cols()); }
  auto whitened_response() const { return covariance_.row(covariance_.cols()).transpose(); }

  std::size_t bytes() const override;

 private:
  Failure first_stage(const Eigen::VectorXd& point) override;
  Evaluation second_stage(const Eigen::VectorXd& x) override;

  std::shared_ptr<const Dataset> cases_;
  PackedTriangle<double> varying_;  ///< of V
  Eigen::MatrixXd covariance_;      ///< and below it the response
  Cholesky<double> cholesky_;
};

}  // namespace mcmc::gp
