#pragma once

#include <optional>
#include <string_view>

#include "mcmc/component.hpp"
#include "mcmc/options.hpp"
#include "mcmc/random.hpp"

namespace mcmc::gp {

/// The prior of one parameter, or of each element of a vector parameter, independent of all others.
/// Values are on the sampling scale: a prior on the quantity itself includes its Jacobian.
class Prior : public Component {
 public:
  static constexpr std::string_view kind = "prior";

  ~Prior() override;
  /// In nats, normalised; minus infinity outside the support.
  virtual double log_density(double value) const = 0;
  virtual double draw(Random& random) const = 0;
  /// The value of a parameter that is known, and so is not sampled.
  virtual std::optional<double> fixed_value() const { return std::nullopt; }
};

/// A normal distribution on the sampling scale: a lognormal one for the quantity itself.
class NormalPrior final : public Prior {
 public:
  struct Options {
    double mean = 0;
    double sd = 1;
    void declare(OptionTable& table);
  };

  explicit NormalPrior(const Options& options);
  ~NormalPrior() override;

  double log_density(double value) const override;
  double draw(Random& random) const override;

 private:
  double mean_;
  double sd_;
};

}  // namespace mcmc::gp
