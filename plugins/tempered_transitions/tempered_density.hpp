#pragma once

#include <string>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "mcmc/target.hpp"

namespace mcmc::tempered_transitions {

/// Another density raised to a power: pi(x)^power, or prior(x) likelihood(x)^power. Powers below 1
/// flatten it, which joins its modes.
///
/// It asks the other density's target, so that all powers of a density share one cache.
class TemperedDensity final : public Density {
 public:
  struct Options {
    Target* of = nullptr;
    double power = 1;
    std::string part = "density";
    void declare(OptionTable& table);
  };
  explicit TemperedDensity(Options& options);
  ~TemperedDensity() override;

  const ParameterNames& parameters() const override { return of_->parameters(); }
  Evaluation log_density(const Eigen::VectorXd& x) override;

 private:
  Target* of_;
  double power_;
  const HasLogPrior* prior_ = nullptr;  ///< set when only the likelihood is raised
  State state_;
};

}  // namespace mcmc::tempered_transitions
