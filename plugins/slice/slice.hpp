#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcmc/coordinate_sweep.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/options.hpp"
#include "mcmc/proposal.hpp"

namespace mcmc::slice {

/// Univariate slice sampling (Neal 2003, figures 3 and 5), one coordinate after another: a level
/// below the log density, an interval that is stepped out with a limit split at random between its
/// sides, and draws from the interval, which shrinks towards x until one is above the level.
///
/// During warm-up the width of each coordinate follows the distance that its updates move. Each
/// chain tunes by itself, so that more chains change none that there were.
///
/// A step from a state whose log density is minus infinity throws `Error`: such a state has no
/// slice, and a chain within the support never reaches one.
class Slice final : public CoordinateSweep, public Learner {
 public:
  struct Options {
    Target* target = nullptr;
    double width = 1.0;
    std::size_t max_steps_out = 20;
    std::vector<std::string> parameters;
    bool tune = true;
    void declare(OptionTable& table);
  };
  explicit Slice(Options& options)
      : Slice(options, chosen_coordinates(*options.target, options.parameters)) {}
  ~Slice() override;

  static std::vector<Proposal> propose(const TuningProblem& problem);

  /// Of each chosen coordinate, in their order.
  const Eigen::VectorXd& widths() const { return widths_; }

  void tune() override;
  void freeze() override { tuning_ = false; }
  void persist(Archive& archive) override;

 private:
  struct Interval {
    double left;
    double right;
  };

  Slice(const Options& options, std::vector<std::size_t> coordinates);
  void update(std::size_t position, State& x, Random& random, StepReport& report) override;
  double draw_level(const State& x, Random& random) const;
  Interval step_out(State& x, double& value, double level, double width, Random& random) const;
  void shrink(State& x, double& value, double level, Interval interval, Random& random) const;

  std::vector<std::size_t> coordinates_;
  std::size_t max_steps_out_;
  Eigen::VectorXd widths_;

  bool tuning_;
  std::uint64_t tunings_ = 0;
  Eigen::VectorXd distances_;  // moved since the last tuning, summed
  Eigen::VectorXd updates_;    // made since the last tuning
};

}  // namespace mcmc::slice
