#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "approximation.hpp"
#include "mcmc/gp/nystrom_basis.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The options of approximations by what some of the cases determine of all.
struct NystromOptions {
  SubsetOptions subset;
  double jitter = 1e-8;
  bool reuse = true;
  std::string choice = "permutation";
  Node at = {};

  void declare(OptionTable& table);
  /// @throws OptionError about the choice of cases
  NystromBasis basis(Model& model, std::unique_ptr<InverseRoot> root) const;
};

/// The cases whose columns a Cholesky factorisation with pivoting takes first, for the model's
/// varying covariance at x: each is the one that those before it determine least.
/// @throws OptionError about `size` when fewer cases determine all others there
std::vector<Eigen::Index> first_pivots(Model& model, const Eigen::VectorXd& x, Eigen::Index size);

}  // namespace mcmc::gp
