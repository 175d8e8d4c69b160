#include "mcmc/gp/nystrom_likelihood.hpp"

#include <Eigen/Householder>
#include <cmath>
#include <utility>

namespace mcmc::gp {

using Eigen::Index;

InverseRoot::~InverseRoot() = default;

NystromLikelihood::NystromLikelihood(Model& model, Eigen::MatrixXd cases, double jitter,
                                     std::unique_ptr<InverseRoot> root, bool reuse)
    : LowRankLikelihood(model, cases.rows() + 1, free_amplitude(model), reuse),
      cases_(std::move(cases)),
      jitter_(jitter),
      root_(std::move(root)),
      block_(cases_.rows(), cases_.rows()) {}

NystromLikelihood::~NystromLikelihood() = default;

/// The basis is [V_nm S, 1]: the ones carry c^2.
Failure NystromLikelihood::fill_basis(const Eigen::VectorXd& point) {
  model().covariance_lower(point, cases_, block_, Part::varying);
  block_.diagonal().array() += jitter_ * block_.diagonal().mean();
  if (const Failure failure = root_->factorise(block_); failure != Failure::none) return failure;
  auto columns = basis().leftCols(cases_.rows());
  model().covariance(point, model().data().inputs, cases_, columns, Part::varying);
  root_->apply(block_, columns);
  basis().rightCols<1>().setOnes();
  return Failure::none;
}

void NystromLikelihood::finish(Projection& projection) {
  const Index m = cases_.rows();
  Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(1, m);
  root_->apply(block_, ones);
  const Eigen::VectorXd l = ones.row(0);
  Eigen::VectorXd reflector(m + 1);
  Eigen::VectorXd essential(m - 1);
  double tau = 0;
  l.makeHouseholder(essential, tau, ones_norm_);
  reflector << 1, essential, 0;
  reflect(projection, reflector, tau);
}

void NystromLikelihood::complete(const Eigen::VectorXd& x, const Projection& projection,
                                 Projection& at_x) const {
  const Index m = cases_.rows();
  const double s = amplitude_at(model(), x);
  const double c2 = model().constant_variance();
  const double norm = std::hypot(s, std::sqrt(c2) * ones_norm_);
  const double on_first = s * (s / norm);
  const double on_ones = c2 * ones_norm_ / norm;

  const Eigen::MatrixXd& gram = projection.gram;
  at_x.gram = s * s * gram.topLeftCorner(m, m);
  at_x.gram.col(0).tail(m - 1) = s * (on_first * gram.col(0).segment(1, m - 1) +
                                      on_ones * gram.row(m).segment(1, m - 1).transpose());
  at_x.gram(0, 0) = on_first * on_first * gram(0, 0) + 2 * on_first * on_ones * gram(m, 0) +
                    on_ones * on_ones * gram(m, m);
  at_x.response = s * projection.response.head(m);
  at_x.response(0) = on_first * projection.response(0) + on_ones * projection.response(m);
}

std::size_t NystromLikelihood::bytes() const {
  return LowRankLikelihood::bytes() +
         static_cast<std::size_t>(block_.size() + cases_.size()) * sizeof(double);
}

}  // namespace mcmc::gp
