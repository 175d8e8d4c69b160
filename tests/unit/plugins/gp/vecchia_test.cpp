#include "vecchia.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "../../temporary_directory.hpp"
#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "mcmc/error.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::error_of;
using mcmc::testing::log_likelihood;

namespace {

std::vector<Index> nearest(const Eigen::MatrixXd& points, std::vector<Index> earlier, Index to,
                           std::size_t count) {
  std::stable_sort(earlier.begin(), earlier.end(), [&](Index a, Index b) {
    return (points.row(a) - points.row(to)).squaredNorm() <
           (points.row(b) - points.row(to)).squaredNorm();
  });
  earlier.resize(std::min(earlier.size(), count));
  return earlier;
}

/// By its definition: the covariance A of y, without c^2, whose inverse is the sum over cases of
/// b b' / v, where b'y is what is new in y_i and v its variance; then c^2 is added to every
/// element.
double naive_log_likelihood(Model& model, const Eigen::VectorXd& x, std::size_t neighbours) {
  const Dataset& data = model.data();
  const Index n = data.size();
  Eigen::MatrixXd k(n, n);
  model.covariance(x, data.inputs, data.inputs, k, Part::varying);
  k.diagonal().array() += model.noise_variance(x);
  if (data.noise_variance.size() > 0) k.diagonal() += data.noise_variance;

  const std::vector<Index> order = max_min_order(data.inputs);
  Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<Index> near = nearest(
        data.inputs, {order.begin(), order.begin() + static_cast<long>(i)}, order[i], neighbours);
    Eigen::VectorXd b = Eigen::VectorXd::Unit(n, order[i]);
    double variance = k(order[i], order[i]);
    if (!near.empty()) {
      const Eigen::VectorXd between = k(near, order[i]);
      const Eigen::VectorXd weights = k(near, near).ldlt().solve(between);
      b(near) = -weights;
      variance -= weights.dot(between);
    }
    precision += b * b.transpose() / variance;
  }
  Eigen::MatrixXd a = precision.inverse();
  a.array() += model.constant_variance();
  return testing::log_normal(a, data.response).log_density();
}

void check_against_definition(Target& target, Model& model, std::size_t dimension) {
  const std::vector<double> scales(static_cast<std::size_t>(model.data().input_count()), 1.0);
  for (const std::size_t neighbours : {1, 4, 11}) {
    Vecchia density({&target, neighbours, scales});
    for (const Eigen::VectorXd& x : testing::wandering_points(dimension, 10))
      CHECK(log_likelihood(density, x) ==
            Approx(naive_log_likelihood(model, x, neighbours)).epsilon(1e-7));
  }
}

}  // namespace

TEST_CASE("In max-min order each point is as far from those before it as any other") {
  const Eigen::MatrixXd points = testing::scattered(60, 3);
  const std::vector<Index> order = max_min_order(points);
  REQUIRE(std::set<Index>(order.begin(), order.end()).size() == 60);
  Index central = 0;
  (points.rowwise() - points.colwise().mean()).rowwise().norm().minCoeff(&central);
  CHECK(order.front() == central);
  const auto distance = [&](std::size_t count, Index to) {
    double least = 1e9;
    for (std::size_t j = 0; j < count; ++j)
      least = std::min(least, (points.row(order[j]) - points.row(to)).norm());
    return least;
  };
  for (std::size_t i = 1; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j)
      CHECK(distance(i, order[i]) >= distance(i, order[j]));
}

TEST_CASE("Twins stand in an order too") {
  const std::vector<Index> order = max_min_order(Eigen::MatrixXd::Zero(5, 2));
  CHECK(order == std::vector<Index>{0, 1, 2, 3, 4});
}

TEST_CASE("A case depends on the nearest ones before it") {
  const Eigen::MatrixXd points = testing::scattered(40, 2);
  const Conditioning conditioning = nearest_earlier(points, 5);
  REQUIRE(conditioning.blocks.rows() == 6);
  REQUIRE(conditioning.blocks.cols() == 34);
  for (Index i = 6; i < 40; ++i) {
    const auto block = conditioning.blocks.col(i - 6);
    const std::vector<Index> earlier(conditioning.order.begin(), conditioning.order.begin() + i);
    CHECK(block(5) == conditioning.order[static_cast<std::size_t>(i)]);
    CHECK(std::vector<Index>(block.begin(), block.begin() + 5) ==
          nearest(points, earlier, block(5), 5));
  }
}

TEST_CASE("gp.vecchia agrees with its definition, also for unequal noise and sums of terms") {
  const auto plain = testing::scattered_problem(45, 10, "per_input");
  check_against_definition(*plain->target, *plain->density->model(), 4);
  const auto noisy = testing::noisy_problem();
  check_against_definition(*noisy->target, *noisy->density->model(), 4);
  const testing::SumProblem sum;
  check_against_definition(*sum.target, *sum.density->model(), 5);
}

TEST_CASE("With all others as neighbours, gp.vecchia is the exact density") {
  for (const double c : {0.0, 3.0, 1000.0}) {
    const auto problem = testing::scattered_problem(30, c, "per_input");
    Vecchia all({problem->target.get(), 29});
    for (const Eigen::VectorXd& x : testing::wandering_points(4, 20)) {
      const double exact = log_likelihood(*problem->density, x);
      CHECK(log_likelihood(all, x) == Approx(exact).epsilon(1e-8));
    }
  }
}

TEST_CASE("Without neighbours and c, cases are independent") {
  const auto problem = testing::scattered_problem(21, 0);
  Model& model = *problem->density->model();
  VecchiaLikelihood likelihood(model, nearest_earlier(model.data().inputs, 0), false);
  const Eigen::Vector3d x(0.3, -0.4, 0.2);
  const double variance = std::exp(2 * x[0]) + std::exp(2 * x[1]);
  double expected = 0;
  for (const double y : model.data().response)
    expected -= (y * y / variance + std::log(2 * std::numbers::pi * variance)) / 2;
  CHECK(likelihood.evaluate(x).log_density() == Approx(expected).epsilon(1e-12));
}

TEST_CASE("Scales decide which cases are near; by default every input counts as much") {
  const auto data = testing::scattered_dataset(40, 2);
  data->inputs.col(1) *= 1000;
  const testing::ExactProblem problem(data, 1, "per_input", {.mean = 0, .sd = 1});
  const Eigen::Vector4d x(0, -1, -1, 6);
  const double exact = log_likelihood(*problem.density, x);
  Vecchia by_default({problem.target.get(), 6}), unscaled({problem.target.get(), 6, {1, 1}});
  CHECK(std::abs(log_likelihood(by_default, x) - exact) <
        std::abs(log_likelihood(unscaled, x) - exact));
  Vecchia same({problem.target.get(), 6, {2, 2000}}), other({problem.target.get(), 6, {1, 1000}});
  CHECK(log_likelihood(same, x) == log_likelihood(other, x));
}

TEST_CASE("Failures of gp.vecchia are typed, in the first block and in a batch") {
  const auto repeated = testing::repeated_problem();
  const Eigen::Vector3d noiseless(0, -60, 0);
  for (const std::size_t neighbours : {1, 3, 7}) {
    Vecchia density({repeated->target.get(), neighbours});
    CHECK(density.log_density(noiseless).failure() == Failure::not_positive_definite);
    CHECK_FALSE(density.log_density(Eigen::Vector3d(0, 0, 0)).failed());
    CHECK(density.log_density(Eigen::Vector3d(500, 0, 0)).failure() == Failure::not_finite);
  }
}

TEST_CASE("Options of gp.vecchia that do not suit the data are refused") {
  const auto problem = testing::scattered_problem(12);
  const auto refusal = [&](const Vecchia::Options& options) {
    return error_of<OptionError>([&] { Vecchia density(options); });
  };
  CHECK(refusal({problem->target.get(), 12}).option() == "neighbours");
  CHECK_THAT(refusal({problem->target.get(), 12}).what(), Catch::Contains("at most 11 others"));
  CHECK(refusal({problem->target.get(), 3, {1}}).option() == "scales");
  const Vecchia density({problem->target.get(), 5});
  CHECK(density.size_in_words() == "5 neighbours for each of 12 cases");
}

TEST_CASE("gp.vecchia needs no n x n matrix") {
  const auto problem = testing::scattered_problem(400);
  const Vecchia density({problem->target.get(), 10});
  CHECK(density.bytes_per_chain() < 400 * 110 * sizeof(double));
}
