#pragma once

#include <Eigen/Core>

#include "mcmc/evaluation.hpp"

namespace mcmc::gp {

/// The response less a number near all of it, which keeps digits in sums of its squares.
struct CenteredResponse {
  explicit CenteredResponse(const Eigen::VectorXd& y)
      : center(y.size() > 0 ? y.mean() : 0), rest(y.array() - center) {}
  double center;
  Eigen::VectorXd rest;
};

/// What a normal density needs of a covariance A and a response y = z + center 1, of n cases, so
/// that a constant term c^2 11' can join A afterwards, exactly.
struct WhitenedSums {
  double log_determinant = 0;  ///< log |A|
  double squares = 0;          ///< z' A^-1 z
  double product = 0;          ///< 1' A^-1 z
  double ones = 0;             ///< 1' A^-1 1

  /// Adds what u = L^-1 z and v = L^-1 1 give, A = L L', or rows of them.
  template <class U, class V>
  void add(const U& u, const V& v) {
    squares += u.squaredNorm();
    product += u.dot(v);
    ones += v.squaredNorm();
  }
};

/// log N(y | 0, A + c^2 11') in nats with all constants. With S = 1'A^-1 1 and b = 1'A^-1 y / S,
/// the log determinant is log |A| + log(1 + c^2 S), and the quadratic form (y - b 1)' A^-1 (y - b
/// 1) + b^2 S / (1 + c^2 S) (Sherman and Morrison): sums of what is not negative, so that a large c
/// costs no digits.
Evaluation log_density_with_constant(const WhitenedSums& sums, double center, double c2,
                                     Eigen::Index cases);

}  // namespace mcmc::gp
