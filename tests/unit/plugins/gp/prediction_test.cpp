#include "mcmc/gp/prediction.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "../../temporary_directory.hpp"
#include "exact_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::ExactProblem;
using mcmc::testing::scattered;
using mcmc::testing::scattered_problem;
using mcmc::testing::vector_of;
using nlohmann::json;

namespace {

Cases cases_at(const Eigen::MatrixXd& inputs) {
  Cases cases;
  cases.original.inputs = cases.inputs = inputs;
  return cases;
}

Prediction predict(const ExactProblem& problem, const Cases& cases, Predicted what,
                   const Eigen::VectorXd& x) {
  ExactPredictor predictor(problem.density->model(), cases, what);
  Prediction prediction;
  REQUIRE(predictor.predict(x, prediction) == Failure::none);
  return prediction;
}

void check_close(const Eigen::VectorXd& values, const json& reference) {
  const Eigen::VectorXd expected = vector_of(reference);
  REQUIRE(values.size() == expected.size());
  for (Eigen::Index i = 0; i < values.size(); ++i)
    CHECK(values[i] == Approx(expected[i]).epsilon(1e-9).margin(1e-12));
}

}  // namespace

TEST_CASE("Predictions agree with the reference values") {
  testing::for_each_reference_point([](const json& one, const ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    Cases cases = cases_at(Eigen::MatrixXd(one["new_inputs"].size(), one["inputs"][0].size()));
    for (Eigen::Index i = 0; i < cases.inputs.rows(); ++i)
      cases.inputs.row(i) = vector_of(one["new_inputs"][static_cast<std::size_t>(i)]);
    const Prediction latent = predict(problem, cases, Predicted::latent, x);
    check_close(latent.mean, point["predict"]["mean"]);
    check_close(latent.variance, point["predict"]["latent_variance"]);
    cases.noise_variance = vector_of(one["new_noise"]);
    const Prediction response = predict(problem, cases, Predicted::response, x);
    CHECK(response.mean == latent.mean);
    check_close(response.variance, point["predict"]["variance"]);
  });
}

TEST_CASE("Predicting many cases at once gives what each gives alone") {
  const auto problem = scattered_problem(20);
  const Eigen::Vector3d x(0.3, -1, -0.5);
  const Eigen::MatrixXd inputs = 2 * scattered(600, 2);
  const Prediction together = predict(*problem, cases_at(inputs), Predicted::latent, x);
  for (const Eigen::Index i : {0, 255, 256, 599}) {
    const Prediction alone = predict(*problem, cases_at(inputs.row(i)), Predicted::latent, x);
    CHECK(together.mean[i] == Approx(alone.mean[0]).epsilon(1e-12));
    CHECK(together.variance[i] == Approx(alone.variance[0]).epsilon(1e-10));
  }
}

TEST_CASE("A variance that rounding takes below zero is zero and counted") {
  // Without noise nothing is left to be uncertain about where the data are; next to c^2 = 1e6, what
  // rounding leaves is as often negative as positive.
  const auto problem = scattered_problem(40, 1000);
  const Eigen::Vector3d x(0, -30, -5);
  const Prediction latent = predict(*problem, cases_at(scattered(40, 2)), Predicted::latent, x);
  CHECK(latent.variance.minCoeff() >= 0);
  CHECK(latent.clamped > 0);
  const Prediction response = predict(*problem, cases_at(scattered(40, 2)), Predicted::response, x);
  CHECK(response.variance.minCoeff() >= std::exp(-60));
}

TEST_CASE("A covariance without factor makes a prediction fail") {
  const auto data = testing::dataset_of(Eigen::MatrixXd::Zero(2, 1), Eigen::Vector2d(1, 2));
  const ExactProblem problem(data, 10, "shared", {.mean = 0, .sd = 100});
  ExactPredictor predictor(problem.density->model(), cases_at(Eigen::MatrixXd::Zero(1, 1)),
                           Predicted::response);
  Prediction prediction;
  CHECK(predictor.predict(Eigen::Vector3d(0, -200, 0), prediction) ==
        Failure::not_positive_definite);
}

TEST_CASE("Predictions of standardized data are in the data's units") {
  const testing::TemporaryDirectory directory;
  DataOptions options;
  options.file = directory.write("data.csv", "a,y\n10,105\n20,103\n30,98\n40,94\n");
  options.standardize = true;
  const auto data = read_dataset(options, [](const std::string&) {});
  const ExactProblem problem(data, 0, "shared", {.mean = 0, .sd = 1});
  const Eigen::Vector3d x(0.2, -1, 0);
  const auto predictor = problem.density->predictor(directory.write("new.csv", "y,a\n7,1e6\n,10\n"),
                                                    Predicted::response);
  Prediction prediction;
  REQUIRE(predictor->predict(x, prediction) == Failure::none);
  // Far from the data the function is as the prior has it.
  const double response_variance = (5 * 5 + 3 * 3 + 2 * 2 + 6 * 6) / 3.0;
  CHECK(prediction.mean[0] == Approx(100));
  CHECK(prediction.variance[0] ==
        Approx((std::exp(0.4) + std::exp(-2)) * response_variance).epsilon(1e-12));
  CHECK(std::abs(prediction.mean[1] - 105) < 1);
  CHECK(predictor->cases().inputs(0, 0) == 1e6);
  CHECK(predictor->cases().input_names == std::vector<std::string>{"a"});
  CHECK(predictor->cases().response[0] == 7);
  CHECK(std::isnan(predictor->cases().response[1]));
}

TEST_CASE("A model predicts its own cases, and others with the same inputs") {
  const auto problem = scattered_problem(20);
  const std::vector<Eigen::Index> positions{3, 17};
  const auto own = problem->density->predictor_of(positions, Predicted::response);
  const auto others = problem->density->predictor_at(own->cases().inputs, Predicted::response);
  const NewCases cases = problem->density->cases();
  CHECK(own->cases().response[1] == cases.response[17]);
  CHECK(own->cases().inputs.row(0) == cases.inputs.row(3));
  const Eigen::VectorXd x =
      Eigen::VectorXd::Zero(static_cast<Eigen::Index>(problem->density->parameters().size()));
  Prediction of_own, of_others;
  REQUIRE(own->predict(x, of_own) == Failure::none);
  REQUIRE(others->predict(x, of_others) == Failure::none);
  CHECK(of_own.mean.isApprox(of_others.mean, 1e-12));
  CHECK(of_own.variance.isApprox(of_others.variance, 1e-12));
}
