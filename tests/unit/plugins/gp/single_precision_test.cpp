#include "single_precision.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::log_likelihood;
using nlohmann::json;

TEST_CASE("gp.single_precision agrees with the exact reference values") {
  testing::for_each_reference_point([](const json&, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    SinglePrecision density({problem.target.get()});
    CHECK(log_likelihood(density, x) ==
          Approx(point["log_likelihood"]["exact"].get<double>()).epsilon(1e-5));
  });
}

TEST_CASE("gp.single_precision is within a thousandth of a nat of the exact density") {
  const auto check = [](Target& target, GaussianProcess& exact, std::size_t dimension) {
    SinglePrecision density({&target});
    for (const Eigen::VectorXd& x : testing::wandering_points(dimension, 50))
      CHECK(log_likelihood(density, x) == Approx(log_likelihood(exact, x)).margin(1e-3));
  };
  for (const double c : {0.0, 10.0, 1e4}) {
    const auto problem = testing::scattered_problem(70, c, "per_input");
    check(*problem->target, *problem->density, 4);
  }
  const auto noisy = testing::noisy_problem();
  check(*noisy->target, *noisy->density, 4);
  const testing::SumProblem sum;
  check(*sum.target, *sum.density, 5);
}

TEST_CASE("Units and a response far from zero cost single precision no digits") {
  const auto data = testing::scattered_dataset(40, 2);
  const auto far = testing::scattered_dataset(40, 2);
  const double unit = 1e-25;
  far->response = unit * (far->response.array() + 400);
  const testing::ExactProblem problem(far, 1000 * unit, "shared", {.mean = 0, .sd = 100});
  SinglePrecision density({problem.target.get()});
  const Eigen::Vector3d x(std::log(unit), std::log(unit) - 0.7, -0.5);
  CHECK(log_likelihood(density, x) == Approx(log_likelihood(*problem.density, x)).margin(1e-3));
}

TEST_CASE("Where noise is less than rounding, gp.single_precision fails, and says so") {
  const auto repeated = testing::repeated_problem();
  SinglePrecision density({repeated->target.get()});
  const Eigen::Vector3d little_noise(0, -10, 0);
  CHECK_FALSE(repeated->density->log_density(little_noise).failed());
  CHECK(density.log_density(little_noise).failure() == Failure::not_positive_definite);
  CHECK(density.log_density(Eigen::Vector3d(500, 0, 0)).failure() == Failure::not_finite);
  CHECK(density.log_density(Eigen::Vector3d(-500, -500, 0)).failure() ==
        Failure::not_positive_definite);
  CHECK_FALSE(density.log_density(Eigen::Vector3d(0, 0, 0)).failed());
}

TEST_CASE("gp.single_precision needs half of the exact density's memory") {
  const auto problem = testing::scattered_problem(400);
  const SinglePrecision density({problem->target.get()});
  CHECK(density.size_in_words() == problem->density->size_in_words());
  CHECK(static_cast<double>(density.bytes_per_chain()) <
        0.6 * static_cast<double>(problem->density->bytes_per_chain()));
}
