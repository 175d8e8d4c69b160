#pragma once

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"

namespace mcmc::toy {

/// x.1 ~ N(0, sd^2) and x.2 + bend (x.1^2 - sd^2) ~ N(0, 1): the twisted Gaussian of Haario,
/// Saksman and Tamminen (1999), whose bend leaves volumes as they are. Normalised; the means are 0.
/// `draw_prior` draws from the density itself.
class Banana final : public Density, public CanDrawPrior {
 public:
  struct Options {
    double sd = 10;
    double bend = 0.03;
    void declare(OptionTable& table);
  };
  explicit Banana(Options& options);
  ~Banana() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;
  void draw_prior(Random& random, Eigen::VectorXd& x) const override;

 private:
  double shift(double x1) const { return bend_ * (x1 * x1 - sd_ * sd_); }

  ParameterNames names_;
  double sd_;
  double bend_;
};

}  // namespace mcmc::toy
