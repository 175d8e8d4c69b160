#include "mcmc/gp/partial_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mcmc::gp {

using Eigen::Index;

PartialCholesky::PartialCholesky(Model& model, Index largest_rank)
    : model_(&model),
      roots_(model.data().size()),
      columns_(model.data().size(), largest_rank),
      residual_(model.data().size()) {}

Failure PartialCholesky::start(const Eigen::VectorXd& point, const ConstVector& roots) {
  point_ = point;
  roots_ = roots;
  pivots_.clear();
  model_->covariance_diagonal(point_, model_->data().inputs, residual_, Part::varying);
  residual_.array() *= roots_.array().square();
  traces_.assign(1, residual_.sum());
  if (!std::isfinite(traces_.front())) return Failure::not_finite;
  smallest_pivot_ = static_cast<double>(residual_.size()) * std::numeric_limits<double>::epsilon() *
                    residual_.maxCoeff();
  exhausted_ = false;
  return Failure::none;
}

Failure PartialCholesky::extend(Index rank) {
  while (this->rank() < rank && can_grow())
    if (const Failure failure = append(); failure != Failure::none) return failure;
  return Failure::none;
}

Failure PartialCholesky::append() {
  Index pivot = 0;
  const double largest = residual_.maxCoeff(&pivot);
  if (!(largest > smallest_pivot_)) {
    exhausted_ = true;
    return Failure::none;
  }
  const Index j = rank();
  const Rows inputs = model_->data().inputs;
  auto column = columns_.col(j);
  model_->covariance(point_, inputs, inputs.row(pivot), columns_.middleCols(j, 1), Part::varying);
  column.array() *= roots_(pivot) * roots_.array();
  column.noalias() -= columns_.leftCols(j) * columns_.row(pivot).head(j).transpose();
  column /= std::sqrt(largest);
  if (!column.allFinite()) return Failure::not_finite;
  // What is left of a diagonal element is not negative but for rounding, and of a pivot nothing.
  residual_ = (residual_ - column.cwiseAbs2()).cwiseMax(0);
  residual_(pivot) = 0;
  pivots_.push_back(pivot);
  traces_.push_back(residual_.sum());
  return Failure::none;
}

std::size_t PartialCholesky::bytes() const {
  return static_cast<std::size_t>(columns_.size() + 2 * columns_.rows() + 2 * columns_.cols()) *
         sizeof(double);
}

}  // namespace mcmc::gp
