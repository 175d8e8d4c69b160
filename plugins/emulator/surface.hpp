#pragma once

#include <Eigen/Core>

#include "mcmc/persistent.hpp"

namespace mcmc::emulator {

/// Memory for evaluations, so that none of them allocates.
struct Scratch {
  Eigen::VectorXd coordinates;  ///< of the point: x, then the target's features
  Eigen::VectorXd z;            ///< the point in whitened coordinates
  Eigen::VectorXd scaled;       ///< z divided by the length scales
  Eigen::VectorXd products;     ///< of it with each centre
};

/// Whitened coordinates z = W (x - centre), W lower triangular.
struct Whitening {
  Eigen::VectorXd centre;
  Eigen::MatrixXd matrix;

  void apply(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::VectorXd& z) const;
};

/// Hyperparameters of the regression in whitened coordinates.
struct Hyperparameters {
  Eigen::VectorXd length_scales;  ///< one for each whitened direction
  double amplitude = 1;           ///< standard deviation of the Gaussian process, in nats
  double noise = 0.01;            ///< what the surface need not explain near the mode, in nats
};

/// The height of a bump where half the squared scaled distance from its centre is h: the rational
/// quadratic with exponent 2, a mixture of squared exponentials of many widths. It suits densities
/// that bend sharply in some places better than one width does, and needs no exponential.
template <class Array>
auto bump(const Array& h) {
  return (1 + 0.5 * h).square().inverse();
}

/// A function of whitened coordinates: a quadratic trend plus a weighted sum of bumps,
///   f(z) = t(z)' beta + sum_j w_j (1 + 1/4 sum_k ((z_k - c_jk) / l_k)^2)^-2.
/// It is plain data: what was learned, and all that an evaluation needs.
class Surface {
 public:
  /// Number of terms of a quadratic in `dimension` variables.
  static Eigen::Index trend_terms(Eigen::Index dimension) {
    return (dimension + 1) * (dimension + 2) / 2;
  }
  /// 1, z_1 ... z_d, and the products z_i z_j, i <= j.
  static void fill_trend(const Eigen::Ref<const Eigen::VectorXd>& z, Eigen::Ref<Eigen::VectorXd> t);

  Surface() = default;
  /// @param centres one row for each, in whitened coordinates
  Surface(const Eigen::VectorXd& length_scales, Eigen::VectorXd trend,
          const Eigen::MatrixXd& centres, Eigen::VectorXd weights);

  /// f at `scratch.z`. Allocates nothing once `scratch` has been used.
  double value(Scratch& scratch) const;
  Eigen::Index centres() const { return weights_.size(); }
  void persist(Archive& archive);

 private:
  void prepare();

  Eigen::VectorXd inverse_length_scales_;
  Eigen::VectorXd trend_;
  Eigen::MatrixXd scaled_centres_;  // divided by the length scales; one row for each
  Eigen::VectorXd weights_;
  Eigen::VectorXd half_squares_;  // of the scaled centres; follows from them
};

}  // namespace mcmc::emulator
