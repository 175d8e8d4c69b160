#pragma once

#include <Eigen/Core>
#include <optional>
#include <string_view>

#include "mcmc/component.hpp"

namespace mcmc {

/// Remembers log densities of states. A target asks it before it computes.
///
/// Contract: keys compare bit for bit, all coordinates of them, so that caching never changes a
/// draw; `find` returns what was inserted for exactly these bits or nothing. It may forget. It is
/// never given a failure. One instance serves one target in one chain.
class Cache : public Component {
 public:
  static constexpr std::string_view kind = "cache";

  ~Cache() override;
  virtual std::optional<double> find(const Eigen::VectorXd& x) = 0;
  virtual void insert(const Eigen::VectorXd& x, double log_density) = 0;
  /// Forgets everything: the density has changed, as after a fit.
  virtual void clear() = 0;
};

/// Remembers nothing: the cache `none`.
class NoCache : public Cache {
 public:
  ~NoCache() override;
  std::optional<double> find(const Eigen::VectorXd&) override { return std::nullopt; }
  void insert(const Eigen::VectorXd&, double) override {}
  void clear() override {}
};

}  // namespace mcmc
