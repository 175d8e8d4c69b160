#pragma once

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/stationary.hpp"

namespace mcmc::benchmarks {

inline std::shared_ptr<const gp::Dataset> uniform_inputs(Eigen::Index n, Eigen::Index p) {
  auto data = std::make_shared<gp::Dataset>();
  std::mt19937_64 bits(1);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  data->inputs = Eigen::MatrixXd::NullaryExpr(n, p, uniform);
  data->response = Eigen::VectorXd::NullaryExpr(n, uniform);
  for (Eigen::Index k = 0; k < p; ++k) data->input_names.push_back("x" + std::to_string(k + 1));
  data->scaling.input_mean = Eigen::VectorXd::Zero(p);
  data->scaling.input_sd = Eigen::VectorXd::Ones(p);
  return data;
}

/// Data and model of the paper's kind: c = 10, eta = 5, sigma = 0.5, per-input length scales.
struct Problem {
  Problem(Eigen::Index n, Eigen::Index p, double log_rho)
      : data(uniform_inputs(n, p)), x(Eigen::VectorXd::Constant(p + 2, log_rho)) {
    x.head(2) << std::log(5.0), std::log(0.5);
    for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
    model = std::make_unique<gp::Model>(data, std::vector<gp::CovarianceTerm*>{&constant, &varying},
                                        priors);
  }

  std::shared_ptr<const gp::Dataset> data;
  gp::ConstantTerm constant{{.value = 10}};
  gp::SquaredExponentialTerm varying{{{}, "per_input"}};
  gp::NormalPrior prior{{.mean = 0, .sd = 1}};
  NamedComponents<gp::Prior> priors;
  std::unique_ptr<gp::Model> model;
  Eigen::VectorXd x;
};

}  // namespace mcmc::benchmarks
