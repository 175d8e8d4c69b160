#include "evidence.hpp"

#include <cmath>
#include <cstring>

namespace mcmc::emulator {

std::string Evidence::key(const Eigen::VectorXd& x) const {
  std::string bytes(static_cast<std::size_t>(x.size()) * sizeof(double), '\0');
  std::memcpy(bytes.data(), x.data(), bytes.size());
  return bytes;
}

bool Evidence::add(const Eigen::VectorXd& x, double log_density) {
  if (!std::isfinite(log_density) || !known_.insert(key(x)).second) return false;
  coordinates_.insert(coordinates_.end(), x.begin(), x.end());
  values_.push_back(log_density);
  return true;
}

void Evidence::add(const Evidence& other) {
  for (Eigen::Index i = 0; i < other.size(); ++i)
    add(other.points().col(i), other.values_[static_cast<std::size_t>(i)]);
}

void Evidence::clear() {
  coordinates_.clear();
  values_.clear();
  known_.clear();
}

void Evidence::keep_latest(std::size_t count) {
  if (values_.size() <= count) return;
  const auto surplus = static_cast<std::ptrdiff_t>(values_.size() - count);
  values_.erase(values_.begin(), values_.begin() + surplus);
  coordinates_.erase(coordinates_.begin(), coordinates_.begin() + surplus * dimension_);
  index_again();
}

void Evidence::index_again() {
  known_.clear();
  for (Eigen::Index i = 0; i < size(); ++i) known_.insert(key(points().col(i)));
}

Eigen::Map<const Eigen::MatrixXd> Evidence::points() const {
  return {coordinates_.data(), dimension_, size()};
}

Eigen::Map<const Eigen::VectorXd> Evidence::log_densities() const {
  return {values_.data(), size()};
}

void Evidence::persist(Archive& archive, const std::string& name) {
  Eigen::VectorXd coordinates = points().reshaped();
  Eigen::VectorXd values = log_densities();
  archive.array(name + ".points", coordinates);
  archive.array(name + ".log_densities", values);
  coordinates_.assign(coordinates.begin(), coordinates.end());
  values_.assign(values.begin(), values.end());
  index_again();
}

}  // namespace mcmc::emulator
