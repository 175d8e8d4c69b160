#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "mcmc/persistent.hpp"

namespace mcmc::metropolis {

/// Mean and covariance of points that come one by one (Welford) or in groups (Chan, Golub and
/// LeVeque 1983).
class Moments {
 public:
  explicit Moments(Eigen::Index dimension);

  void add(const Eigen::VectorXd& x);
  void merge(const Moments& other);
  void clear();

  std::uint64_t count() const { return count_; }
  /// @pre count() > 1
  Eigen::MatrixXd covariance() const { return scatter_ / static_cast<double>(count_ - 1); }
  void persist(Archive& archive, const std::string& name);

 private:
  std::uint64_t count_ = 0;
  Eigen::VectorXd mean_;
  Eigen::MatrixXd scatter_;  // the sum of (x - mean)(x - mean)'
  Eigen::VectorXd deviation_;
};

/// Shows a matrix to an archive as its columns, one after another.
void persist_matrix(Archive& archive, const std::string& name, Eigen::MatrixXd& matrix);

}  // namespace mcmc::metropolis
