#include "exact.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "../../temporary_directory.hpp"
#include "exact_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::scattered_dataset;
using nlohmann::json;

TEST_CASE("gp.exact agrees with the reference values") {
  testing::for_each_reference_point([](const json&, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    const Evaluation evaluation = problem.density->log_density(x);
    REQUIRE_FALSE(evaluation.failed());
    const double prior = point["log_prior"];
    const double likelihood = point["log_likelihood"]["exact"];
    CHECK(problem.density->log_prior(x) == Approx(prior).epsilon(1e-12));
    CHECK(evaluation.log_density() - prior == Approx(likelihood).epsilon(1e-9));
  });
}

TEST_CASE("An evaluation gives the same bits whatever came before") {
  const auto problem = testing::scattered_problem(70);
  const Eigen::Vector3d here(0.1, -0.2, 0.3), there(3, -9, 4);
  const double first = problem->density->log_density(here).log_density();
  (void)problem->density->log_density(there);
  CHECK(problem->density->log_density(here).log_density() == first);
}

TEST_CASE("A covariance that is not positive definite is a failure, and gets no jitter") {
  Eigen::MatrixXd inputs = Eigen::MatrixXd::Zero(2, 1);  // two cases at one place
  const testing::ExactProblem problem(testing::dataset_of(inputs, Eigen::Vector2d(1, 2)), 10,
                                      "shared", {.mean = 0, .sd = 100});
  const Evaluation evaluation = problem.density->log_density(Eigen::Vector3d(0, -200, 0));
  CHECK(evaluation.failure() == Failure::not_positive_definite);
}

TEST_CASE("An overflow is a failure that says so") {
  const auto problem = testing::scattered_problem(6);
  CHECK(problem->density->log_density(Eigen::Vector3d(400, 0, 0)).failure() == Failure::not_finite);
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
  SquaredExponentialTerm term({{}, "shared"});
  const NamedComponents<Prior> priors{
      {"log_eta", &nowhere}, {"log_sigma", &nowhere}, {"log_rho", &nowhere}};
  Exact density(std::make_shared<Model>(scattered_dataset(4, 1),
                                        std::vector<CovarianceTerm*>{&term}, priors));
  // The likelihood would overflow here.
  const Evaluation evaluation = density.log_density(Eigen::Vector3d(400, 0, 0));
  REQUIRE_FALSE(evaluation.failed());
  CHECK(evaluation.log_density() == -std::numeric_limits<double>::infinity());
}

TEST_CASE("gp.exact needs the memory of a square matrix, a triangle and a panel per chain") {
  const auto problem = testing::scattered_problem(300);
  CHECK(problem->density->bytes_per_chain() >= 300 * 450 * sizeof(double));
  CHECK(problem->density->bytes_per_chain() < 300 * 710 * sizeof(double));
  CHECK(problem->density->size_in_words() == "300 cases, 2 inputs");
}

TEST_CASE("gp.exact reads its data once for all chains and fills in what was left open") {
  const testing::TemporaryDirectory directory;
  Exact::Options first;
  first.data.file = directory.write("data.csv", "a,b,y\n0,1,2\n1,0,3\n2,2,5\n");
  SquaredExponentialTerm term({{}, "shared"});
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
