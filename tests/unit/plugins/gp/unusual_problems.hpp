#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "exact.hpp"
#include "exact_problem.hpp"

/// Problems that approximations must not stumble over.
namespace mcmc::testing {

/// Two varying terms and a constant: no single amplitude.
struct SumProblem {
  SumProblem() {
    for (const char* name : {"trend_log_eta", "log_eta", "log_sigma", "trend_log_rho", "log_rho"})
      priors.emplace_back(name, &prior);
    density = std::make_unique<gp::Exact>(std::make_shared<gp::Model>(
        scattered_dataset(25, 2), std::vector<gp::CovarianceTerm*>{&constant, &trend, &varying},
        priors));
    target = std::make_unique<Target>("posterior", *density, cache, OnFailure::reject);
  }

  gp::ConstantTerm constant{{.value = 3}};
  gp::SquaredExponentialTerm trend{{{{}, "trend"}, "shared"}};
  gp::SquaredExponentialTerm varying{{{}, "shared"}};
  gp::NormalPrior prior{{.mean = 0, .sd = 1}};
  NamedComponents<gp::Prior> priors;
  NoCache cache;
  std::unique_ptr<gp::Exact> density;
  std::unique_ptr<Target> target;
};

/// Thirty cases with known noise variances.
inline std::unique_ptr<ExactProblem> noisy_problem() {
  const auto data = scattered_dataset(30, 2);
  data->noise_variance = data->response.array().square();
  return std::make_unique<ExactProblem>(data, 10, "per_input",
                                        gp::NormalPrior::Options{.mean = 0, .sd = 1});
}

/// Eight cases at two places.
inline std::unique_ptr<ExactProblem> repeated_problem() {
  Eigen::MatrixXd inputs(8, 1);
  inputs << 0, 0, 0, 0, 1, 1, 1, 1;
  const Eigen::VectorXd y = scattered(8, 1).col(0);
  return std::make_unique<ExactProblem>(dataset_of(inputs, y), 10, "shared",
                                        gp::NormalPrior::Options{.mean = 0, .sd = 1});
}

}  // namespace mcmc::testing
