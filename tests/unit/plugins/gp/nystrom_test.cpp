#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "mcmc/gp/quantity_priors.hpp"
#include "nystrom_cholesky.hpp"
#include "nystrom_eigen.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::log_likelihood;
using nlohmann::json;

namespace {

SubsetOptions rows(const testing::ExactProblem& problem, std::vector<std::size_t> numbers) {
  return {problem.target.get(), {.size = {}, .rows = std::move(numbers)}};
}

SubsetOptions cases(const testing::ExactProblem& problem, std::size_t size) {
  return {problem.target.get(), {.size = size}};
}

/// The n x n matrix K_nm (K_mm + jitter)^-1 K_mn + D, and the density with it.
double dense_log_likelihood(Model& model, const Eigen::VectorXd& x,
                            const std::vector<Index>& chosen, double jitter) {
  const Dataset& data = model.data();
  const Eigen::MatrixXd inputs = data.inputs(chosen, Eigen::all);
  const auto m = static_cast<Index>(chosen.size());
  Eigen::MatrixXd k_nm(data.size(), m), k_mm(m, m), varying(m, m);
  model.covariance(x, data.inputs, inputs, k_nm);
  model.covariance(x, inputs, inputs, k_mm);
  model.covariance(x, inputs, inputs, varying, Part::varying);
  k_mm.diagonal().array() += jitter * varying.diagonal().mean();
  return testing::log_likelihood_with(model, x, k_nm * k_mm.ldlt().solve(k_nm.transpose()));
}

}  // namespace

TEMPLATE_TEST_CASE("A Nystrom density agrees with the reference values", "", NystromCholesky,
                   NystromEigen) {
  testing::for_each_reference_point([](const json& one, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    TestType density({rows(problem, one["rows"])});
    CHECK(log_likelihood(density, x) ==
          Approx(point["log_likelihood"]["nystrom_with_jitter"].get<double>()).epsilon(1e-9));
    TestType without_jitter({rows(problem, one["rows"]), 0});
    CHECK(log_likelihood(without_jitter, x) ==
          Approx(point["log_likelihood"]["nystrom"].get<double>()).epsilon(1e-7));
  });
}

TEMPLATE_TEST_CASE("A Nystrom density of all cases is nearly the exact one", "", NystromCholesky,
                   NystromEigen) {
  const auto problem = testing::scattered_problem(40);
  TestType density({cases(*problem, 40)});
  const Eigen::Vector3d x(0.2, -0.5, -0.9);
  CHECK(density.log_density(x).log_density() ==
        Approx(problem->density->log_density(x).log_density()).epsilon(1e-6));
}

TEST_CASE("Both Nystrom densities are the same function") {
  for (const double c : {0.0, 10.0}) {
    const auto problem = testing::scattered_problem(60, c, "per_input");
    NystromCholesky cholesky({cases(*problem, 25)});
    NystromEigen eigen({cases(*problem, 25)});
    for (const Eigen::VectorXd& x : testing::wandering_points(4, 30))
      CHECK(log_likelihood(eigen, x) == Approx(log_likelihood(cholesky, x)).epsilon(1e-6));
  }
}

TEMPLATE_TEST_CASE("Unequal noise and sums of terms agree with the whole matrix", "",
                   NystromCholesky, NystromEigen) {
  const std::vector<std::size_t> numbers{3, 5, 8, 13, 21};
  const std::vector<Index> positions{2, 4, 7, 12, 20};
  const auto check = [&](const Target& target, Model& model, std::size_t dimension) {
    const typename TestType::Options options{
        {const_cast<Target*>(&target), {.size = {}, .rows = numbers}}};
    TestType density(options);
    for (const Eigen::VectorXd& x : testing::wandering_points(dimension, 10))
      CHECK(log_likelihood(density, x) ==
            Approx(dense_log_likelihood(model, x, positions, 1e-8)).epsilon(1e-8));
  };
  const auto noisy = testing::noisy_problem();
  check(*noisy->target, *noisy->density->model(), 4);
  const testing::SumProblem sum;
  check(*sum.target, *sum.density->model(), 5);
}

TEMPLATE_TEST_CASE("Reuse changes no bit of a Nystrom density", "", NystromCholesky, NystromEigen) {
  const auto check = [](Target& target, std::size_t dimension) {
    const SubsetOptions subset{&target, {.size = 12}};
    TestType with({subset, 1e-8, true}), without({subset, 1e-8, false});
    const auto points = testing::wandering_points(dimension, 200);
    CHECK(testing::same_bits(with, without, points));
    for (const Eigen::VectorXd& x : {points[20], points[60], points[150]}) {
      TestType fresh({subset, 1e-8, true});
      CHECK(testing::same_bits(with, fresh, {x}));
    }
  };
  for (const double c : {0.0, 10.0}) {
    const auto problem = testing::scattered_problem(40, c, "per_input");
    check(*problem->target, 4);
  }
  check(*testing::noisy_problem()->target, 4);
  check(*testing::SumProblem().target, 5);
}

TEST_CASE("A block that is not positive definite is a failure that is counted") {
  const auto problem = testing::repeated_problem();
  NystromCholesky density({rows(*problem, {1, 2, 5}), 0});
  CHECK(density.log_density(Eigen::Vector3d(0, 0, 0)).failure() == Failure::not_positive_definite);
  Target target("nystrom", density, problem->cache, OnFailure::reject);
  const State state{target.shared_parameters(), Eigen::Vector3d(0.1, 0, 0)};
  CHECK(target.log_density(state) == -std::numeric_limits<double>::infinity());
  CHECK(target.ledger().failures[static_cast<std::size_t>(Failure::not_positive_definite)] == 1);

  NystromCholesky with_jitter({rows(*problem, {1, 2, 5})});
  CHECK_FALSE(with_jitter.log_density(Eigen::Vector3d(0, 0, 0)).failed());
}

TEST_CASE("A failure leaves nothing behind") {
  const auto problem = testing::scattered_problem(20);
  NystromCholesky density({cases(*problem, 5)}), fresh({cases(*problem, 5)});
  const Eigen::Vector3d good(0, 0, 0), bad(0, 0, -800);
  (void)density.log_density(good);
  CHECK(density.log_density(bad).failure() == Failure::not_finite);
  CHECK(density.log_density(bad).failure() == Failure::not_finite);
  CHECK(testing::same_bits(density, fresh, {good}));
}

TEST_CASE("Eigenvalues that rounding has made are dropped") {
  const auto problem = testing::repeated_problem();
  NystromEigen repeated({rows(*problem, {1, 2, 5, 6}), 0});
  NystromEigen single({rows(*problem, {1, 5}), 0});
  const Eigen::Vector3d x(0.3, -0.4, 0.1);
  CHECK(log_likelihood(repeated, x) == Approx(log_likelihood(single, x)).epsilon(1e-10));
}

TEST_CASE("Nystrom densities tell their size, and need no n x n matrix") {
  const auto problem = testing::scattered_problem(300);
  const NystromCholesky density({cases(*problem, 20)});
  CHECK(density.size_in_words() == "20 of 300 cases");
  CHECK(density.bytes_per_chain() >= 300 * 21 * sizeof(double));
  CHECK(density.bytes_per_chain() < 300 * 30 * sizeof(double));
}

TEST_CASE("A parameter that is fixed gives an approximation what it has there when it is sampled") {
  const auto sampled = testing::scattered_problem(25);
  const Eigen::Vector3d x(0.4, -1.2, -0.3);
  for (const std::size_t fixed_one : {0, 1, 2}) {
    FixedPrior fixed({.value = std::exp(x[static_cast<Index>(fixed_one)])});
    NamedComponents<Prior> priors = sampled->priors;
    priors[fixed_one].second = &fixed;
    Exact density(std::make_shared<Model>(
        testing::scattered_dataset(25, 2),
        std::vector<CovarianceTerm*>{&sampled->constant, &sampled->varying}, priors));
    NoCache cache;
    Target target("posterior", density, cache, OnFailure::reject);
    const SubsetOptions of_fixed{&target, {.size = 8}};
    NystromCholesky known({of_fixed}), all({cases(*sampled, 8)});
    Eigen::VectorXd rest(2);
    for (Index i = 0, k = 0; i < 3; ++i)
      if (i != static_cast<Index>(fixed_one)) rest[k++] = x[i];
    CHECK(log_likelihood(known, rest) == Approx(log_likelihood(all, x)).epsilon(1e-12));
    CHECK(log_likelihood(density, rest) ==
          Approx(log_likelihood(*sampled->density, x)).epsilon(1e-12));
  }
}
