#pragma once

#include <Eigen/Core>

#include "mcmc/gp/nystrom_basis.hpp"
#include "nystrom.hpp"

namespace mcmc::gp {

/// S = Q Lambda^-1/2, from A = Q Lambda Q', without eigenvalues below 1e-12 of the largest: their
/// columns are 0.
///
/// The eigenpairs that the paper takes for those of the n x n matrix, (n/m) lambda_i and
/// e_i = (m/n)^1/2 V_nm q_i / lambda_i, give the basis ((n/m) lambda_i)^1/2 e_i =
/// V_nm q_i / lambda_i^1/2: n/m falls out.
class EigenInverseRoot final : public InverseRoot {
 public:
  ~EigenInverseRoot() override;
  Failure factorise(Matrix lower) override;
  void apply(const Rows& lower, Matrix rows) const override;

 private:
  Eigen::MatrixXd root_;
};

/// `gp.nystrom_eigen`: the Nystrom approximation by eigenvalues and eigenvectors.
class NystromEigen final : public Nystrom {
 public:
  explicit NystromEigen(const Options& options);
};

}  // namespace mcmc::gp
