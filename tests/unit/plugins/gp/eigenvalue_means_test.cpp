#include "mcmc/gp/eigenvalue_means.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>
#include <cmath>

#include "exact_problem.hpp"
#include "mcmc/gp/linear.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::ExactProblem;
using mcmc::testing::scattered_problem;

namespace {

EigenvalueMeans::LogSds true_means(ExactProblem& problem, const Eigen::VectorXd& x) {
  Model& model = *problem.density->model();
  const Dataset& data = model.data();
  Eigen::MatrixXd k(data.size(), data.size());
  model.covariance(x, data.inputs, data.inputs, k, Part::varying);
  k.diagonal().array() += model.noise_variance(x);
  if (data.noise_variance.size() > 0) k.diagonal() += data.noise_variance;
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k).eigenvalues();
  return {std::log(eigenvalues.mean()) / 2, eigenvalues.array().log().mean() / 2};
}

}  // namespace

TEST_CASE("Both means of the eigenvalues are exact where length scales are very short or long") {
  const auto problem = scattered_problem(120);
  EigenvalueMeans means(*problem->density->model());
  for (const double log_rho : {-12.0, 12.0})
    for (const double log_eta : {-2.0, 0.5, 3.0}) {
      const Eigen::Vector3d x(log_eta, 0.3, log_rho);
      const EigenvalueMeans::LogSds found = means.at(x), truth = true_means(*problem, x);
      CHECK(found.arithmetic == Approx(truth.arithmetic).margin(1e-6));
      CHECK(found.geometric == Approx(truth.geometric).margin(1e-6));
    }
}

TEST_CASE("Between these the mean logarithm of the eigenvalues is near the truth") {
  const auto problem = scattered_problem(300, 3, "per_input");
  EigenvalueMeans means(*problem->density->model());
  for (const double log_rho : {-3.0, -2.0, -1.0, 0.0, 1.0}) {
    const Eigen::Vector4d x(0, -0.5, log_rho, log_rho + 0.5);
    const EigenvalueMeans::LogSds found = means.at(x), truth = true_means(*problem, x);
    CHECK(found.arithmetic == Approx(truth.arithmetic).margin(1e-12));
    CHECK(found.geometric == Approx(truth.geometric).margin(0.15));
  }
}

TEST_CASE(
    "Of a trend the mean logarithm of the eigenvalues is that of the noise, but for one in n") {
  LinearTerm trend({});
  NormalPrior prior({.mean = 0, .sd = 1});
  Model model(testing::scattered_dataset(300, 1), {&trend},
              {{"log_eta", &prior}, {"log_sigma", &prior}});
  EigenvalueMeans means(model);
  const Eigen::Vector2d x(1, -1);
  CHECK(means.at(x).geometric == Approx(-1).margin(0.05));
}

TEST_CASE("Known variances of cases count as noise") {
  const auto data = testing::scattered_dataset(50, 2);
  data->noise_variance = Eigen::VectorXd::Constant(50, 0.7);
  ExactProblem problem(data, 3, "shared", {.mean = 0, .sd = 1});
  EigenvalueMeans means(*problem.density->model());
  const Eigen::Vector3d x(0.4, -1, -12);
  CHECK(means.at(x).arithmetic == Approx(true_means(problem, x).arithmetic));
  CHECK(means.at(x).geometric == Approx(true_means(problem, x).geometric));
}

TEST_CASE("The means of the eigenvalues are finite wherever the parameters are") {
  for (const Eigen::Index cases : {1, 2, 30}) {
    const auto problem = scattered_problem(cases);
    EigenvalueMeans means(*problem->density->model());
    for (const double log_eta : {-2000.0, 0.0, 2000.0})
      for (const double log_sigma : {-2000.0, 0.0, 2000.0})
        for (const double log_rho : {-2000.0, 0.0, 2000.0}) {
          const auto [arithmetic, geometric] =
              means.at(Eigen::Vector3d(log_eta, log_sigma, log_rho));
          CHECK(std::isfinite(arithmetic));
          CHECK(std::isfinite(geometric));
        }
  }
}

TEST_CASE("A Gaussian process tells both means of its eigenvalues as features") {
  const auto problem = scattered_problem(40);
  REQUIRE(problem->density->feature_count() == 2);
  const Eigen::Vector3d x(0.5, -1, -0.5);
  Eigen::VectorXd values(2);
  problem->density->features(x, values);
  const auto [arithmetic, geometric] = EigenvalueMeans(*problem->density->model()).at(x);
  CHECK(values == Eigen::Vector2d(arithmetic, geometric));
}
