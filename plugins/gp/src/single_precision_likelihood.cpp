#include "mcmc/gp/single_precision_likelihood.hpp"

#include <algorithm>
#include <cmath>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

using Eigen::Index;

namespace {

/// Covariances are computed for so many columns at a time, and leave the cache as floats.
constexpr Index panel_columns = 32;

}  // namespace

SinglePrecisionLikelihood::SinglePrecisionLikelihood(Model& model, bool reuse)
    : StagedLikelihood(model, with_noise(free_amplitude(model), model), reuse),
      response_(model.data().response),
      varying_diagonal_(model.data().size()),
      diagonal_(model.data().size()),
      panel_(model.data().size(), std::min(model.data().size(), panel_columns)),
      varying_(model.data().size()),
      covariance_(model.data().size() + 2, model.data().size()) {}

SinglePrecisionLikelihood::~SinglePrecisionLikelihood() = default;

Failure SinglePrecisionLikelihood::first_stage(const Eigen::VectorXd& point) {
  const Rows inputs = model().data().inputs;
  const Index n = inputs.rows();
  model().covariance_diagonal(point, inputs, varying_diagonal_, Part::varying);
  for (Index j = 0; j < n; j += panel_columns) {
    const Index columns = std::min(panel_columns, n - j);
    auto panel = panel_.topLeftCorner(n - j, columns);
    model().covariance(point, inputs.bottomRows(n - j), inputs.middleRows(j, columns), panel,
                       Part::varying);
    for (Index k = 0; k < columns; ++k)
      varying_.column(j + k) = panel.col(k).tail(n - j - k).cast<float>();
  }
  return Failure::none;
}

Evaluation SinglePrecisionLikelihood::second_stage(const Eigen::VectorXd& x) {
  const Dataset& data = model().data();
  const double s = amplitude_at(model(), x);
  diagonal_ = (s * s * varying_diagonal_).array() + model().noise_variance(x);
  if (data.noise_variance.size() > 0) diagonal_ += data.noise_variance;
  const double scale = diagonal_.mean();
  if (!std::isfinite(scale)) return Failure::not_finite;
  if (!(scale > 0)) return Failure::not_positive_definite;

  fill_lower(s * s / scale, 1 / scale);
  const double root = std::sqrt(scale);
  auto right_sides = covariance_.bottomRows<2>();
  right_sides.row(0) = (response_.rest / root).cast<float>().transpose();
  right_sides.row(1).setOnes();
  if (const Failure failure = cholesky_.factorise_in_place(covariance_); failure != Failure::none)
    return failure;

  WhitenedSums sums;
  sums.add(right_sides.row(0).cast<double>().transpose(),
           right_sides.row(1).cast<double>().transpose() / root);
  sums.log_determinant =
      log_determinant(covariance_) + static_cast<double>(data.size()) * std::log(scale);
  return log_density_with_constant(sums, response_.center, model().constant_variance(),
                                   data.size());
}

void SinglePrecisionLikelihood::fill_lower(double varying_factor, double diagonal_factor) {
  for (Index j = 0; j < covariance_.cols(); ++j)
    covariance_.col(j).segment(j, covariance_.cols() - j) =
        (varying_factor * varying_.column(j).cast<double>()).cast<float>();
  covariance_.diagonal() = (diagonal_factor * diagonal_).cast<float>();
}

std::size_t SinglePrecisionLikelihood::bytes() const {
  return varying_.bytes() + Cholesky<float>::bytes(covariance_.rows(), covariance_.cols()) +
         static_cast<std::size_t>(covariance_.size()) * sizeof(float) +
         static_cast<std::size_t>(panel_.size() + 3 * diagonal_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
