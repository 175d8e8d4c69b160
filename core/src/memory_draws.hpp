#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "ensemble.hpp"
#include "mcmc/draws.hpp"

namespace mcmc {

/// The draws of an ensemble, kept in memory instead of in files. Outlives the ensemble's sampling.
class MemoryDraws {
 public:
  explicit MemoryDraws(const Ensemble& ensemble);

  Ensemble::OpenSink sinks();
  /// What has been drawn, cut to the shortest chain.
  Draws draws() const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<Eigen::VectorXd>> rows_;  // of each chain
};

}  // namespace mcmc
