#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "mcmc/gp/low_rank_likelihood.hpp"
#include "mcmc/gp/nystrom_basis.hpp"

namespace mcmc::gp {

/// The likelihood with Khat = K_nm K_mm^-1 K_mn, for m of the n cases, in place of K (Wang and Neal
/// 2013, section 5.2), by the basis of `NystromBasis`.
///
/// s is the amplitude of a model with a single varying term, which is then free (see
/// `StagedLikelihood`), and 1 for other models, where V holds all varying terms.
class NystromLikelihood final : public LowRankLikelihood {
 public:
  NystromLikelihood(Model& model, NystromBasis nystrom, bool reuse);
  ~NystromLikelihood() override;

  /// m
  Eigen::Index chosen_cases() const { return nystrom_.size(); }
  std::size_t bytes() const override;

 private:
  Failure fill_basis(const Eigen::VectorXd& point) override;
  void finish(Projection& projection) override;
  void complete(const Eigen::VectorXd& x, const Projection& projection,
                Projection& at_x) const override;

  NystromBasis nystrom_;
  double ones_norm_ = 0;  ///< r, with the sign that the reflection gives it
};

}  // namespace mcmc::gp
