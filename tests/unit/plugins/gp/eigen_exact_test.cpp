#include "eigen_exact.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "mcmc/error.hpp"
#include "reuse.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::log_likelihood;
using nlohmann::json;

namespace {

double dense_log_likelihood(Model& model, const Eigen::VectorXd& x, Index rank) {
  const Dataset& data = model.data();
  Eigen::MatrixXd k(data.size(), data.size());
  model.covariance(x, data.inputs, data.inputs, k);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(k);
  const Eigen::MatrixXd vectors = solver.eigenvectors().rightCols(rank);
  return testing::log_likelihood_with(
      model, x, vectors * solver.eigenvalues().tail(rank).asDiagonal() * vectors.transpose());
}

constexpr Index many_restarts = 1000;

}  // namespace

TEST_CASE("gp.eigen_exact agrees with the reference values") {
  testing::for_each_reference_point([](const json& one, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    EigenExact density({problem.target.get(), one["rank"]});
    CHECK(log_likelihood(density, x) ==
          Approx(point["log_likelihood"]["eigen_exact"].get<double>()).epsilon(1e-9));
  });
}

TEST_CASE("All eigenvalues give the exact density") {
  const auto problem = testing::scattered_problem(30);
  EigenExact density({problem->target.get(), 30});
  const Eigen::Vector3d x(0.2, -0.5, -0.9);
  CHECK(density.log_density(x).log_density() ==
        Approx(problem->density->log_density(x).log_density()).epsilon(1e-10));
}

TEST_CASE("Some eigenvalues are found among many, whether they fall fast or slowly") {
  for (const double c : {0.0, 10.0}) {
    const auto problem = testing::scattered_problem(150, c);
    for (const double log_rho : {-3.0, -1.0, 0.5}) {
      const Eigen::Vector3d x(1.5, -0.7, log_rho);
      EigenExact density({problem->target.get(), 40});
      CHECK(log_likelihood(density, x) ==
            Approx(dense_log_likelihood(*problem->density->model(), x, 40)).epsilon(1e-9));
    }
  }
}

TEST_CASE("Eigenpairs come in order, are orthonormal, and are the same each time") {
  const Eigen::MatrixXd a = testing::scattered(50, 50);
  const Eigen::MatrixXd matrix = a * a.transpose();
  Eigen::MatrixXd work = matrix;
  Eigenpairs pairs, again;
  REQUIRE(largest_eigenpairs(work, 7, many_restarts, pairs) == Failure::none);
  INFO(pairs.values.transpose());
  CHECK(std::is_sorted(pairs.values.begin(), pairs.values.end(), std::greater<>()));
  CHECK((pairs.vectors.transpose() * pairs.vectors).isIdentity(1e-12));
  CHECK((matrix * pairs.vectors).isApprox(pairs.vectors * pairs.values.asDiagonal(), 1e-10));
  work = matrix;
  REQUIRE(largest_eigenpairs(work, 7, many_restarts, again) == Failure::none);
  CHECK(pairs.vectors == again.vectors);
}

TEST_CASE("A solver that does not converge is a failure, and so is what is not finite") {
  Eigen::MatrixXd matrix = Eigen::VectorXd::LinSpaced(200, 1, 1.001).asDiagonal();
  Eigenpairs pairs;
  CHECK(largest_eigenpairs(matrix, 5, 1, pairs) == Failure::no_convergence);
  matrix(7, 3) = std::numeric_limits<double>::quiet_NaN();
  CHECK(largest_eigenpairs(matrix, 5, 1, pairs) == Failure::not_finite);
}

TEST_CASE("Reuse changes no bit of gp.eigen_exact") {
  const auto check = [](Target& target, std::size_t dimension) {
    EigenExact with({&target, 6, true}), without({&target, 6, false});
    CHECK(testing::same_bits(with, without, testing::wandering_points(dimension, 100)));
  };
  for (const double c : {0.0, 10.0}) {
    const auto problem = testing::scattered_problem(30, c);
    check(*problem->target, 3);
  }
}

TEST_CASE("A rank that the data do not have is refused") {
  const auto problem = testing::scattered_problem(5);
  for (const std::size_t rank : {0, 6})
    CHECK_THROWS_AS(EigenExact({problem->target.get(), rank}), OptionError);
  CHECK(EigenExact({problem->target.get(), 2}).size_in_words() == "rank 2 of 5 cases");
}
