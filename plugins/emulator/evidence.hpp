#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "mcmc/persistent.hpp"

namespace mcmc::emulator {

/// Evaluations (x, log density) in the order in which they came, each point once: so it is the same
/// whether a cache answered a repeated request or not.
class Evidence {
 public:
  explicit Evidence(Eigen::Index dimension) : dimension_(dimension) {}

  /// Takes note of a finite log density at a point that is not known yet.
  /// @return whether it was new
  bool add(const Eigen::VectorXd& x, double log_density);
  void add(const Evidence& other);
  void clear();
  /// Forgets all but the latest.
  void keep_latest(std::size_t count);

  Eigen::Index size() const { return static_cast<Eigen::Index>(values_.size()); }
  /// One column for each point.
  Eigen::Map<const Eigen::MatrixXd> points() const;
  Eigen::Map<const Eigen::VectorXd> log_densities() const;

  /// @param name before the names of the two arrays
  void persist(Archive& archive, const std::string& name);

 private:
  std::string key(const Eigen::VectorXd& x) const;
  void index_again();

  Eigen::Index dimension_;
  std::vector<double> coordinates_;
  std::vector<double> values_;
  std::unordered_set<std::string> known_;  // the points' bytes
};

}  // namespace mcmc::emulator
