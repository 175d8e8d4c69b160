#include "moments.hpp"

namespace mcmc::metropolis {

Moments::Moments(Eigen::Index dimension)
    : mean_(Eigen::VectorXd::Zero(dimension)),
      scatter_(Eigen::MatrixXd::Zero(dimension, dimension)),
      deviation_(dimension) {}

void Moments::add(const Eigen::VectorXd& x) {
  ++count_;
  const auto n = static_cast<double>(count_);
  deviation_ = x - mean_;
  mean_ += deviation_ / n;
  scatter_.noalias() += ((n - 1) / n) * deviation_ * deviation_.transpose();
}

void Moments::merge(const Moments& other) {
  if (other.count_ == 0) return;
  const auto n = static_cast<double>(count_);
  const auto m = static_cast<double>(other.count_);
  deviation_ = other.mean_ - mean_;
  mean_ += (m / (n + m)) * deviation_;
  scatter_ += other.scatter_;
  scatter_.noalias() += (n * m / (n + m)) * deviation_ * deviation_.transpose();
  count_ += other.count_;
}

void Moments::clear() {
  count_ = 0;
  mean_.setZero();
  scatter_.setZero();
}

void Moments::persist(Archive& archive, const std::string& name) {
  archive.integer(name + ".count", count_);
  archive.fixed_array(name + ".mean", mean_);
  persist_matrix(archive, name + ".scatter", scatter_);
}

void persist_matrix(Archive& archive, const std::string& name, Eigen::MatrixXd& matrix) {
  Eigen::VectorXd columns = matrix.reshaped();
  archive.fixed_array(name, columns);
  matrix = columns.reshaped(matrix.rows(), matrix.cols());
}

}  // namespace mcmc::metropolis
