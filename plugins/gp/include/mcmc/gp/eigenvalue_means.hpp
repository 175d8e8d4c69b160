#pragma once

#include <Eigen/Core>

#include "mcmc/gp/model.hpp"

namespace mcmc::gp {

/// Two means of the eigenvalues of K + (sigma^2 + v) I, the covariance matrix of the responses
/// without c^2, where v is the mean of the known variances of cases, if there are any; as standard
/// deviations on the log scale: half the logarithm of the arithmetic mean, which is the mean
/// variance of a response, and half the mean logarithm, of which the log determinant consists.
///
/// Where a model explains little of the data, they tell little else of the parameters than these,
/// but these to within 1 / sqrt(2 n): the log likelihood is a thin ridge that bends with them.
///
/// The second mean is an approximation for n of any size: it takes K for a matrix of r equal
/// eigenvalues and else zeros, with the same trace and the same sum of squares, tr(K)^2 / tr(K^2) =
/// r. It is exact where length scales are very short or very long. The sum of squares is estimated
/// from some pairs of cases, more of which are close than would be at random, as only these are
/// correlated when length scales are short.
class EigenvalueMeans {
 public:
  /// Chooses the pairs. @pre the model outlives this
  explicit EigenvalueMeans(Model& model);

  struct LogSds {
    double arithmetic;
    double geometric;
  };
  /// Smooth functions of x; finite wherever x is. Allocates nothing unless a term does.
  LogSds at(const Eigen::VectorXd& x);

 private:
  double mean_square_covariance(const Eigen::VectorXd& x, double unit);

  Model* model_;
  double cases_;
  double known_noise_;      // the mean of what cases have besides sigma^2
  Eigen::MatrixXd sample_;  // cases for the mean variance
  Eigen::MatrixXd first_;   // of each pair
  Eigen::MatrixXd second_;
  Eigen::VectorXd weights_;      // of pairs, with sum 1 where there is one
  Eigen::VectorXd variances_;    // of the sample
  Eigen::VectorXd covariances_;  // of the pairs
};

}  // namespace mcmc::gp
