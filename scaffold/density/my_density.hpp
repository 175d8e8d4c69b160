#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "mcmc/abilities.hpp"
#include "mcmc/density.hpp"
#include "mcmc/error.hpp"
#include "mcmc/options.hpp"

/// The posterior of a logistic regression: y is 1 with probability 1 / (1 + exp(-(a + b x))), else
/// 0. Priors: a and b are independent normal variables around 0.
class MyDensity final : public mcmc::Density, public mcmc::HasLogPrior, public mcmc::CanDrawPrior {
 public:
  struct Options {
    std::vector<double> x;
    std::vector<int> y;
    double prior_sd = 5;
    void declare(mcmc::OptionTable& table) {
      table.add("x", x).required().doc("The input of each case");
      table.add("y", y).required().at_least(0).at_most(1).doc("What was observed of each case");
      table.add("prior_sd", prior_sd).above(0).doc("Standard deviation of the priors of a and b");
    }
  };
  explicit MyDensity(const Options& options) : data_(options) {
    if (data_.x.size() != data_.y.size())
      throw mcmc::OptionError("y", "expected one value for each of \"x\"");
  }

  const mcmc::ParameterNames& parameters() const override { return names_; }

  mcmc::Evaluation log_density(const Eigen::VectorXd& theta) override {
    double sum = log_prior(theta);
    for (std::size_t i = 0; i < data_.x.size(); ++i) {
      const double log_odds = theta[0] + theta[1] * data_.x[i];
      const double margin = data_.y[i] == 1 ? log_odds : -log_odds;
      sum += std::min(0.0, margin) - std::log1p(std::exp(-std::abs(margin)));  // never overflows
    }
    return sum;
  }

  double log_prior(const Eigen::VectorXd& theta) const override {
    const double sd = data_.prior_sd;
    return -0.5 * theta.squaredNorm() / (sd * sd) - std::log(2 * std::numbers::pi * sd * sd);
  }

  void draw_prior(mcmc::Random& random, Eigen::VectorXd& theta) const override {
    for (double& value : theta) value = data_.prior_sd * random.normal();
  }

 private:
  mcmc::ParameterNames names_{{"a", "b"}};
  Options data_;
};
