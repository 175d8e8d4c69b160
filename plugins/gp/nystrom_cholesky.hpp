#pragma once

#include <vector>

#include "mcmc/gp/cholesky.hpp"
#include "mcmc/gp/nystrom_basis.hpp"
#include "nystrom.hpp"

namespace mcmc::gp {

/// S = L^-T, from A = L L'.
class CholeskyInverseRoot final : public InverseRoot {
 public:
  ~CholeskyInverseRoot() override;
  Failure factorise(Matrix lower) override;
  void apply(const Rows& lower, Matrix rows) const override;

 private:
  Cholesky<double> cholesky_;
};

/// `gp.nystrom_cholesky`: the Nystrom approximation by a Cholesky factorisation.
class NystromCholesky final : public Nystrom {
 public:
  explicit NystromCholesky(const Options& options);

  static std::vector<Proposal> propose(const TuningProblem& problem) {
    return proposed_sizes(problem, "gp.nystrom_cholesky", "nystrom", {20, 10, 5});
  }
};

}  // namespace mcmc::gp
