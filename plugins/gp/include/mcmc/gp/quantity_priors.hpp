#pragma once

#include "mcmc/gp/prior.hpp"

namespace mcmc::gp {

/// A prior of the quantity itself, q = exp(x), as of eta rather than of log_eta. Its density of x
/// is p(q) q, the Jacobian of the logarithm included.
class QuantityPrior : public Prior {
 public:
  ~QuantityPrior() override;
  double log_density(double value) const final;
  double draw(Random& random) const final;

 private:
  /// log p(q) for q > 0, in nats, normalised; minus infinity outside the support.
  virtual double log_density_of(double quantity) const = 0;
  virtual double draw_quantity(Random& random) const = 0;
};

/// q^(shape - 1) exp(-rate q)
class GammaPrior final : public QuantityPrior {
 public:
  struct Options {
    double shape = 1;
    double rate = 1;
    void declare(OptionTable& table);
  };
  explicit GammaPrior(const Options& options) : options_(options) {}
  ~GammaPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  Options options_;
};

/// q^(-shape - 1) exp(-scale / q)
class InverseGammaPrior final : public QuantityPrior {
 public:
  struct Options {
    double shape = 1;
    double scale = 1;
    void declare(OptionTable& table);
  };
  explicit InverseGammaPrior(const Options& options) : options_(options) {}
  ~InverseGammaPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  Options options_;
};

/// 1 / (1 + (q / scale)^2) for q > 0
class HalfCauchyPrior final : public QuantityPrior {
 public:
  struct Options {
    double scale = 1;
    void declare(OptionTable& table);
  };
  explicit HalfCauchyPrior(const Options& options) : options_(options) {}
  ~HalfCauchyPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  Options options_;
};

/// exp(-(q / sd)^2 / 2) for q > 0
class HalfNormalPrior final : public QuantityPrior {
 public:
  struct Options {
    double sd = 1;
    void declare(OptionTable& table);
  };
  explicit HalfNormalPrior(const Options& options) : options_(options) {}
  ~HalfNormalPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  Options options_;
};

/// Constant between two bounds.
class UniformPrior final : public QuantityPrior {
 public:
  struct Options {
    double lower = 0;
    double upper = 1;
    void declare(OptionTable& table);
  };
  /// @throws OptionError about `upper` unless it is above `lower`
  explicit UniformPrior(const Options& options);
  ~UniformPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  Options options_;
};

/// A gamma distribution of the precision 1 / q^2 with mean 1 / width^2 and shape alpha / 2, as in
/// Neal's Software for Flexible Bayesian Modeling.
class PrecisionGammaPrior final : public QuantityPrior {
 public:
  struct Options {
    double width = 1;
    double alpha = 1;
    void declare(OptionTable& table);
  };
  explicit PrecisionGammaPrior(const Options& options) : options_(options) {}
  ~PrecisionGammaPrior() override;

 private:
  double log_density_of(double quantity) const override;
  double draw_quantity(Random& random) const override;
  double rate() const { return options_.alpha / 2 * options_.width * options_.width; }
  Options options_;
};

}  // namespace mcmc::gp
