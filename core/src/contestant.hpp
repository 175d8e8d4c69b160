#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <string>

#include "ensemble.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/tune.hpp"
#include "memory_draws.hpp"

namespace mcmc {

/// Chains with which ways to sample are tried.
constexpr std::size_t trial_chains = 2;

/// A way to sample that can be tried for longer and longer.
class Contestant {
 public:
  /// @param additions to the original pipeline: components, and `sample.transition`
  /// @param start of all chains as YAML, or nothing for the pipeline's own
  /// @throws Error when the pipeline that these make is wrong
  Contestant(Trial trial, const Pipeline& original, const Pipeline::Settings& additions,
             const std::string& start, std::size_t threads, RunMonitor& monitor);

  /// @throws Error when a chain fails, when what was learned is too poor to use, or on an
  ///         interruption
  void warm_up();
  /// Until each chain has so many draws. @throws Error as above
  void sample(std::size_t draws);
  /// Works out what sampling costs. @param variance of the variable in all that is known of it
  void measure(double variance);

  const Pipeline::Settings& additions() const { return additions_; }
  const Trial& trial() const { return trial_; }
  Ensemble& ensemble() { return ensemble_; }
  /// A row for each draw of a chain: log_likelihood, or lp__ without one; a column for each chain.
  Eigen::MatrixXd values() const;
  Draws draws() const { return draws_.draws(); }

 private:
  void require_whole() const;

  Trial trial_;
  Pipeline::Settings additions_;
  RunMonitor* monitor_;
  Ensemble ensemble_;
  MemoryDraws draws_;
};

/// Whether what a pipeline samples with learns a density.
bool learns_a_density(const ChainPlan& plan);

}  // namespace mcmc
