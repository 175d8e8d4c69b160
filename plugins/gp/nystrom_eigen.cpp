#include "nystrom_eigen.hpp"

#include <Eigen/Eigenvalues>
#include <memory>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

namespace {

constexpr double smallest_ratio = 1e-12;

}  // namespace

EigenInverseRoot::~EigenInverseRoot() = default;

Failure EigenInverseRoot::factorise(Matrix lower) {
  if (!lower_triangle_is_finite(lower)) return Failure::not_finite;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(lower);
  if (solver.info() != Eigen::Success) return Failure::no_convergence;
  const Eigen::ArrayXd values = solver.eigenvalues();
  const double largest = values(values.size() - 1);
  if (!(largest > 0)) return Failure::not_positive_definite;
  const Eigen::ArrayXd scales = (values >= smallest_ratio * largest).select(values.rsqrt(), 0.0);
  root_ = solver.eigenvectors() * scales.matrix().asDiagonal();
  return Failure::none;
}

void EigenInverseRoot::apply(const Rows&, Matrix rows) const {
  rows *= root_;
}

NystromEigen::NystromEigen(const Options& options)
    : Nystrom(options, std::make_unique<EigenInverseRoot>()) {}

}  // namespace mcmc::gp
