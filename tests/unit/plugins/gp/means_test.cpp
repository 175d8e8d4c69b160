#include "mcmc/gp/means.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../../temporary_directory.hpp"
#include "exact_problem.hpp"
#include "mcmc/error.hpp"
#include "mcmc/gp/prediction.hpp"
#include "nystrom_cholesky.hpp"
#include "subset_of_data.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::error_of;
using mcmc::testing::ExactProblem;
using mcmc::testing::scattered;
using mcmc::testing::scattered_dataset;

namespace {

const std::vector<std::string> names{"x1", "x2"};

LinearMean slopes() {
  return LinearMean({.intercept = 3, .inputs = {"x2", "x1"}, .coefficients = {2, -0.5}});
}

Eigen::VectorXd slopes_at(const Eigen::MatrixXd& inputs) {
  return (3 + 2 * inputs.col(1).array() - 0.5 * inputs.col(0).array()).matrix();
}

/// The same problem twice: with a mean, and with what that mean leaves of the response.
struct WithMean {
  LinearMean mean = slopes();
  ExactProblem rest;
  Exact density;
  NoCache cache;
  Target target;

  WithMean()
      : rest(less_mean(), 2, "shared", {.mean = 0, .sd = 1}),
        density(std::make_shared<Model>(scattered_dataset(30, 2),
                                        std::vector<CovarianceTerm*>{&rest.constant, &rest.varying},
                                        rest.priors, &mean)),
        target("posterior", density, cache, OnFailure::reject) {}

  static std::shared_ptr<Dataset> less_mean() {
    const auto data = scattered_dataset(30, 2);
    data->response -= slopes_at(data->inputs);
    return data;
  }
};

const Eigen::Vector3d x(0.3, -1, -0.5);

}  // namespace

TEST_CASE("A mean is zero, constant, or linear in the inputs that it names") {
  const Eigen::MatrixXd inputs = scattered(4, 2);
  CHECK(ZeroMean({}).at(inputs) == Eigen::VectorXd::Zero(4));
  CHECK(ConstantMean({.value = -2.5}).at(inputs) == Eigen::VectorXd::Constant(4, -2.5));
  LinearMean mean = slopes();
  mean.use_inputs(names);
  CHECK(mean.at(inputs).isApprox(slopes_at(inputs), 1e-14));
}

TEST_CASE("A linear mean has a coefficient for each of its inputs, which exist") {
  const auto refusal = [](const LinearMean::Options& options) {
    return error_of<OptionError>([&] { LinearMean(options).use_inputs(names); });
  };
  const OptionError count = refusal({.coefficients = {1}});
  CHECK(count.option() == "mean.coefficients");
  CHECK_THAT(count.what(), Catch::Contains("2 inputs") && Catch::Contains("1 coefficients"));
  CHECK_THAT(refusal({.inputs = {"x3"}, .coefficients = {1}}).what(),
             Catch::Contains("did you mean \"x1\""));
}

TEST_CASE("A likelihood with a mean is that of what the mean leaves") {
  WithMean problem;
  CHECK(problem.density.log_density(x).log_density() ==
        problem.rest.density->log_density(x).log_density());
  SubsetOfData subset({&problem.target, {.size = 8}});
  SubsetOfData subset_of_rest({problem.rest.target.get(), {.size = 8}});
  CHECK(subset.log_density(x).log_density() == subset_of_rest.log_density(x).log_density());
  const SubsetOptions cases{&problem.target, {.size = 8}};
  const SubsetOptions cases_of_rest{problem.rest.target.get(), {.size = 8}};
  NystromCholesky nystrom({cases}), nystrom_of_rest({cases_of_rest});
  CHECK(nystrom.log_density(x).log_density() == nystrom_of_rest.log_density(x).log_density());
}

TEST_CASE("Predictions add the mean of the new cases") {
  WithMean problem;
  Cases cases;
  cases.original.inputs = cases.inputs = 2 * scattered(5, 2);
  const auto predicted = [&](const GaussianProcess& density) {
    Prediction prediction;
    ExactPredictor predictor(density.model(), cases, Predicted::latent);
    REQUIRE(predictor.predict(x, prediction) == Failure::none);
    return prediction;
  };
  const Prediction whole = predicted(problem.density), rest = predicted(*problem.rest.density);
  CHECK(whole.mean.isApprox(rest.mean + slopes_at(cases.inputs), 1e-12));
  CHECK(whole.variance == rest.variance);
}

TEST_CASE("With standardized data a mean is in the model's units, as everything else") {
  const auto data = scattered_dataset(30, 2);
  data->scaling.response_mean = 100;
  data->scaling.response_sd = 20;
  ExactProblem terms(data, 2, "shared", {.mean = 0, .sd = 1});
  ConstantMean mean({.value = 0.5});
  const auto model = std::make_shared<Model>(data, std::vector<CovarianceTerm*>{&terms.varying},
                                             terms.priors, &mean);
  Cases far;
  far.original.inputs = far.inputs = Eigen::MatrixXd::Constant(1, 2, 1e3);
  Prediction prediction;
  ExactPredictor predictor(model, far, Predicted::latent);
  REQUIRE(predictor.predict(x, prediction) == Failure::none);
  CHECK(prediction.mean[0] == Approx(100 + 20 * 0.5));  // nothing but the mean is known there
}

TEST_CASE("A mean that is not finite is refused") {
  ExactProblem problem(scattered_dataset(5, 2), 2, "shared", {.mean = 0, .sd = 1});
  ConstantMean mean({.value = std::numeric_limits<double>::infinity()});
  const auto error = error_of<OptionError>(
      [&] { Model(scattered_dataset(5, 2), {&problem.varying}, problem.priors, &mean); });
  CHECK(error.option() == "mean");
}
