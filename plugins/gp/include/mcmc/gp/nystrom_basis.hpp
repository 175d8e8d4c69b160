#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

#include "mcmc/evaluation.hpp"
#include "mcmc/gp/model.hpp"

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

/// I - tau v v', which is orthogonal.
struct Reflection {
  Eigen::VectorXd v;
  double tau = 0;
};

/// A basis of Khat = K_nm K_mm^-1 K_mn (Wang and Neal 2013, section 5.2), for m of the n cases.
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
/// m n + m^2 / 2 covariances, n m^2 / 2 + m^3 / 6 multiplications with a triangular root.
class NystromBasis {
 public:
  /// @param cases m rows of the model's inputs @param jitter not negative
  NystromBasis(Eigen::MatrixXd cases, double jitter, std::unique_ptr<InverseRoot> root);

  /// m
  Eigen::Index size() const { return cases_.rows(); }

  /// Puts V_nm S into n x m columns, for V at a point.
  Failure fill(Model& model, const Eigen::VectorXd& point, Matrix columns);
  /// H, after `fill`, and r with the sign that H gives it.
  Reflection reflection(double& r) const;

  /// b_1 = on_first f_1 + on_ones 1.
  struct FirstColumn {
    double on_first;
    double on_ones;
  };
  static FirstColumn first_column(double s, double c2, double r);

  /// Of memory.
  std::size_t bytes() const;

 private:
  Eigen::MatrixXd cases_;
  double jitter_;
  std::unique_ptr<InverseRoot> root_;
  Eigen::MatrixXd block_;  ///< V_mm, then what `root_` makes of it
};

}  // namespace mcmc::gp
