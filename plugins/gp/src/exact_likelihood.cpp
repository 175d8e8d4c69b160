#include "mcmc/gp/exact_likelihood.hpp"

#include <utility>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

using Eigen::Index;

ExactLikelihood::ExactLikelihood(Model& model, std::shared_ptr<const Dataset> cases, bool reuse)
    : StagedLikelihood(model, with_noise(free_amplitude(model), model), reuse),
      cases_(std::move(cases)),
      varying_(cases_->size()),
      covariance_(cases_->size() + 1, cases_->size()) {}

ExactLikelihood::~ExactLikelihood() = default;

Failure ExactLikelihood::first_stage(const Eigen::VectorXd& point) {
  auto varying = covariance_.topRows(covariance_.cols());
  model().covariance_lower(point, cases_->inputs, varying, Part::varying);
  for (Index j = 0; j < varying.cols(); ++j)
    varying_.column(j) = varying.col(j).tail(varying.rows() - j);
  return Failure::none;
}

Evaluation ExactLikelihood::second_stage(const Eigen::VectorXd& x) {
  const double s = amplitude_at(model(), x);
  const double c2 = model().constant_variance();
  auto covariance = covariance_.topRows(covariance_.cols());
  for (Index j = 0; j < covariance.cols(); ++j)
    covariance.col(j).tail(covariance.rows() - j) = (s * s * varying_.column(j)).array() + c2;
  covariance.diagonal().array() += model().noise_variance(x);
  if (cases_->noise_variance.size() > 0) covariance.diagonal() += cases_->noise_variance;
  covariance_.bottomRows<1>() = cases_->response.transpose();
  return normal_log_density_in_place(cholesky_, covariance_);
}

std::size_t ExactLikelihood::bytes() const {
  return varying_.bytes() + Cholesky<double>::bytes(covariance_.rows(), covariance_.cols()) +
         static_cast<std::size_t>(covariance_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
