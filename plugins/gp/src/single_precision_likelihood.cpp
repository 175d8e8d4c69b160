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

SinglePrecisionLikelihood::SinglePrecisionLikelihood(Model& model)
    : model_(&model),
      response_(model.data().response),
      diagonal_(model.data().size()),
      panel_(model.data().size(), std::min(model.data().size(), panel_columns)),
      covariance_(model.data().size(), model.data().size()),
      right_sides_(model.data().size(), 2) {}

Evaluation SinglePrecisionLikelihood::evaluate(const Eigen::VectorXd& x) {
  const Dataset& data = model_->data();
  model_->covariance_diagonal(x, data.inputs, diagonal_, Part::varying);
  diagonal_.array() += model_->noise_variance(x);
  if (data.noise_variance.size() > 0) diagonal_ += data.noise_variance;
  const double scale = diagonal_.mean();
  if (!std::isfinite(scale)) return Failure::not_finite;
  if (!(scale > 0)) return Failure::not_positive_definite;

  fill_lower(x, 1 / scale);
  if (const Failure failure = cholesky_in_place(covariance_); failure != Failure::none)
    return failure;
  const double root = std::sqrt(scale);
  right_sides_.col(0) = (response_.rest / root).cast<float>();
  right_sides_.col(1).setOnes();
  covariance_.triangularView<Eigen::Lower>().solveInPlace(right_sides_);

  WhitenedSums sums;
  sums.add(right_sides_.col(0).cast<double>(), right_sides_.col(1).cast<double>() / root);
  sums.log_determinant =
      log_determinant(covariance_) + static_cast<double>(data.size()) * std::log(scale);
  return log_density_with_constant(sums, response_.center, model_->constant_variance(),
                                   data.size());
}

void SinglePrecisionLikelihood::fill_lower(const Eigen::VectorXd& x, double factor) {
  const Rows inputs = model_->data().inputs;
  const Index n = inputs.rows();
  for (Index j = 0; j < n; j += panel_columns) {
    const Index columns = std::min(panel_columns, n - j);
    auto panel = panel_.topLeftCorner(n - j, columns);
    model_->covariance(x, inputs.bottomRows(n - j), inputs.middleRows(j, columns), panel,
                       Part::varying);
    covariance_.block(j, j, n - j, columns) = (factor * panel).cast<float>();
  }
  covariance_.diagonal() = (factor * diagonal_).cast<float>();
}

std::size_t SinglePrecisionLikelihood::bytes() const {
  return static_cast<std::size_t>(covariance_.size() + right_sides_.size()) * sizeof(float) +
         static_cast<std::size_t>(panel_.size() + 2 * diagonal_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
