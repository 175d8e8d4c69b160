#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "mcmc/coordinate_sweep.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/options.hpp"
#include "normal_proposal.hpp"

namespace mcmc::metropolis {

/// Random-walk Metropolis: a normal proposal x', accepted with probability
/// min(1, pi(x') / pi(x)), either for one parameter after another or for all of them at once.
///
/// During warm-up scales are tuned to a good acceptance, and the joint proposal learns the
/// parameters' covariance.
class Metropolis final : public CoordinateSweep, public Learner {
 public:
  struct Options {
    Target* target = nullptr;
    std::string proposal = "per_parameter";
    double scale = 1.0;
    std::vector<std::string> parameters;
    bool tune = true;
    void declare(OptionTable& table);
  };
  explicit Metropolis(Options& options);
  ~Metropolis() override;

  /// One for each parameter, or the joint one.
  const std::vector<NormalProposal>& proposals() const { return proposals_; }

  void tune() override;
  /// All chains continue with the covariance of all their states and the geometric mean of their
  /// scales.
  void freeze() override;
  void persist(Archive& archive) override;

 private:
  Metropolis(const Options& options, std::vector<NormalProposal> proposals);
  void update(std::size_t position, State& x, Random& random, StepReport& report) override;

  std::vector<NormalProposal> proposals_;
  bool tuning_;
  Eigen::VectorXd current_;  // scratch: where a refused proposal returns to
};

}  // namespace mcmc::metropolis
