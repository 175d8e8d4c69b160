#include "mcmc/gp/nystrom_basis.hpp"

#include <Eigen/Householder>
#include <cmath>
#include <utility>

namespace mcmc::gp {

using Eigen::Index;

InverseRoot::~InverseRoot() = default;

NystromBasis::NystromBasis(Eigen::MatrixXd cases, double jitter, std::unique_ptr<InverseRoot> root)
    : cases_(std::move(cases)),
      jitter_(jitter),
      root_(std::move(root)),
      block_(cases_.rows(), cases_.rows()) {}

Failure NystromBasis::fill(Model& model, const Eigen::VectorXd& point, Matrix columns) {
  model.covariance_lower(point, cases_, block_, Part::varying);
  block_.diagonal().array() += jitter_ * block_.diagonal().mean();
  if (const Failure failure = root_->factorise(block_); failure != Failure::none) return failure;
  model.covariance(point, model.data().inputs, cases_, columns, Part::varying);
  root_->apply(block_, columns);
  return Failure::none;
}

Reflection NystromBasis::reflection(double& r) const {
  Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(1, size());
  root_->apply(block_, ones);
  const Eigen::VectorXd l = ones.row(0);
  Eigen::VectorXd essential(size() - 1);
  Reflection reflection;
  l.makeHouseholder(essential, reflection.tau, r);
  reflection.v.resize(size());
  reflection.v << 1, essential;
  return reflection;
}

NystromBasis::FirstColumn NystromBasis::first_column(double s, double c2, double r) {
  const double norm = std::hypot(s, std::sqrt(c2) * r);
  return {s * (s / norm), c2 * r / norm};
}

std::size_t NystromBasis::bytes() const {
  return static_cast<std::size_t>(block_.size() + cases_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
