#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/dataset.hpp"
#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// The exact log likelihood of some cases under a model, log N(y | 0, K + diag(sigma^2 + v_i)), by
/// Cholesky factorisation: n^3/3 operations, and n^2 doubles of scratch memory.
class ExactLikelihood {
 public:
  /// The cases are the model's own or a subset of them. @pre the model outlives this
  ExactLikelihood(Model& model, std::shared_ptr<const Dataset> cases);

  /// In nats, with all constants.
  Evaluation evaluate(const Eigen::VectorXd& x);

  /// What the last evaluation left, when it did not fail: L, in the lower triangle, with C = L L',
  /// and u = L^-1 y.
  const Eigen::MatrixXd& factor() const { return covariance_; }
  const Eigen::VectorXd& whitened_response() const { return whitened_response_; }

  /// Of scratch memory.
  std::size_t bytes() const;

 private:
  Model* model_;
  std::shared_ptr<const Dataset> cases_;
  Eigen::MatrixXd covariance_;
  Eigen::VectorXd whitened_response_;
};

}  // namespace mcmc::gp
