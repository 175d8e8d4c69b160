#include "mcmc/gp/exact_likelihood.hpp"

#include <utility>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

ExactLikelihood::ExactLikelihood(Model& model, std::shared_ptr<const Dataset> cases)
    : model_(&model),
      cases_(std::move(cases)),
      covariance_(cases_->size(), cases_->size()),
      whitened_response_(cases_->size()) {}

Evaluation ExactLikelihood::evaluate(const Eigen::VectorXd& x) {
  model_->covariance_lower(x, cases_->inputs, covariance_);
  covariance_.diagonal().array() += model_->noise_variance(x);
  if (cases_->noise_variance.size() > 0) covariance_.diagonal() += cases_->noise_variance;
  whitened_response_ = cases_->response;
  return normal_log_density_in_place(covariance_, whitened_response_);
}

std::size_t ExactLikelihood::bytes() const {
  return static_cast<std::size_t>(covariance_.size() + whitened_response_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
