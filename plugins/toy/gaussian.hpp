#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"

namespace mcmc::toy {

/// A Gaussian with given means and standard deviations, in which every pair of coordinates has the
/// same correlation r. Normalised. Costs O(d), for the correlation matrix (1-r) I + r 11' has a
/// closed inverse and determinant. `draw_prior` draws from the density itself.
class Gaussian final : public Density, public CanDrawPrior {
 public:
  struct Options {
    std::optional<std::size_t> dimension;
    std::vector<double> mean;
    std::vector<double> sd;
    double correlation = 0;
    void declare(OptionTable& table);
  };
  /// @throws OptionError for lists of different lengths, or a correlation that no such Gaussian has
  explicit Gaussian(Options& options);
  ~Gaussian() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;
  void draw_prior(Random& random, Eigen::VectorXd& x) const override;

 private:
  ParameterNames names_;
  Eigen::VectorXd mean_;
  Eigen::VectorXd sd_;
  Eigen::VectorXd one_over_sd_;
  double log_normaliser_;
  // The correlation matrix has the eigenvalue `along_` in the direction of 1, else `across_`.
  double along_;
  double across_;
};

}  // namespace mcmc::toy
