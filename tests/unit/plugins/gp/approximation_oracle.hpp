#pragma once

#include <Eigen/Core>
#include <catch2/catch.hpp>

#include "dense_normal.hpp"
#include "mcmc/gp/gaussian_process.hpp"

/// What an approximate likelihood should be, from the whole n x n matrix.
namespace mcmc::testing {

inline double log_likelihood(gp::GaussianProcess& density, const Eigen::VectorXd& x) {
  const Evaluation evaluation = density.log_density(x);
  REQUIRE_FALSE(evaluation.failed());
  return evaluation.log_density() - density.log_prior(x);
}

/// With k in place of the model's covariance of the cases, and the model's noise.
inline double log_likelihood_with(const gp::Model& model, const Eigen::VectorXd& x,
                                  Eigen::MatrixXd k) {
  const gp::Dataset& data = model.data();
  k.diagonal().array() += model.noise_variance(x);
  if (data.noise_variance.size() > 0) k.diagonal() += data.noise_variance;
  return log_normal(k, data.response).log_density();
}

}  // namespace mcmc::testing
