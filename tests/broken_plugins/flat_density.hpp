#pragma once

#include "mcmc/density.hpp"
#include "mcmc/plugin.hpp"

namespace {

/// The smallest density there is: flat on the line.
class FlatDensity : public mcmc::Density {
 public:
  struct Options {
    void declare(mcmc::OptionTable&) {}
  };
  explicit FlatDensity(const Options&) {}

  const mcmc::ParameterNames& parameters() const override { return names_; }
  mcmc::Evaluation log_density(const Eigen::VectorXd&) override { return 0.0; }

 private:
  mcmc::ParameterNames names_{std::vector<std::string>{"x"}};
};

}  // namespace
