#pragma once

#include <memory>

#include "approximation.hpp"
#include "mcmc/gp/nystrom_basis.hpp"

namespace mcmc::gp {

/// The options of approximations by what some of the cases determine of all.
struct NystromOptions {
  SubsetOptions subset;
  double jitter = 1e-8;
  bool reuse = true;

  void declare(OptionTable& table);
  /// @throws OptionError about the choice of cases
  NystromBasis basis(const Model& model, std::unique_ptr<InverseRoot> root) const;
};

}  // namespace mcmc::gp
