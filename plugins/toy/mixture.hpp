#pragma once

#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"

namespace mcmc::toy {

/// sum_k w_k N(x; m_k, s_k^2 I): Gaussian modes that a chain may fail to move between. Normalised.
/// `draw_prior` draws from the density itself.
class Mixture final : public Density, public CanDrawPrior {
 public:
  struct Mode {
    std::vector<double> mean;
    double sd = 1;
    double weight = 1;
    void declare(OptionTable& table);
  };
  struct Options {
    std::vector<Mode> modes;
    void declare(OptionTable& table);
  };
  /// @throws OptionError for fewer than two modes, or modes of different dimensions
  explicit Mixture(Options& options);
  ~Mixture() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;
  void draw_prior(Random& random, Eigen::VectorXd& x) const override;

 private:
  struct Component {
    Eigen::VectorXd mean;
    double sd;
    double log_factor;  // of the exponential: weight and normaliser
  };

  ParameterNames names_;
  std::vector<Component> components_;
  std::vector<double> weights_;
  Eigen::VectorXd log_terms_;
};

}  // namespace mcmc::toy
