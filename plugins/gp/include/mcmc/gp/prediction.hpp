#pragma once

#include <Eigen/Core>
#include <memory>

#include "mcmc/gp/dataset.hpp"
#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/predictor.hpp"

namespace mcmc::gp {

/// Predicts new cases exactly, by triangular solves with the Cholesky factor L of C, the covariance
/// of the data with their noise (Rasmussen and Williams 2006, algorithm 2.1). With u = L^-1 y and
/// v = L^-1 k, k = K(X, x*): mean m(x*) + v'u and variance k(x*, x*) - v'v of the latent function;
/// the response adds sigma^2 and the case's known noise variance. y is less the prior mean here.
///
/// One prediction takes n^3/3 + n^2 m operations for n cases of data and m new ones.
class ExactPredictor final : public Predictor {
 public:
  /// @param cases that were read for `what`
  ExactPredictor(std::shared_ptr<Model> model, Cases cases, Predicted what);
  ~ExactPredictor() override;

  const NewCases& cases() const override { return cases_.original; }
  Failure predict(const Eigen::VectorXd& x, Prediction& prediction) override;

 private:
  /// Of the latent function less its prior mean, in the model's units.
  void predict_latent(const Eigen::VectorXd& x, Prediction& prediction);

  std::shared_ptr<Model> model_;
  Cases cases_;
  Predicted what_;
  ExactLikelihood likelihood_;
  Eigen::MatrixXd whitened_covariances_;  ///< v of some new cases, one in each column
};

}  // namespace mcmc::gp
