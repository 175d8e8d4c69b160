#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

#include "mcmc/gp/low_rank_likelihood.hpp"

namespace mcmc::gp {

/// A root S of the inverse of a symmetric m x m matrix A: S S' = A^-1.
class InverseRoot {
 public:
  virtual ~InverseRoot();
  /// Takes the lower triangle of A, and may use its memory.
  virtual Failure factorise(Matrix lower) = 0;
  /// Replaces a x m rows X by X S. @pre `lower` of `factorise` is as it left it
  virtual void apply(const Rows& lower, Matrix rows) const = 0;
};

/// The likelihood with Khat = K_nm K_mm^-1 K_mn, for m of the n cases, in place of K (Wang and Neal
/// 2013, section 5.2).
///
/// K_mm gets a jitter on its diagonal, relative to the mean diagonal of its non-constant part. With
/// K = s^2 V + c^2 11', V_mm^-1 = S S' (with jitter), l = S'1, r = |l| and a reflection H that
/// turns l into r e_1, exactly Khat = B B' with
///   B = [b_1, s f_2, ..., s f_m],  [f_1, ..., f_m] = V_nm S H,
///   b_1 = (s^2 f_1 + c^2 r 1) / (s^2 + c^2 r^2)^1/2:
/// s and c^2 mix in a single column, and all else depends on V alone.
/// This is the identity Khat = s^2 V_nm V_mm^-1 V_mn + c^2 11' - c^2 s^2 (1 - g)(1 - g)' /
/// (s^2 + c^2 q) with q = r^2 and g = r f_1, without its difference.
///
/// s is the amplitude of a model with a single varying term, which is then free (see
/// `StagedLikelihood`), and 1 for other models, where V holds all varying terms.
class NystromLikelihood final : public LowRankLikelihood {
 public:
  /// @param cases m rows of the model's inputs @param jitter not negative
  NystromLikelihood(Model& model, Eigen::MatrixXd cases, double jitter,
                    std::unique_ptr<InverseRoot> root, bool reuse);
  ~NystromLikelihood() override;

  /// m
  Eigen::Index chosen_cases() const { return cases_.rows(); }
  std::size_t bytes() const override;

 private:
  Failure fill_basis(const Eigen::VectorXd& point) override;
  void finish(Projection& projection) override;
  void complete(const Eigen::VectorXd& x, const Projection& projection,
                Projection& at_x) const override;

  Eigen::MatrixXd cases_;
  double jitter_;
  std::unique_ptr<InverseRoot> root_;
  Eigen::MatrixXd block_;  ///< V_mm, then what `root_` makes of it
  double ones_norm_ = 0;   ///< r, with the sign that the reflection gives it
};

}  // namespace mcmc::gp
