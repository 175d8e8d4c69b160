#include "mcmc/gp/low_rank.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "dense_normal.hpp"
#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::scattered;

namespace {

Evaluation log_density(Projection& projection, double d) {
  Cholesky<double> cholesky;
  return low_rank_log_density_in_place(projection, d, cholesky);
}

struct Sample {
  Sample(Index cases, Index columns)
      : basis(scattered(cases, columns)),
        y(3 * scattered(cases, columns + 1).col(columns)),
        weights(scattered(cases, columns + 2).col(columns + 1).array() + 1.5) {}

  /// log N(y | 0, B B' + d W^-1) of the matrix itself.
  double dense(double d, const Eigen::VectorXd& w) const {
    Eigen::MatrixXd covariance = basis * basis.transpose();
    covariance.diagonal() += d * w.cwiseInverse();
    return testing::log_normal(covariance, y).log_density();
  }

  double low_rank(double d) const {
    Projection projection;
    project(basis, y, projection);
    return log_density(projection, d).log_density();
  }

  double low_rank_weighted(double d) const {
    Eigen::MatrixXd weighted_basis = basis;
    Eigen::VectorXd weighted_y = y;
    Projection projection;
    project_weighted(weighted_basis, weighted_y, weights, projection);
    return log_density(projection, d).log_density();
  }

  Eigen::MatrixXd basis;
  Eigen::VectorXd y;
  Eigen::VectorXd weights;
};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("The density is that of the whole matrix, with fewer columns than cases and with more") {
  for (const Index columns : {1, 4, 20, 25}) {
    const Sample sample(20, columns);
    for (const double d : {0.01, 0.3, 7.0})
      CHECK(sample.low_rank(d) ==
            Approx(sample.dense(d, Eigen::VectorXd::Ones(20))).epsilon(1e-12));
  }
}

TEST_CASE("Unequal noise goes through the same algebra") {
  const Sample sample(20, 4);
  for (const double d : {0.01, 1.0, 7.0})
    CHECK(sample.low_rank_weighted(d) == Approx(sample.dense(d, sample.weights)).epsilon(1e-12));
}

TEST_CASE("A column of zeros changes nothing") {
  const Sample sample(9, 3);
  Sample wider = sample;
  wider.basis.conservativeResize(9, 4);
  wider.basis.col(3).setZero();
  CHECK(wider.low_rank(0.3) == Approx(sample.low_rank(0.3)).epsilon(1e-14));
}

TEST_CASE("A reflection of the projection is the projection of the reflected basis") {
  const Sample sample(20, 4);
  const Eigen::VectorXd v = scattered(4, 1);
  const double tau = 2 / v.squaredNorm();
  Projection reflected, direct;
  project(sample.basis, sample.y, reflected);
  reflect(reflected, v, tau);
  const Eigen::MatrixXd basis = sample.basis - tau * (sample.basis * v) * v.transpose();
  project(basis, sample.y, direct);
  const Eigen::MatrixXd gram = reflected.gram.triangularView<Eigen::Lower>();
  CHECK(gram.isApprox(Eigen::MatrixXd(direct.gram.triangularView<Eigen::Lower>()), 1e-13));
  CHECK(reflected.response.isApprox(direct.response, 1e-13));
}

TEST_CASE("What is not finite or has no factor is a failure") {
  Sample sample(9, 3);
  Projection projection;
  project(Eigen::MatrixXd::Ones(9, 3), sample.y, projection);
  CHECK(log_density(projection, 0).failure() == Failure::not_positive_definite);
  sample.basis(4, 1) = not_a_number;
  project(sample.basis, sample.y, projection);
  CHECK(log_density(projection, 1).failure() == Failure::not_finite);
  project(scattered(9, 3), Eigen::VectorXd::Constant(9, 1e200), projection);
  CHECK(log_density(projection, 1).failure() == Failure::not_finite);
}
