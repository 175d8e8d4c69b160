#include "mcmc/gp/exact_likelihood.hpp"

#include <utility>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

using Eigen::Index;

ExactLikelihood::ExactLikelihood(Model& model, std::shared_ptr<const Dataset> cases, bool reuse)
    : StagedLikelihood(model, with_noise(free_amplitude(model), model), reuse),
      cases_(std::move(cases)),
      varying_(cases_->size()),
      covariance_(cases_->size(), cases_->size()),
      whitened_response_(cases_->size()) {}

ExactLikelihood::~ExactLikelihood() = default;

Failure ExactLikelihood::first_stage(const Eigen::VectorXd& point) {
  model().covariance_lower(point, cases_->inputs, covariance_, Part::varying);
  for (Index j = 0; j < covariance_.cols(); ++j)
    varying_.column(j) = covariance_.col(j).tail(covariance_.rows() - j);
  return Failure::none;
}

Evaluation ExactLikelihood::second_stage(const Eigen::VectorXd& x) {
  const double s = amplitude_at(model(), x);
  const double c2 = model().constant_variance();
  for (Index j = 0; j < covariance_.cols(); ++j)
    covariance_.col(j).tail(covariance_.rows() - j) = (s * s * varying_.column(j)).array() + c2;
  covariance_.diagonal().array() += model().noise_variance(x);
  if (cases_->noise_variance.size() > 0) covariance_.diagonal() += cases_->noise_variance;
  whitened_response_ = cases_->response;
  return normal_log_density_in_place(covariance_, whitened_response_);
}

std::size_t ExactLikelihood::bytes() const {
  return varying_.bytes() +
         static_cast<std::size_t>(covariance_.size() + whitened_response_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
