#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/options.hpp"
#include "mcmc/plugin.hpp"

namespace {

double log_normal(double value, double mean, double sd) {
  const double z = (value - mean) / sd;
  return -0.5 * z * z - std::log(sd) - 0.5 * std::log(2 * std::numbers::pi);
}

/// The posterior of the mean mu and the standard deviation sigma of a normal distribution, given
/// values drawn from it. Priors: mu is normal around 0, log_sigma standard normal.
class NormalSample final : public mcmc::Density,
                           public mcmc::HasLogPrior,
                           public mcmc::HasDerivedOutputs,
                           public mcmc::CanDrawPrior {
 public:
  struct Options {
    std::vector<double> values;
    double prior_sd = 10;
    void declare(mcmc::OptionTable& table) {
      table.add("values", values).required().doc("What was observed");
      table.add("prior_sd", prior_sd).above(0).doc("Standard deviation of the prior of mu");
    }
  };
  explicit NormalSample(const Options& options)
      : values_(options.values), prior_sd_(options.prior_sd) {}

  const mcmc::ParameterNames& parameters() const override { return names_; }

  mcmc::Evaluation log_density(const Eigen::VectorXd& x) override {
    double sum = log_prior(x);
    for (const double value : values_) sum += log_normal(value, x[0], std::exp(x[1]));
    return sum;
  }

  double log_prior(const Eigen::VectorXd& x) const override {
    return log_normal(x[0], 0, prior_sd_) + log_normal(x[1], 0, 1);
  }

  std::vector<std::string> derived_names() const override { return {"sigma"}; }
  void derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const override {
    values[0] = std::exp(x[1]);
  }

  void draw_prior(mcmc::Random& random, Eigen::VectorXd& x) const override {
    x[0] = prior_sd_ * random.normal();
    x[1] = random.normal();
  }

 private:
  mcmc::ParameterNames names_{{"mu", "log_sigma"}};
  std::vector<double> values_;
  double prior_sd_;
};

}  // namespace

MCMC_PLUGIN("normal_sample", "1.0.0") {
  registration.add<NormalSample>("example.normal_sample", "Mean and spread of a normal sample");
}
