#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/testing/statistics.hpp"
#include "toy/banana.hpp"
#include "toy/gaussian.hpp"
#include "toy/mixture.hpp"

using namespace mcmc;
using mcmc::testing::kolmogorov_smirnov;
using mcmc::testing::normal_cdf;

namespace {

template <class T>
std::vector<Eigen::VectorXd> draws(const T& density, int count) {
  const auto random = make_random_stream(1, 1, Purpose::data);
  Eigen::VectorXd x(static_cast<Eigen::Index>(density.parameters().size()));
  std::vector<Eigen::VectorXd> all;
  for (int i = 0; i < count; ++i) {
    density.draw_prior(*random, x);
    all.push_back(x);
  }
  return all;
}

template <class F>
std::vector<double> values(const std::vector<Eigen::VectorXd>& draws, F function) {
  std::vector<double> all;
  for (const Eigen::VectorXd& x : draws) all.push_back(function(x));
  return all;
}

toy::Gaussian gaussian() {
  toy::Gaussian::Options options;
  options.mean = {1, -2, 0.5};
  options.sd = {2, 0.1, 3};
  options.correlation = 0.6;
  return toy::Gaussian(options);
}

toy::Mixture mixture() {
  toy::Mixture::Options options;
  options.modes = {{{-3}, 1, 1}, {{4}, 0.5, 3}};
  return toy::Mixture(options);
}

Eigen::VectorXd point(std::vector<double> x) {
  return Eigen::Map<Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// By the rectangle rule on a square grid, which for smooth densities that vanish at the border
/// converges faster than any power of the spacing.
double integral(Density& density, double half_width, double spacing) {
  double sum = 0;
  for (double x1 = -half_width; x1 < half_width; x1 += spacing)
    for (double x2 = -half_width; x2 < half_width; x2 += spacing)
      sum += std::exp(density.log_density(Eigen::Vector2d(x1, x2)).log_density());
  return sum * spacing * spacing;
}

}  // namespace

TEST_CASE("toy.gaussian has the textbook's log density") {
  toy::Gaussian density = gaussian();
  Eigen::Matrix3d covariance;
  covariance << 4, 0.6 * 2 * 0.1, 0.6 * 2 * 3,  //
      0.6 * 2 * 0.1, 0.01, 0.6 * 0.1 * 3,       //
      0.6 * 2 * 3, 0.6 * 0.1 * 3, 9;
  const Eigen::Vector3d deviation(0.3, 0.05, -4);
  const double expected =
      -0.5 * deviation.dot(covariance.inverse() * deviation) -
      0.5 * std::log(std::pow(2 * std::numbers::pi, 3) * covariance.determinant());
  const Eigen::VectorXd x = Eigen::Vector3d(1, -2, 0.5) + deviation;
  CHECK(density.log_density(x).log_density() == Approx(expected).epsilon(1e-12));
}

TEST_CASE("toy.gaussian draws from itself exactly") {
  const auto sample = draws(gaussian(), 20000);
  const auto z = [](const Eigen::VectorXd& x) {
    return Eigen::Vector3d((x[0] - 1) / 2, (x[1] + 2) / 0.1, (x[2] - 0.5) / 3);
  };
  for (int i = 0; i < 3; ++i)
    CHECK(kolmogorov_smirnov(values(sample, [&](const auto& x) { return z(x)[i]; }), normal_cdf) >
          1e-3);
  // The difference of two coordinates with correlation r has variance 2 - 2 r, the sum of all three
  // 3 + 6 r.
  CHECK(kolmogorov_smirnov(
            values(sample, [&](const auto& x) { return (z(x)[0] - z(x)[2]) / std::sqrt(0.8); }),
            normal_cdf) > 1e-3);
  CHECK(
      kolmogorov_smirnov(values(sample, [&](const auto& x) { return z(x).sum() / std::sqrt(6.6); }),
                         normal_cdf) > 1e-3);
}

TEST_CASE("toy.gaussian names its coordinates x.1, x.2, ..., or x if there is one") {
  CHECK(gaussian().parameters() == ParameterNames({"x.1", "x.2", "x.3"}));
  toy::Gaussian::Options one;
  CHECK(toy::Gaussian(one).parameters() == ParameterNames({"x"}));
}

TEST_CASE("toy.gaussian fills in its defaults") {
  toy::Gaussian::Options options;
  options.sd = {1, 2};
  toy::Gaussian density(options);
  CHECK(options.dimension == 2u);
  CHECK(options.mean == std::vector<double>{0, 0});
}

TEST_CASE("toy.gaussian refuses options that contradict each other") {
  toy::Gaussian::Options lengths;
  lengths.dimension = 3;
  lengths.sd = {1, 2};
  CHECK_THROWS_WITH(toy::Gaussian(lengths), Catch::Contains("3 dimensions, found 2"));
  toy::Gaussian::Options correlation;
  correlation.dimension = 3;
  correlation.correlation = -0.5;
  CHECK_THROWS_AS(toy::Gaussian(correlation), OptionError);
  toy::Gaussian::Options alone;
  alone.correlation = 0.5;
  CHECK_THROWS_AS(toy::Gaussian(alone), OptionError);
}

TEST_CASE("toy.banana is normalised") {
  toy::Banana::Options options{1.5, 0.2};
  toy::Banana density(options);
  CHECK(integral(density, 20, 0.1) == Approx(1).epsilon(1e-6));
}

TEST_CASE("toy.banana draws from itself exactly") {
  toy::Banana::Options options;
  const toy::Banana density(options);
  const auto sample = draws(density, 20000);
  CHECK(kolmogorov_smirnov(values(sample, [](const auto& x) { return x[0] / 10; }), normal_cdf) >
        1e-3);
  CHECK(kolmogorov_smirnov(
            values(sample, [](const auto& x) { return x[1] + 0.03 * (x[0] * x[0] - 100); }),
            normal_cdf) > 1e-3);
}

TEST_CASE("toy.mixture adds up its modes") {
  toy::Mixture density = mixture();
  const auto normal = [](double x, double mean, double sd) {
    const double z = (x - mean) / sd;
    return std::exp(-0.5 * z * z) / (sd * std::sqrt(2 * std::numbers::pi));
  };
  for (const double x : {-3.0, 0.0, 2.0, 4.5})
    CHECK(density.log_density(point({x})).log_density() ==
          Approx(std::log(0.25 * normal(x, -3, 1) + 0.75 * normal(x, 4, 0.5))).epsilon(1e-12));
}

TEST_CASE("toy.mixture stays finite far away, where every mode underflows") {
  CHECK(mixture().log_density(point({1e4})).log_density() < -1e7);
  CHECK(std::isfinite(mixture().log_density(point({1e4})).log_density()));
}

TEST_CASE("toy.mixture draws from itself exactly") {
  const auto cdf = [](double x) {
    return 0.25 * normal_cdf(x + 3) + 0.75 * normal_cdf(2 * (x - 4));
  };
  CHECK(kolmogorov_smirnov(values(draws(mixture(), 20000), [](const auto& x) { return x[0]; }),
                           cdf) > 1e-3);
}

TEST_CASE("toy.mixture refuses modes that do not fit together") {
  toy::Mixture::Options one{{{{0}, 1, 1}}};
  CHECK_THROWS_AS(toy::Mixture(one), OptionError);
  toy::Mixture::Options dimensions{{{{0}, 1, 1}, {{0, 1}, 1, 1}}};
  CHECK_THROWS_AS(toy::Mixture(dimensions), OptionError);
}
