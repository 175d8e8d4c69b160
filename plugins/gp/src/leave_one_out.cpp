#include "mcmc/gp/leave_one_out.hpp"

#include <utility>

namespace mcmc::gp {

LeaveOneOut::LeaveOneOut(std::shared_ptr<Model> model, NewCases cases)
    : model_(std::move(model)),
      cases_(std::move(cases)),
      likelihood_(*model_, std::shared_ptr<const Dataset>(model_, &model_->data()), false) {}

LeaveOneOut::~LeaveOneOut() = default;

Failure LeaveOneOut::predict(const Eigen::VectorXd& x, Prediction& prediction) {
  if (const Evaluation evaluation = likelihood_.evaluate(x); evaluation.failed())
    return evaluation.failure();
  const Dataset& data = model_->data();
  inverse_factor_.setIdentity(data.size(), data.size());
  likelihood_.factor().triangularView<Eigen::Lower>().solveInPlace(inverse_factor_);
  // C^-1 = L^-T L^-1, of which only the diagonal and a product are needed.
  prediction.variance = inverse_factor_.colwise().squaredNorm().cwiseInverse().transpose();
  const Eigen::VectorXd solved = inverse_factor_.transpose() * likelihood_.whitened_response();
  prediction.mean = data.response - solved.cwiseProduct(prediction.variance);
  prediction.clamped = 0;
  prediction.mean += model_->mean_at(data.inputs);
  prediction.mean = data.scaling.original_response(prediction.mean);
  prediction.variance = data.scaling.original_variance(prediction.variance);
  const bool is_finite = prediction.mean.allFinite() && prediction.variance.allFinite();
  return is_finite ? Failure::none : Failure::not_finite;
}

}  // namespace mcmc::gp
