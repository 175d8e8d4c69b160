#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "mcmc/gp/prior.hpp"

/// Priors of a quantity itself, q = exp(x), as of eta rather than of log_eta.
namespace mcmc::gp {

/// A prior by the distribution of its quantity. The density of x is p(q) q, the Jacobian of the
/// logarithm included. `Distribution` is a struct of options, with
/// - `double log_density(double q) const` for q > 0: log p(q) in nats, normalised; minus infinity
///   outside the support;
/// - `double draw_log(Random&) const`: the logarithm of a draw.
/// Where it has a `check() const`, that throws an OptionError for options that do not go together.
template <class Distribution>
class QuantityPrior final : public Prior {
 public:
  using Options = Distribution;

  explicit QuantityPrior(const Distribution& distribution) : distribution_(distribution) {
    if constexpr (requires { distribution.check(); }) distribution.check();
  }

  double log_density(double value) const override {
    const double quantity = std::exp(value);
    if (!(quantity > 0) || !std::isfinite(quantity))
      return -std::numeric_limits<double>::infinity();
    return distribution_.log_density(quantity) + value;
  }
  double draw(Random& random) const override { return distribution_.draw_log(random); }

 private:
  Distribution distribution_;
};

/// q^(shape - 1) exp(-rate q)
struct Gamma {
  double shape = 1;
  double rate = 1;
  void declare(OptionTable& table);
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
};

/// q^(-shape - 1) exp(-scale / q)
struct InverseGamma {
  double shape = 1;
  double scale = 1;
  void declare(OptionTable& table);
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
};

/// 1 / (1 + (q / scale)^2) for q > 0
struct HalfCauchy {
  double scale = 1;
  void declare(OptionTable& table);
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
};

/// exp(-(q / sd)^2 / 2) for q > 0
struct HalfNormal {
  double sd = 1;
  void declare(OptionTable& table);
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
};

/// Constant between two bounds.
struct Uniform {
  double lower = 0;
  double upper = 1;
  void declare(OptionTable& table);
  void check() const;
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
};

/// A gamma distribution of the precision 1 / q^2 with mean 1 / width^2 and shape alpha / 2, as in
/// Neal's Software for Flexible Bayesian Modeling.
struct PrecisionGamma {
  double width = 1;
  double alpha = 1;
  void declare(OptionTable& table);
  double log_density(double quantity) const;
  double draw_log(Random& random) const;
  double rate() const { return alpha / 2 * width * width; }
};

using GammaPrior = QuantityPrior<Gamma>;
using InverseGammaPrior = QuantityPrior<InverseGamma>;
using HalfCauchyPrior = QuantityPrior<HalfCauchy>;
using HalfNormalPrior = QuantityPrior<HalfNormal>;
using UniformPrior = QuantityPrior<Uniform>;
using PrecisionGammaPrior = QuantityPrior<PrecisionGamma>;

/// A quantity that is known: its parameter is not sampled.
class FixedPrior final : public Prior {
 public:
  struct Options {
    double value = 1;
    void declare(OptionTable& table);
  };
  explicit FixedPrior(const Options& options) : logarithm_(std::log(options.value)) {}
  ~FixedPrior() override;

  /// With respect to a point mass.
  double log_density(double value) const override;
  double draw(Random&) const override { return logarithm_; }
  std::optional<double> fixed_value() const override { return logarithm_; }

 private:
  double logarithm_;
};

}  // namespace mcmc::gp
