#include "mcmc/gp/leave_one_out.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "../../temporary_directory.hpp"
#include "exact_problem.hpp"
#include "mcmc/gp/means.hpp"
#include "mcmc/gp/prediction.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;

namespace {

const NormalPrior::Options standard_normal{.mean = 0, .sd = 1};

std::vector<Index> all_but(Index left_out, Index count) {
  std::vector<Index> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), 0);
  positions.erase(positions.begin() + left_out);
  return positions;
}

std::shared_ptr<Dataset> subset_of(const Dataset& data, const std::vector<Index>& positions) {
  const auto subset = testing::dataset_of(data.inputs(positions, Eigen::all),
                                          Eigen::VectorXd(data.response(positions)));
  subset->noise_variance = data.noise_variance(positions);
  return subset;
}

Prediction predict(Predictor& predictor, const Eigen::VectorXd& x) {
  Prediction prediction;
  REQUIRE(predictor.predict(x, prediction) == Failure::none);
  return prediction;
}

}  // namespace

TEST_CASE("Each case is predicted as by a model that was never told of it") {
  const Index cases = 15;
  const auto data = testing::scattered_dataset(cases, 2);
  data->noise_variance = testing::scattered(cases, 1).col(0).cwiseAbs();
  const testing::ExactProblem problem(data, 3, "per_input", standard_normal);
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -1, -0.5, 0.2);
  const auto leave_one_out = problem.density->leave_one_out();
  const Prediction all = predict(*leave_one_out, x);
  for (Index i = 0; i < cases; ++i) {
    const testing::ExactProblem without(subset_of(*data, all_but(i, cases)), 3, "per_input",
                                        standard_normal);
    Cases left_out;
    left_out.original.inputs = left_out.inputs = data->inputs.row(i);
    left_out.noise_variance = data->noise_variance.segment(i, 1);
    ExactPredictor predictor(without.density->model(), left_out, Predicted::response);
    const Prediction alone = predict(predictor, x);
    CHECK(all.mean[i] == Approx(alone.mean[0]).epsilon(1e-10).margin(1e-12));
    CHECK(all.variance[i] == Approx(alone.variance[0]).epsilon(1e-10));
  }
  CHECK(leave_one_out->cases().response == data->response);
}

TEST_CASE("Cases that are left out are in the units of their file, with the prior mean") {
  const testing::TemporaryDirectory directory;
  DataOptions options;
  options.file = directory.write("data.csv", "a,y\n10,105\n20,103\n30,98\n40,94\n");
  options.standardize = true;
  const std::shared_ptr<const Dataset> data = read_dataset(options, [](const std::string&) {});
  SquaredExponentialTerm term({{}, "shared"});
  NormalPrior prior(standard_normal);
  NamedComponents<Prior> priors;
  for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
  ConstantMean mean({.value = 0.5});
  Exact density(std::make_shared<Model>(data, std::vector<CovarianceTerm*>{&term}, priors, &mean));
  const auto leave_one_out = density.leave_one_out();
  CHECK(leave_one_out->cases().response.isApprox(Eigen::Vector4d(105, 103, 98, 94), 1e-12));
  // With correlations that reach nowhere, each case is as the prior has it.
  const double response_variance = (5 * 5 + 3 * 3 + 2 * 2 + 6 * 6) / 3.0;
  const Prediction prediction = predict(*leave_one_out, Eigen::Vector3d(0.2, -1, -9));
  for (Index i = 0; i < 4; ++i) {
    CHECK(prediction.mean[i] == Approx(100 + 0.5 * std::sqrt(response_variance)));
    CHECK(prediction.variance[i] == Approx((std::exp(0.4) + std::exp(-2)) * response_variance));
  }
}

TEST_CASE("A covariance without factor makes leaving one out fail") {
  const auto data = testing::dataset_of(Eigen::MatrixXd::Zero(2, 1), Eigen::Vector2d(1, 2));
  const testing::ExactProblem problem(data, 10, "shared", {.mean = 0, .sd = 100});
  Prediction prediction;
  CHECK(problem.density->leave_one_out()->predict(Eigen::Vector3d(0, -200, 0), prediction) ==
        Failure::not_positive_definite);
}
