#include "mcmc/gp/fitc_likelihood.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace mcmc::gp {

using Eigen::Index;

namespace {

std::vector<Index> free_parameters(const Model& model) {
  std::vector<Index> free = free_amplitude(model);
  if (model.noise_position()) free.push_back(*model.noise_position());
  return free;
}

}  // namespace

FitcLikelihood::FitcLikelihood(Model& model, NystromBasis nystrom, bool reuse)
    : StagedLikelihood(model, free_parameters(model), reuse),
      nystrom_(std::move(nystrom)),
      columns_(model.data().size(), nystrom_.size()),
      unexplained_(model.data().size()),
      variances_(model.data().size()),
      basis_(model.data().size(), nystrom_.size()),
      response_(model.data().size()) {}

FitcLikelihood::~FitcLikelihood() = default;

Failure FitcLikelihood::first_stage(const Eigen::VectorXd& point) {
  const Failure failure = nystrom_.fill(model(), point, columns_);
  if (failure != Failure::none) return failure;
  const Reflection reflection = nystrom_.reflection(ones_norm_);
  response_.noalias() = columns_ * reflection.v;  // as scratch memory
  columns_.noalias() -= reflection.tau * response_ * reflection.v.transpose();
  model().covariance_diagonal(point, model().data().inputs, unexplained_, Part::varying);
  for (const auto& column : columns_.colwise()) unexplained_ -= column.cwiseAbs2();
  // Nothing negative is left but by rounding, which must not outweigh a small noise.
  unexplained_ = unexplained_.cwiseMax(0);
  return Failure::none;
}

Evaluation FitcLikelihood::second_stage(const Eigen::VectorXd& x) {
  const double s = amplitude_at(model(), x);
  fill_variances(x, s);
  const auto [on_first, on_ones] =
      NystromBasis::first_column(s, model().constant_variance(), ones_norm_);
  basis_ = s * columns_;
  basis_.col(0).array() = on_first * columns_.col(0).array() + on_ones;
  response_ = model().data().response;
  project_weighted(basis_, response_, variances_.cwiseInverse(), at_x_);
  return low_rank_log_density_in_place(at_x_, 1, cholesky_);
}

void FitcLikelihood::fill_variances(const Eigen::VectorXd& x, double s) {
  const Dataset& data = model().data();
  const double c = std::sqrt(model().constant_variance());
  const double mixed = c * (s / std::hypot(s, c * ones_norm_));
  variances_ = s * s * unexplained_;
  variances_.array() +=
      model().noise_variance(x) + (mixed * (1 - ones_norm_ * columns_.col(0).array())).square();
  if (data.noise_variance.size() > 0) variances_ += data.noise_variance;
}

std::size_t FitcLikelihood::bytes() const {
  const Index m = columns_.cols();
  return nystrom_.bytes() +
         static_cast<std::size_t>(2 * columns_.size() + 3 * columns_.rows() + m * (m + 1)) *
             sizeof(double) +
         Cholesky<double>::bytes(m, m);
}

}  // namespace mcmc::gp
