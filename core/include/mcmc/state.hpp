#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// The names of a density's parameters, in order. An element of a vector parameter is called
/// `log_rho.1`, `log_rho.2` and so on; the whole vector answers to `log_rho`.
class ParameterNames {
 public:
  ParameterNames() = default;
  explicit ParameterNames(std::vector<std::string> names);

  std::size_t size() const { return names_.size(); }
  const std::string& operator[](std::size_t i) const { return names_[i]; }
  auto begin() const { return names_.begin(); }
  auto end() const { return names_.end(); }

  /// The positions that `name` stands for: one element, or all elements of a vector parameter.
  /// Empty when there is no such parameter.
  std::vector<std::size_t> find(std::string_view name) const;

  /// Every name that `find` knows: the elements, and the vector parameters as wholes.
  std::vector<std::string> known_names() const;

  friend bool operator==(const ParameterNames&, const ParameterNames&) = default;

 private:
  std::vector<std::string> names_;
};

/// A point x in R^d on the sampling scale (for Gaussian processes: the logs of the
/// hyperparameters), with the names of its coordinates. Names are shared and never change.
struct State {
  std::shared_ptr<const ParameterNames> names;
  Eigen::VectorXd x;

  std::size_t size() const { return static_cast<std::size_t>(x.size()); }
};

}  // namespace mcmc
