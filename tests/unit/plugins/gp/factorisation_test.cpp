#include "mcmc/gp/factorisation.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::scattered;

namespace {

Eigen::MatrixXd positive_definite(Eigen::Index size) {
  const Eigen::MatrixXd a = scattered(size, size);
  return a * a.transpose() + Eigen::MatrixXd::Identity(size, size);
}

Failure failure_of(Eigen::MatrixXd matrix) {
  return cholesky_in_place(matrix);
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("The factor times its transpose is the matrix, and the upper triangle stays") {
  // One strip, one panel, a few, all of them, and halves that are again halved.
  for (const Eigen::Index size : {1, 3, 4, 5, 16, 17, 20, 150, 256, 257, 700}) {
    CAPTURE(size);
    const Eigen::MatrixXd matrix = positive_definite(size);
    Eigen::MatrixXd work = matrix;
    work.triangularView<Eigen::StrictlyUpper>().setConstant(not_a_number);
    REQUIRE(cholesky_in_place(work) == Failure::none);
    const Eigen::MatrixXd factor = work.triangularView<Eigen::Lower>();
    CHECK((factor * factor.transpose()).isApprox(matrix, 1e-13));
    CHECK(work.array().isNaN().count() == size * (size - 1) / 2);
  }
}

TEST_CASE("A pivot that is nothing but rounding is no pivot") {
  Eigen::Matrix2d equal_rows;
  for (const double value : {1.0, 3.0, 101.0, 1e-30, 1e30}) {
    equal_rows.setConstant(value);
    CHECK(failure_of(equal_rows) == Failure::not_positive_definite);
    equal_rows(1, 1) *= 1 + 1e-15;
    CHECK(failure_of(equal_rows) == Failure::none);
  }
}

TEST_CASE("Cases of very different noise have a factor") {
  const Eigen::Vector3d noise(1e-20, 1, 1e20);
  CHECK(failure_of(noise.asDiagonal()) == Failure::none);
}

TEST_CASE("The log determinant is that of the matrix") {
  Eigen::MatrixXd matrix = positive_definite(9);
  const double expected = std::log(matrix.determinant());
  REQUIRE(cholesky_in_place(matrix) == Failure::none);
  CHECK(log_determinant(matrix) == Approx(expected).epsilon(1e-12));
}

TEST_CASE("A matrix that is not positive definite has no factor, wherever it fails") {
  for (const Eigen::Index size : {1, 3, 150, 400}) {
    for (const Eigen::Index row : {Eigen::Index{0}, size / 2, size - 1}) {
      Eigen::MatrixXd matrix = positive_definite(size);
      matrix(row, row) = -1e-9;
      CHECK(failure_of(matrix) == Failure::not_positive_definite);
    }
  }
  CHECK(failure_of(Eigen::MatrixXd::Ones(3, 3)) == Failure::not_positive_definite);
  CHECK(failure_of(Eigen::MatrixXd::Zero(2, 2)) == Failure::not_positive_definite);
}

TEST_CASE("A NaN or an infinity anywhere in the lower triangle is found") {
  for (const Eigen::Index size : {4, 150, 400}) {
    for (const auto& [row, column] : {std::pair<int, int>{0, 0}, {3, 0}, {3, 2}, {3, 3}}) {
      for (const double bad : {not_a_number, infinity, -infinity}) {
        Eigen::MatrixXd matrix = positive_definite(size);
        matrix(size - 4 + row, column) = bad;
        CHECK(failure_of(matrix) == Failure::not_finite);
      }
    }
  }
}

TEST_CASE("The normal log density keeps all its constants") {
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(2, 2) * 4;
  Eigen::VectorXd y(2);
  y << 2, 4;
  const Evaluation evaluation = normal_log_density_in_place(covariance, y);
  REQUIRE_FALSE(evaluation.failed());
  const double expected = -0.5 * (4 + 16) / 4.0 - std::log(4.0) - std::log(2 * std::numbers::pi);
  CHECK(evaluation.log_density() == Approx(expected).epsilon(1e-15));
}

TEST_CASE("The normal log density fails with the factorisation, and when it overflows") {
  Eigen::MatrixXd indefinite = -Eigen::MatrixXd::Identity(2, 2);
  Eigen::VectorXd y = Eigen::VectorXd::Ones(2);
  CHECK(normal_log_density_in_place(indefinite, y).failure() == Failure::not_positive_definite);
  Eigen::MatrixXd tiny = Eigen::MatrixXd::Identity(2, 2) * 1e-300;
  Eigen::VectorXd huge = Eigen::VectorXd::Constant(2, 1e200);
  CHECK(normal_log_density_in_place(tiny, huge).failure() == Failure::not_finite);
}
