#include "mcmc/gp/factorisation.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dense_normal.hpp"
#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::log_normal;

TEST_CASE("The log determinant is that of the matrix") {
  const Eigen::MatrixXd a = testing::scattered(9, 9);
  Eigen::MatrixXd matrix = a * a.transpose() + Eigen::MatrixXd::Identity(9, 9);
  const double expected = std::log(matrix.determinant());
  REQUIRE(Cholesky<double>().factorise_in_place(matrix) == Failure::none);
  CHECK(log_determinant(matrix) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("The normal log density keeps all its constants") {
  const Evaluation evaluation =
      log_normal(Eigen::MatrixXd::Identity(2, 2) * 4, Eigen::Vector2d(2, 4));
  REQUIRE_FALSE(evaluation.failed());
  const double expected = -0.5 * (4 + 16) / 4.0 - std::log(4.0) - std::log(2 * std::numbers::pi);
  CHECK(evaluation.log_density() == Approx(expected).epsilon(1e-15));
}

TEST_CASE("The normal log density fails with the factorisation, and when it overflows") {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(2, 2);
  CHECK(log_normal(-identity, Eigen::Vector2d(1, 1)).failure() == Failure::not_positive_definite);
  CHECK(log_normal(identity * 1e-300, Eigen::Vector2d(1e200, 1e200)).failure() ==
        Failure::not_finite);
}
