#include "pivoted_cholesky.hpp"

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "mcmc/error.hpp"
#include "mcmc/gp/partial_cholesky.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::log_likelihood;
using nlohmann::json;

namespace {

PivotedCholesky pivoted(Target& target, double tolerance, std::optional<std::size_t> max_rank = {},
                        bool reuse = true) {
  PivotedCholesky::Options options{&target, tolerance, max_rank, reuse};
  return PivotedCholesky(options);
}

Eigen::MatrixXd varying_covariance(Model& model, const Eigen::VectorXd& x) {
  const Eigen::MatrixXd& inputs = model.data().inputs;
  Eigen::MatrixXd v(inputs.rows(), inputs.rows());
  model.covariance(x, inputs, inputs, v, Part::varying);
  return v;
}

/// What some columns of V determine of it, by its definition and in no order.
Eigen::MatrixXd explained(const Eigen::MatrixXd& v, const std::vector<Index>& pivots) {
  const Eigen::MatrixXd columns = v(Eigen::all, pivots);
  return columns * v(pivots, pivots).ldlt().solve(columns.transpose());
}

}  // namespace

TEST_CASE("A partial factor is what its pivots determine, and each pivot is the worst case yet") {
  const auto problem = testing::scattered_problem(40, 0, "per_input");
  Model& model = *problem->density->model();
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, 0, -0.2, 0.1);
  const Eigen::VectorXd roots = testing::scattered(40, 1).array() + 1.5;
  PartialCholesky factor(model, 40);
  REQUIRE(factor.start(x, roots) == Failure::none);
  REQUIRE(factor.extend(9) == Failure::none);
  REQUIRE(factor.rank() == 9);
  const Eigen::MatrixXd whole =
      roots.asDiagonal() * varying_covariance(model, x) * roots.asDiagonal();
  for (Index r = 0; r < 9; ++r) {
    const std::vector<Index> pivots(factor.pivots().begin(), factor.pivots().begin() + r);
    const Eigen::MatrixXd left = r == 0 ? whole : whole - explained(whole, pivots);
    CHECK(factor.residual_traces()[static_cast<std::size_t>(r)] ==
          Approx(left.trace()).epsilon(1e-8));
    Index worst = 0;
    left.diagonal().maxCoeff(&worst);
    CHECK(factor.pivots()[static_cast<std::size_t>(r)] == worst);
  }
  const Eigen::MatrixXd columns = factor.columns();
  CHECK((columns * columns.transpose()).isApprox(explained(whole, factor.pivots()), 1e-8));
}

TEST_CASE("A factor ends where only rounding is left") {
  const auto problem = testing::repeated_problem();  // eight cases at two places
  PartialCholesky factor(*problem->density->model(), 8);
  REQUIRE(factor.start(Eigen::Vector3d::Zero(), Eigen::VectorXd::Ones(8)) == Failure::none);
  REQUIRE(factor.extend(8) == Failure::none);
  CHECK(factor.rank() == 2);
  CHECK_FALSE(factor.can_grow());
  CHECK(factor.residual_traces().back() < 1e-14);
}

TEST_CASE("gp.pivoted_cholesky with a small tolerance agrees with the exact reference values") {
  testing::for_each_reference_point([](const json& one, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    PivotedCholesky density = pivoted(*problem.target, 1e-10, one["inputs"].size());
    CHECK(log_likelihood(density, x) ==
          Approx(point["log_likelihood"]["exact"].get<double>()).epsilon(1e-8));
  });
}

namespace {

/// The factor that a likelihood must have at x: of V and, for unequal noise, with its weights.
/// Other multiples of V could decide ties in another way.
struct ExpectedFactor {
  ExpectedFactor(Model& model, const Eigen::VectorXd& x, Index rank)
      : scale(amplitude_at(model, x)), factor(model, model.data().size()) {
    const Eigen::VectorXd& known = model.data().noise_variance;
    noise.setConstant(model.data().size(), model.noise_variance(x));
    if (known.size() > 0) noise += known;
    roots.setOnes(noise.size());
    if (known.size() > 0) roots = noise.cwiseInverse().cwiseSqrt();
    Eigen::VectorXd point = x;
    if (model.amplitude_position()) point[*model.amplitude_position()] = 0;
    REQUIRE(factor.start(point, roots) == Failure::none);
    REQUIRE(factor.extend(rank) == Failure::none);
  }

  /// tr(D^-1 E) with so many columns.
  double trace(Index rank) const {
    return scale * scale * factor.residual_traces()[static_cast<std::size_t>(rank)] /
           (noise.array() * roots.array().square())[0];
  }

  Eigen::MatrixXd covariance() const {
    const Eigen::MatrixXd columns =
        (scale * roots.cwiseInverse()).asDiagonal() * Eigen::MatrixXd(factor.columns());
    return columns * columns.transpose();
  }

  double scale;
  Eigen::VectorXd noise;
  Eigen::VectorXd roots;
  PartialCholesky factor;
};

void check_tolerances(Model& model, std::size_t dimension) {
  ExactLikelihood exact(model, std::make_shared<Dataset>(model.data()), false);
  for (const double tolerance : {1e-6, 1e-2, 1.0}) {
    PivotedLikelihood likelihood(model, tolerance, model.data().size(), true);
    for (const Eigen::VectorXd& x : testing::wandering_points(dimension, 30)) {
      const double value = likelihood.evaluate(x).log_density();
      const auto [rank, log_determinant_error, error_bound] = *likelihood.last();
      const ExpectedFactor expected(model, x, rank);
      CHECK(expected.trace(rank) <= tolerance * (1 + 1e-9));
      if (rank > 0) CHECK(expected.trace(rank - 1) > tolerance * (1 - 1e-9));

      CHECK(log_determinant_error == Approx(expected.trace(rank) / 2).epsilon(1e-6).margin(1e-12));

      const double error = exact.evaluate(x).log_density() - value;
      CHECK(error >= -expected.trace(rank) / 2 - 1e-7);
      CHECK(std::abs(error) <= error_bound + 1e-7);

      Eigen::MatrixXd k = expected.covariance();
      k.array() += model.constant_variance();
      CHECK(value == Approx(testing::log_likelihood_with(model, x, k)).epsilon(1e-8));
    }
  }
}

}  // namespace

TEST_CASE("Columns are added until the tolerance is met, and the error keeps its bound") {
  check_tolerances(*testing::scattered_problem(40, 10, "per_input")->density->model(), 4);
  check_tolerances(*testing::noisy_problem()->density->model(), 4);
  check_tolerances(*testing::SumProblem().density->model(), 5);
}

TEST_CASE("Reuse changes no bit of gp.pivoted_cholesky, nor does where it was before") {
  const auto check = [](Target& target, std::size_t dimension) {
    PivotedCholesky with = pivoted(target, 0.01, 40), without = pivoted(target, 0.01, 40, false);
    const auto points = testing::wandering_points(dimension, 200);
    CHECK(testing::same_bits(with, without, points));
    for (const Eigen::VectorXd& x : {points[20], points[60], points[150]}) {
      PivotedCholesky fresh = pivoted(target, 0.01, 40);
      CHECK(testing::same_bits(with, fresh, {x}));
    }
    // Less and less noise asks for more and more columns; then for few of them again.
    std::vector<Eigen::VectorXd> deeper(8, points[20]);
    for (std::size_t i = 0; i < deeper.size(); ++i)
      deeper[i][1] = i % 2 == 0 ? -static_cast<double>(i) : 0;
    CHECK(testing::same_bits(with, without, deeper));
  };
  for (const double c : {0.0, 10.0}) {
    const auto problem = testing::scattered_problem(60, c, "per_input");
    check(*problem->target, 4);
  }
  const auto many = [](const std::shared_ptr<Dataset>& data) {
    data->noise_variance = data->response.array().square();
    return std::make_unique<testing::ExactProblem>(data, 10, "per_input",
                                                   NormalPrior::Options{.mean = 0, .sd = 1});
  };
  check(*many(testing::scattered_dataset(60, 2))->target, 4);
}

TEST_CASE("A largest rank is kept, and what it costs is known") {
  const auto problem = testing::scattered_problem(60);
  PivotedLikelihood limited(*problem->density->model(), 1e-6, 5, true);
  CHECK_FALSE(limited.last().has_value());
  REQUIRE_FALSE(limited.evaluate(Eigen::Vector3d(0, -2, -2)).failed());
  CHECK(limited.last()->rank == 5);
  CHECK(limited.last()->error_bound > 1);
  for (const std::size_t max_rank : {0, 61})
    CHECK_THROWS_AS(pivoted(*problem->target, 0.1, max_rank), OptionError);
}

TEST_CASE("gp.pivoted_cholesky tells its rank, and the error where it was last") {
  const auto problem = testing::scattered_problem(61);
  PivotedCholesky density = pivoted(*problem->target, 0.1);
  CHECK(density.size_in_words() == "rank at most 16 for 61 cases");
  REQUIRE_FALSE(density.log_density(Eigen::Vector3d(0, 0, 0)).failed());
  CHECK_THAT(density.size_in_words(),
             Catch::Contains("at the point evaluated last") && Catch::Contains("nats"));
  CHECK(density.bytes_per_chain() < 61 * 61 * sizeof(double) * 3 / 4);
}

TEST_CASE("What cannot be computed is a typed failure, and is forgotten") {
  const auto problem = testing::scattered_problem(20);
  PivotedCholesky density = pivoted(*problem->target, 0.1), fresh = pivoted(*problem->target, 0.1);
  const Eigen::Vector3d good(0, 0, 0);
  (void)density.log_density(good);
  CHECK(density.log_density(Eigen::Vector3d(0, 0, -800)).failure() == Failure::not_finite);
  CHECK(testing::same_bits(density, fresh, {good}));
}
