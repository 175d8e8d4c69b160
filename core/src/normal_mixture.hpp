#pragma once

#include <Eigen/Core>

namespace mcmc {

/// A mixture of normal distributions, some of which may have no variance.
class NormalMixture {
 public:
  /// @pre as many of each, at least one; variances not negative, weights positive with sum 1. They
  /// outlive this
  NormalMixture(const Eigen::Ref<const Eigen::VectorXd>& means,
                const Eigen::Ref<const Eigen::VectorXd>& variances,
                const Eigen::Ref<const Eigen::VectorXd>& weights);

  double mean() const { return weights_.dot(means_); }
  /// The mean of variances plus the variance of means.
  double variance() const;
  /// The probability of values up to `value`.
  double cdf(double value) const;
  /// Where the cdf reaches p, to the last digits. @pre 0 < p < 1
  double quantile(double p) const;
  /// In nats. Minus infinity where all parts vanish.
  double log_density(double value) const;

 private:
  Eigen::Ref<const Eigen::VectorXd> means_;
  Eigen::Ref<const Eigen::VectorXd> weights_;
  Eigen::VectorXd sds_;
};

}  // namespace mcmc
