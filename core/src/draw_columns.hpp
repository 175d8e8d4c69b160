#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/state.hpp"
#include "mcmc/target.hpp"
#include "mcmc/transition.hpp"
#include "mcmc/writer.hpp"

namespace mcmc {

/// Takes the rows of one chain, in order.
class DrawSink {
 public:
  virtual ~DrawSink();
  virtual void write(const Eigen::VectorXd& row) = 0;
  /// Makes sure that the rows so far outlive the process. @return how many bytes they take
  virtual std::uint64_t secure() = 0;
  /// No further rows come. Not called when `write` has thrown.
  virtual void finish() = 0;
};

/// What a row of draws holds: lp__, accept_stat__, the parameters on the sampling scale, derived
/// values and, where it is known, log_likelihood.
class DrawColumns {
 public:
  explicit DrawColumns(const Target& target);
  const std::vector<std::string>& names() const { return names_; }
  std::vector<DrawColumn> columns() const;
  /// What people must know of the derived values.
  std::vector<std::string> notes() const;
  /// @pre `row` has one element for each name
  void fill(Target& target, const State& state, const StepReport& report,
            Eigen::VectorXd& row) const;

 private:
  std::vector<std::string> names_;
  const HasDerivedOutputs* derived_;
  const HasLogPrior* prior_;
  Eigen::Index parameters_;
  Eigen::Index derived_count_ = 0;
};

}  // namespace mcmc
