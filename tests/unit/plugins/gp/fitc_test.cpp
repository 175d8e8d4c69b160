#include "fitc.hpp"

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::log_likelihood;
using nlohmann::json;

namespace {

SubsetOptions rows(Target& target, std::vector<std::size_t> numbers) {
  return {&target, {.size = {}, .rows = std::move(numbers)}};
}

SubsetOptions cases(const testing::ExactProblem& problem, std::size_t size) {
  return {problem.target.get(), {.size = size}};
}

/// With the n x n matrix that has the diagonal of K, and K_nm (K_mm + jitter)^-1 K_mn elsewhere.
double dense_log_likelihood(Model& model, const Eigen::VectorXd& x,
                            const std::vector<Index>& chosen, double jitter) {
  const Dataset& data = model.data();
  const Eigen::MatrixXd inputs = data.inputs(chosen, Eigen::all);
  const auto m = static_cast<Index>(chosen.size());
  Eigen::MatrixXd k_nm(data.size(), m), k_mm(m, m);
  Eigen::VectorXd diagonal(data.size()), varying(m);
  model.covariance(x, data.inputs, inputs, k_nm);
  model.covariance(x, inputs, inputs, k_mm);
  model.covariance_diagonal(x, inputs, varying, Part::varying);
  model.covariance_diagonal(x, data.inputs, diagonal);
  k_mm.diagonal().array() += jitter * varying.mean();
  Eigen::MatrixXd k = k_nm * k_mm.ldlt().solve(k_nm.transpose());
  k.diagonal() = diagonal;
  return testing::log_likelihood_with(model, x, k);
}

}  // namespace

TEST_CASE("gp.fitc agrees with the reference values") {
  testing::for_each_reference_point([](const json& one, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    const SubsetOptions chosen = rows(*problem.target, one["rows"]);
    const json& expected = point["log_likelihood"];
    Fitc density({chosen}), without_jitter({chosen, 0});
    CHECK(log_likelihood(density, x) ==
          Approx(expected["fitc_with_jitter"].get<double>()).epsilon(1e-9));
    // What the jitter itself changes, where a block is nearly singular.
    CHECK(log_likelihood(density, x) == Approx(expected["fitc"].get<double>()).epsilon(1e-5));
    CHECK(log_likelihood(without_jitter, x) ==
          Approx(expected["fitc"].get<double>()).epsilon(1e-9));
  });
}

TEST_CASE("gp.fitc of all cases is nearly the exact density") {
  const auto problem = testing::scattered_problem(40);
  Fitc density({cases(*problem, 40)});
  const Eigen::Vector3d x(0.2, -0.5, -0.9);
  CHECK(density.log_density(x).log_density() ==
        Approx(problem->density->log_density(x).log_density()).epsilon(1e-6));
}

TEST_CASE("gp.fitc keeps each case's variance: where nothing correlates it is exact") {
  const auto problem = testing::scattered_problem(40, 0);
  Fitc density({cases(*problem, 3)});
  const Eigen::Vector3d x(0.2, -0.5, -9);
  CHECK(density.log_density(x).log_density() ==
        Approx(problem->density->log_density(x).log_density()).epsilon(1e-12));
}

TEST_CASE("gp.fitc agrees with the whole matrix for unequal noise and sums of terms") {
  const auto check = [](Target& target, Model& model, std::size_t dimension) {
    Fitc density({rows(target, {3, 5, 8, 13, 21})});
    for (const Eigen::VectorXd& x : testing::wandering_points(dimension, 20))
      CHECK(log_likelihood(density, x) ==
            Approx(dense_log_likelihood(model, x, {2, 4, 7, 12, 20}, 1e-8)).epsilon(1e-8));
  };
  const auto plain = testing::scattered_problem(25, 10, "per_input");
  check(*plain->target, *plain->density->model(), 4);
  const auto noisy = testing::noisy_problem();
  check(*noisy->target, *noisy->density->model(), 4);
  const testing::SumProblem sum;
  check(*sum.target, *sum.density->model(), 5);
}

TEST_CASE("Reuse changes no bit of gp.fitc") {
  const auto check = [](Target& target, std::size_t dimension) {
    const SubsetOptions subset{&target, {.size = 12}};
    Fitc with({subset, 1e-8, true}), without({subset, 1e-8, false});
    const auto points = testing::wandering_points(dimension, 200);
    CHECK(testing::same_bits(with, without, points));
    Fitc fresh({subset, 1e-8, true});
    CHECK(testing::same_bits(with, fresh, {points[60]}));
  };
  for (const double c : {0.0, 10.0})
    check(*testing::scattered_problem(40, c, "per_input")->target, 4);
  check(*testing::noisy_problem()->target, 4);
  check(*testing::SumProblem().target, 5);
}

TEST_CASE("Failures of gp.fitc are typed, and leave nothing behind") {
  const auto repeated = testing::repeated_problem();
  Fitc singular({rows(*repeated->target, {1, 2, 5}), 0});
  CHECK(singular.log_density(Eigen::Vector3d(0, 0, 0)).failure() == Failure::not_positive_definite);
  const auto problem = testing::scattered_problem(20);
  Fitc density({cases(*problem, 5)}), fresh({cases(*problem, 5)});
  const Eigen::Vector3d good(0, 0, 0);
  (void)density.log_density(good);
  CHECK(density.log_density(Eigen::Vector3d(0, 0, -800)).failure() == Failure::not_finite);
  CHECK(testing::same_bits(density, fresh, {good}));
}

TEST_CASE("gp.fitc tells its size, and needs no n x n matrix") {
  const auto problem = testing::scattered_problem(300);
  const Fitc density({cases(*problem, 20)});
  CHECK(density.size_in_words() == "20 of 300 cases");
  CHECK(density.bytes_per_chain() < 300 * 50 * sizeof(double));
}
