#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/gp/eigenpairs.hpp"
#include "mcmc/gp/low_rank_likelihood.hpp"

namespace mcmc::gp {

/// The likelihood with the largest eigenpairs of K, sum_i lambda_i q_i q_i', in place of K (Wang
/// and Neal 2013, section 5.2, "Eigen-exact"). Free (see `StagedLikelihood`) besides log_sigma:
/// the amplitude of a model with a single varying term and no constant.
class EigenLikelihood final : public LowRankLikelihood {
 public:
  /// @pre 1 <= rank <= n
  EigenLikelihood(Model& model, Eigen::Index rank, bool reuse);
  ~EigenLikelihood() override;

  Eigen::Index rank() const { return rank_; }
  std::size_t bytes() const override;

 private:
  Failure fill_basis(const Eigen::VectorXd& point) override;
  void complete(const Eigen::VectorXd& x, const Projection& projection,
                Projection& at_x) const override;

  Eigen::Index rank_;
  bool free_amplitude_;
  Eigen::MatrixXd covariance_;
  Eigenpairs pairs_;
};

}  // namespace mcmc::gp
