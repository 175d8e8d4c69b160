#pragma once

#include <Eigen/Core>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "exact.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/stationary.hpp"
#include "mcmc/target.hpp"
#include "small_problem.hpp"

namespace mcmc::testing {

/// gp.exact with one constant and one squared-exponential term, and one prior for all parameters.
struct ExactProblem {
  ExactProblem(std::shared_ptr<const gp::Dataset> data, double c, const std::string& length_scales,
               const gp::NormalPrior::Options& prior_options)
      : constant({.value = c}), varying({{}, length_scales}), prior(prior_options) {
    for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
    const std::vector<gp::CovarianceTerm*> terms{&constant, &varying};
    density =
        std::make_unique<gp::Exact>(std::make_shared<gp::Model>(std::move(data), terms, priors));
    target = std::make_unique<Target>("posterior", *density, cache, OnFailure::reject);
  }

  gp::ConstantTerm constant;
  gp::SquaredExponentialTerm varying;
  gp::NormalPrior prior;
  NamedComponents<gp::Prior> priors;
  NoCache cache;
  std::unique_ptr<gp::Exact> density;
  std::unique_ptr<Target> target;
};

inline std::unique_ptr<ExactProblem> scattered_problem(Eigen::Index cases, double c = 3,
                                                       const std::string& scales = "shared") {
  return std::make_unique<ExactProblem>(scattered_dataset(cases, 2), c, scales,
                                        gp::NormalPrior::Options{.mean = 0, .sd = 1});
}

/// The file that make_gp_reference.py writes.
inline nlohmann::json gp_reference() {
  std::ifstream file(MCMC_TEST_REFERENCE_DIR "/gp_reference.json");
  if (!file) throw std::runtime_error("no gp_reference.json");
  return nlohmann::json::parse(file);
}

inline Eigen::VectorXd vector_of(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

/// One of its cases.
inline std::unique_ptr<ExactProblem> reference_problem(const nlohmann::json& one,
                                                       const nlohmann::json& prior) {
  Eigen::MatrixXd inputs(one["inputs"].size(), one["inputs"][0].size());
  for (Eigen::Index i = 0; i < inputs.rows(); ++i)
    inputs.row(i) = vector_of(one["inputs"][static_cast<std::size_t>(i)]);
  const auto data = dataset_of(inputs, vector_of(one["response"]));
  data->noise_variance = vector_of(one["noise"]);
  return std::make_unique<ExactProblem>(
      data, one["c"], one["per_input"].get<bool>() ? "per_input" : "shared",
      gp::NormalPrior::Options{.mean = prior["mean"], .sd = prior["sd"]});
}

/// Calls `check(one, problem, x, point)` at every point of every case.
template <class Check>
void for_each_reference_point(const Check& check) {
  const nlohmann::json all = gp_reference();
  for (const nlohmann::json& one : all["cases"]) {
    const std::unique_ptr<ExactProblem> problem = reference_problem(one, all["prior"]);
    for (const nlohmann::json& point : one["points"])
      check(one, *problem, vector_of(point["x"]), point);
  }
}

}  // namespace mcmc::testing
