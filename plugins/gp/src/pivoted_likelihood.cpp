#include "mcmc/gp/pivoted_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mcmc::gp {

using Eigen::Index;

namespace {

/// The factor grows by so many columns at a time, whatever the tolerance: sums over cases are then
/// made of the same parts whichever evaluation asked for them, and so have the same bits.
constexpr Index panel_columns = 16;

}  // namespace

PivotedLikelihood::PivotedLikelihood(Model& model, double tolerance, Index largest_rank, bool reuse)
    : StagedLikelihood(model, with_shared_noise(free_amplitude(model), model), reuse),
      tolerance_(tolerance),
      largest_rank_(largest_rank),
      factor_(model, largest_rank),
      roots_(model.data().size()),
      whitened_response_(model.data().size()) {}

PivotedLikelihood::~PivotedLikelihood() = default;

Failure PivotedLikelihood::first_stage(const Eigen::VectorXd& point) {
  const Dataset& data = model().data();
  if (noise_is_shared(model())) {
    roots_.setOnes();
    kept_.log_weights = 0;
  } else {
    roots_ = (data.noise_variance.array() + model().noise_variance(point)).rsqrt();
    kept_.log_weights = 2 * roots_.array().log().sum();
  }
  whitened_response_ = roots_.cwiseProduct(data.response);
  kept_.cases = data.size();
  kept_.squared_response = whitened_response_.squaredNorm();
  kept_.gram.setConstant(1, 1, roots_.squaredNorm());
  kept_.response.setConstant(1, roots_.dot(whitened_response_));
  return factor_.start(point, roots_);
}

Evaluation PivotedLikelihood::second_stage(const Eigen::VectorXd& x) {
  const double s = amplitude_at(model(), x);
  const double d = noise_is_shared(model()) ? model().noise_variance(x) : 1;
  Index rank = 0;
  if (const Failure failure = find_rank(tolerance_ * d / (s * s), rank); failure != Failure::none)
    return failure;
  complete(rank, s);
  const Evaluation evaluation = low_rank_log_density_in_place(at_x_, d, cholesky_);
  if (!evaluation.failed()) {
    const double t = s * s * factor_.residual_traces()[static_cast<std::size_t>(rank)] / d;
    last_ = {rank, t / 2, t / 2 * std::max(1.0, low_rank_quadratic_form(at_x_, d))};
  }
  return evaluation;
}

/// The smallest rank that leaves no more than `largest_trace`, or the largest that there is.
Failure PivotedLikelihood::find_rank(double largest_trace, Index& rank) {
  const std::vector<double>& traces = factor_.residual_traces();
  const auto is_small = [&](double trace) { return trace <= largest_trace; };
  for (rank = 0; !is_small(traces[static_cast<std::size_t>(rank)]); ++rank) {
    if (rank < factor_.rank()) continue;
    if (!factor_.can_grow()) break;
    if (const Failure failure = factor_.extend(rank + panel_columns); failure != Failure::none)
      return failure;
    project_new_columns();
    if (factor_.rank() == rank) break;
  }
  return Failure::none;
}

void PivotedLikelihood::project_new_columns() {
  const Index old = kept_.gram.cols() - 1;
  const Index count = factor_.rank() - old;
  if (count == 0) return;
  const auto added = factor_.columns().rightCols(count);
  kept_.gram.conservativeResize(factor_.rank() + 1, factor_.rank() + 1);
  kept_.response.conservativeResize(factor_.rank() + 1);
  auto rows = kept_.gram.bottomRows(count);
  rows.col(0).noalias() = added.transpose() * roots_;
  rows.middleCols(1, old).noalias() = added.transpose() * factor_.columns().leftCols(old);
  rows.rightCols(count).noalias() = added.transpose() * added;
  kept_.response.tail(count).noalias() = added.transpose() * whitened_response_;
}

/// B = [c R 1, s L].
void PivotedLikelihood::complete(Index rank, double s) {
  const double c = std::sqrt(model().constant_variance());
  at_x_.cases = kept_.cases;
  at_x_.squared_response = kept_.squared_response;
  at_x_.log_weights = kept_.log_weights;
  at_x_.gram.resize(rank + 1, rank + 1);
  at_x_.gram.triangularView<Eigen::Lower>() = s * s * kept_.gram.topLeftCorner(rank + 1, rank + 1);
  at_x_.gram.col(0) = c * s * kept_.gram.col(0).head(rank + 1);
  at_x_.gram(0, 0) = c * c * kept_.gram(0, 0);
  at_x_.response = s * kept_.response.head(rank + 1);
  at_x_.response(0) = c * kept_.response(0);
}

std::size_t PivotedLikelihood::bytes() const {
  const Index columns = largest_rank_ + 1;
  return factor_.bytes() +
         static_cast<std::size_t>(2 * roots_.size() + 2 * columns * (columns + 1)) *
             sizeof(double) +
         Cholesky<double>::bytes(columns, columns);
}

}  // namespace mcmc::gp
