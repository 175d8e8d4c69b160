#include "nystrom_cholesky.hpp"

#include <Eigen/Core>
#include <memory>

namespace mcmc::gp {

CholeskyInverseRoot::~CholeskyInverseRoot() = default;

Failure CholeskyInverseRoot::factorise(Matrix lower) {
  return cholesky_.factorise_in_place(lower);
}

void CholeskyInverseRoot::apply(const Rows& lower, Matrix rows) const {
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
}

NystromCholesky::NystromCholesky(const Options& options)
    : Nystrom(options, std::make_unique<CholeskyInverseRoot>()) {}

}  // namespace mcmc::gp
