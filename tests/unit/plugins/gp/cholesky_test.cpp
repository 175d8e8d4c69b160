#include "mcmc/gp/cholesky.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <utility>

#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::scattered;

namespace {

Eigen::MatrixXd positive_definite(Index size) {
  const Eigen::MatrixXd a = scattered(size, size);
  return a * a.transpose() + Eigen::MatrixXd::Identity(size, size);
}

Failure failure_of(Eigen::MatrixXd matrix) {
  return Cholesky<double>().factorise_in_place(matrix);
}

// Less than a tile, one, and one more; the same of strips of rows, and of panels of columns.
constexpr Index sizes[] = {1,  2,  3,  4,   5,   7,   8,   9,   12,  13,  16,  23, 24,
                           25, 48, 49, 100, 150, 239, 240, 241, 263, 264, 265, 488};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("The factor times its transpose is the matrix, and the upper triangle stays") {
  Cholesky<double> cholesky;
  for (const Index size : sizes) {
    CAPTURE(size);
    const Eigen::MatrixXd matrix = positive_definite(size);
    Eigen::MatrixXd work = matrix;
    work.triangularView<Eigen::StrictlyUpper>().setConstant(not_a_number);
    REQUIRE(cholesky.factorise_in_place(work) == Failure::none);
    const Eigen::MatrixXd factor = work.triangularView<Eigen::Lower>();
    CHECK((factor * factor.transpose()).isApprox(matrix, 1e-13));
    CHECK(work.array().isNaN().count() == size * (size - 1) / 2);
  }
}

TEST_CASE("Rows below the square are divided by the factor's transpose") {
  Cholesky<double> cholesky;
  for (const Index size : sizes) {
    for (const Index further : {1, 2, 30}) {
      CAPTURE(size, further);
      const Eigen::MatrixXd below = scattered(further, size + 1).rightCols(size);
      Eigen::MatrixXd work(size + further, size);
      work << positive_definite(size), below;
      REQUIRE(cholesky.factorise_in_place(work) == Failure::none);
      const Eigen::MatrixXd factor = work.topRows(size).triangularView<Eigen::Lower>();
      CHECK((work.bottomRows(further) * factor.transpose()).isApprox(below, 1e-10));
    }
  }
}

TEST_CASE("What other matrices left in memory changes nothing") {
  const Eigen::MatrixXd matrix = positive_definite(300);
  Eigen::MatrixXd fresh = matrix;
  Eigen::MatrixXd after_others = matrix;
  Cholesky<double> cholesky;
  for (const Index size : {600, 7}) {
    Eigen::MatrixXd spoilt = Eigen::MatrixXd::Constant(size, size, not_a_number);
    REQUIRE(cholesky.factorise_in_place(spoilt) == Failure::not_finite);
    Eigen::MatrixXd other = positive_definite(size);
    REQUIRE(cholesky.factorise_in_place(other) == Failure::none);
  }
  REQUIRE(cholesky.factorise_in_place(after_others) == Failure::none);
  REQUIRE(Cholesky<double>().factorise_in_place(fresh) == Failure::none);
  CHECK(fresh == after_others);
}

TEST_CASE("A matrix inside a larger one leaves all around it alone") {
  const Eigen::MatrixXd matrix = positive_definite(50);
  Eigen::MatrixXd larger = Eigen::MatrixXd::Constant(60, 55, 7);
  larger.block(3, 2, 50, 50) = matrix;
  REQUIRE(Cholesky<double>().factorise_in_place(larger.block(3, 2, 50, 50)) == Failure::none);
  const Eigen::MatrixXd factor = larger.block(3, 2, 50, 50).triangularView<Eigen::Lower>();
  CHECK((factor * factor.transpose()).isApprox(matrix, 1e-13));
  larger.block(3, 2, 50, 50).setConstant(7);
  CHECK((larger.array() == 7).all());
}

TEST_CASE("Floats have a factor to their own precision") {
  Cholesky<float> cholesky;
  for (const Index size : {1, 8, 47, 48, 49, 150, 265}) {
    CAPTURE(size);
    const Eigen::MatrixXf matrix =
        (positive_definite(size) / static_cast<double>(size)).cast<float>();
    Eigen::MatrixXf work = matrix;
    REQUIRE(cholesky.factorise_in_place(work) == Failure::none);
    const Eigen::MatrixXf factor = work.triangularView<Eigen::Lower>();
    CHECK((factor * factor.transpose()).isApprox(matrix, 1e-5F));
  }
}

TEST_CASE("A pivot that is nothing but rounding is no pivot") {
  Eigen::Matrix2d equal_rows;
  for (const double value : {1.0, 3.0, 101.0, 1e-30, 1e30}) {
    equal_rows.setConstant(value);
    CHECK(failure_of(equal_rows) == Failure::not_positive_definite);
    equal_rows(1, 1) *= 1 + 2e-15;
    CHECK(failure_of(equal_rows) == Failure::none);
  }
}

TEST_CASE("Cases of very different noise have a factor") {
  const Eigen::Vector3d noise(1e-20, 1, 1e20);
  CHECK(failure_of(noise.asDiagonal()) == Failure::none);
}

TEST_CASE("A matrix that is not positive definite has no factor, wherever it fails") {
  for (const Index size : {1, 3, 150, 500}) {
    for (const Index row : {Index{0}, size / 2, size - 1}) {
      Eigen::MatrixXd matrix = positive_definite(size);
      matrix(row, row) = -1e-9;
      CHECK(failure_of(matrix) == Failure::not_positive_definite);
    }
  }
  CHECK(failure_of(Eigen::MatrixXd::Ones(3, 3)) == Failure::not_positive_definite);
  CHECK(failure_of(Eigen::MatrixXd::Zero(2, 2)) == Failure::not_positive_definite);
}

TEST_CASE("A NaN or an infinity anywhere in the lower triangle is found") {
  for (const Index size : {4, 150, 500}) {
    for (const auto& [row, column] : {std::pair<int, int>{0, 0}, {3, 0}, {3, 2}, {3, 3}}) {
      for (const double bad : {not_a_number, infinity, -infinity}) {
        Eigen::MatrixXd matrix = positive_definite(size);
        matrix(size - 4 + row, column) = bad;
        CHECK(failure_of(matrix) == Failure::not_finite);
      }
    }
  }
}
