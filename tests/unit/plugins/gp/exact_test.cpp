#include "exact.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../../temporary_directory.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/stationary.hpp"
#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::scattered_dataset;
using nlohmann::json;

namespace {

Eigen::VectorXd vector_of(const json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

json reference() {
  std::ifstream file(MCMC_TEST_REFERENCE_DIR "/gp_reference.json");
  REQUIRE(file);
  return json::parse(file);
}

/// One constant and one squared-exponential term, one prior for all parameters.
struct Problem {
  Problem(std::shared_ptr<const Dataset> data, double c, const std::string& length_scales,
          const NormalPrior::Options& prior_options)
      : constant({.value = c}), varying({length_scales, ""}), prior(prior_options) {
    for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
    const std::vector<CovarianceTerm*> terms{&constant, &varying};
    density = std::make_unique<Exact>(std::make_shared<Model>(std::move(data), terms, priors));
  }

  ConstantTerm constant;
  SquaredExponentialTerm varying;
  NormalPrior prior;
  NamedComponents<Prior> priors;
  std::unique_ptr<Exact> density;
};

Problem problem_of(const json& one, const json& prior) {
  Eigen::MatrixXd inputs(one["inputs"].size(), one["inputs"][0].size());
  for (Eigen::Index i = 0; i < inputs.rows(); ++i)
    inputs.row(i) = vector_of(one["inputs"][static_cast<std::size_t>(i)]);
  const auto data = testing::dataset_of(inputs, vector_of(one["response"]));
  data->noise_variance = vector_of(one["noise"]);
  return {data,
          one["c"],
          one["per_input"].get<bool>() ? "per_input" : "shared",
          {.mean = prior["mean"], .sd = prior["sd"]}};
}

Problem small_problem(Eigen::Index cases = 6) {
  return {scattered_dataset(cases, 2), 3, "shared", {.mean = 0, .sd = 1}};
}

}  // namespace

TEST_CASE("gp.exact agrees with the reference values") {
  const json all = reference();
  for (const json& one : all["cases"]) {
    const Problem problem = problem_of(one, all["prior"]);
    for (const json& point : one["points"]) {
      const Eigen::VectorXd x = vector_of(point["x"]);
      const Evaluation evaluation = problem.density->log_density(x);
      REQUIRE_FALSE(evaluation.failed());
      const double prior = point["log_prior"];
      const double likelihood = point["log_likelihood"];
      CHECK(problem.density->log_prior(x) == Approx(prior).epsilon(1e-12));
      CHECK(evaluation.log_density() - prior == Approx(likelihood).epsilon(1e-9));
    }
  }
}

TEST_CASE("An evaluation gives the same bits whatever came before") {
  const Problem problem = small_problem(70);
  const Eigen::Vector3d here(0.1, -0.2, 0.3), there(3, -9, 4);
  const double first = problem.density->log_density(here).log_density();
  (void)problem.density->log_density(there);
  CHECK(problem.density->log_density(here).log_density() == first);
}

TEST_CASE("A covariance that is not positive definite is a failure, and gets no jitter") {
  Eigen::MatrixXd inputs = Eigen::MatrixXd::Zero(2, 1);  // two cases at one place
  const Problem problem(testing::dataset_of(inputs, Eigen::Vector2d(1, 2)), 10, "shared",
                        {.mean = 0, .sd = 100});
  const Evaluation evaluation = problem.density->log_density(Eigen::Vector3d(0, -200, 0));
  CHECK(evaluation.failure() == Failure::not_positive_definite);
}

TEST_CASE("An overflow is a failure that says so") {
  const Problem problem = small_problem();
  CHECK(problem.density->log_density(Eigen::Vector3d(400, 0, 0)).failure() == Failure::not_finite);
}

namespace {

/// A prior that excludes everything.
class NowherePrior final : public Prior {
 public:
  double log_density(double) const override { return -std::numeric_limits<double>::infinity(); }
  double draw(Random&) const override { return 0; }
};

}  // namespace

TEST_CASE("Where the prior is zero the likelihood is not computed") {
  NowherePrior nowhere;
  SquaredExponentialTerm term({"shared", ""});
  const NamedComponents<Prior> priors{
      {"log_eta", &nowhere}, {"log_sigma", &nowhere}, {"log_rho", &nowhere}};
  Exact density(std::make_shared<Model>(scattered_dataset(4, 1),
                                        std::vector<CovarianceTerm*>{&term}, priors));
  // The likelihood would overflow here.
  const Evaluation evaluation = density.log_density(Eigen::Vector3d(400, 0, 0));
  REQUIRE_FALSE(evaluation.failed());
  CHECK(evaluation.log_density() == -std::numeric_limits<double>::infinity());
}

TEST_CASE("gp.exact needs the memory of one square matrix per chain") {
  const Problem problem = small_problem(300);
  CHECK(problem.density->bytes_per_chain() >= 300 * 300 * sizeof(double));
  CHECK(problem.density->bytes_per_chain() < 300 * 310 * sizeof(double));
  CHECK(problem.density->size_in_words() == "300 cases, 2 inputs");
}

TEST_CASE("gp.exact reads its data once for all chains and fills in what was left open") {
  const testing::TemporaryDirectory directory;
  Exact::Options first;
  first.data.file = directory.write("data.csv", "a,b,y\n0,1,2\n1,0,3\n2,2,5\n");
  SquaredExponentialTerm term({"shared", ""});
  NormalPrior prior({.mean = 0, .sd = 1});
  first.covariance = {&term};
  first.priors = {{"log_eta", &prior}, {"log_sigma", &prior}, {"log_rho", &prior}};
  Exact::Options second = first;
  SharedResources shared;
  BuildContext context("posterior", shared);
  const Exact one(first, context);
  const Exact other(second, context);
  CHECK(&one.model()->data() == &other.model()->data());
  for (const Exact::Options& options : {first, second}) {
    CHECK(options.data.response == "y");
    CHECK(options.data.inputs == std::vector<std::string>{"a", "b"});
  }
}
