#include "mcmc/gp/prediction.hpp"

#include <algorithm>
#include <utility>

namespace mcmc::gp {
namespace {

using Eigen::Index;

/// New cases that are treated at once, so that memory does not grow with their number.
constexpr Index block_size = 256;

}  // namespace

ExactPredictor::ExactPredictor(std::shared_ptr<Model> model, Cases cases, Predicted what)
    : model_(std::move(model)),
      cases_(std::move(cases)),
      what_(what),
      likelihood_(*model_, std::shared_ptr<const Dataset>(model_, &model_->data()), false),
      whitened_covariances_(model_->data().size(), std::min(block_size, cases_.inputs.rows())) {}

ExactPredictor::~ExactPredictor() = default;

Failure ExactPredictor::predict(const Eigen::VectorXd& x, Prediction& prediction) {
  if (const Evaluation evaluation = likelihood_.evaluate(x); evaluation.failed())
    return evaluation.failure();
  predict_latent(x, prediction);
  prediction.clamped = static_cast<std::size_t>((prediction.variance.array() < 0).count());
  prediction.variance = prediction.variance.cwiseMax(0);
  if (what_ == Predicted::response) {
    prediction.variance.array() += model_->noise_variance(x);
    if (cases_.noise_variance.size() > 0) prediction.variance += cases_.noise_variance;
  }
  prediction.mean += model_->mean_at(cases_.inputs);
  const Scaling& scaling = model_->data().scaling;
  prediction.mean = scaling.original_response(prediction.mean);
  prediction.variance = scaling.original_variance(prediction.variance);
  const bool is_finite = prediction.mean.allFinite() && prediction.variance.allFinite();
  return is_finite ? Failure::none : Failure::not_finite;
}

void ExactPredictor::predict_latent(const Eigen::VectorXd& x, Prediction& prediction) {
  const Index m = cases_.inputs.rows();
  const auto factor = likelihood_.factor().triangularView<Eigen::Lower>();
  prediction.mean.resize(m);
  prediction.variance.resize(m);
  model_->covariance_diagonal(x, cases_.inputs, prediction.variance);
  for (Index begin = 0; begin < m; begin += block_size) {
    const Index size = std::min(block_size, m - begin);
    auto v = whitened_covariances_.leftCols(size);
    model_->covariance(x, model_->data().inputs, cases_.inputs.middleRows(begin, size), v);
    factor.solveInPlace(v);
    prediction.mean.segment(begin, size) = v.transpose() * likelihood_.whitened_response();
    prediction.variance.segment(begin, size) -= v.colwise().squaredNorm().transpose();
  }
}

}  // namespace mcmc::gp
