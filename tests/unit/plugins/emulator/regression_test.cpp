#include "emulator/regression.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "emulator/marginal_likelihood.hpp"
#include "mcmc/random.hpp"

using namespace mcmc;
using namespace mcmc::emulator;

namespace {

using Function = std::function<double(const Eigen::VectorXd&)>;

RegressionData data_of(const Function& function, Eigen::Index dimension, Eigen::Index points) {
  const auto random = make_random_stream(3, 1, Purpose::sampling);
  RegressionData data{Eigen::MatrixXd(dimension, points), Eigen::VectorXd(points),
                      Eigen::VectorXd::Ones(points)};
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index k = 0; k < dimension; ++k) data.z(k, i) = 2 * random->normal();
    data.y[i] = function(data.z.col(i));
  }
  return data;
}

double value_at(const Surface& surface, const Eigen::VectorXd& z) {
  Scratch scratch;
  scratch.z = z;
  return surface.value(scratch);
}

double quadratic(const Eigen::VectorXd& z) {
  return 3 - z[0] + 0.5 * z[1] - 2 * z[0] * z[0] + 0.7 * z[0] * z[1] - z[1] * z[1];
}

/// Wiggles along the first direction only.
double wave(const Eigen::VectorXd& z) {
  return 4 * std::sin(z[0]) + 0.3 * z[1];
}

}  // namespace

TEST_CASE("A quadratic log density is learned everywhere, far from the evaluations too") {
  const RegressionData data = data_of(quadratic, 2, 60);
  const Surface surface = fit_surface(data, {Eigen::Vector2d(3, 3), 1, 0.001}, 60);
  for (const Eigen::Vector2d& z : {Eigen::Vector2d(0.3, -1), Eigen::Vector2d(-30, 50)})
    CHECK(value_at(surface, z) == Approx(quadratic(z)).epsilon(1e-4).margin(1e-3));
}

TEST_CASE("A curved function is learned between the evaluations") {
  const RegressionData data = data_of(wave, 2, 200);
  const Hyperparameters learned = learn_hyperparameters(data, {});
  const Surface surface = fit_surface(data, learned, 200);
  const RegressionData others = data_of(wave, 2, 230);
  for (Eigen::Index i = 200; i < 230; ++i)
    if (others.z.col(i).norm() < 3)
      CHECK(value_at(surface, others.z.col(i)) == Approx(others.y[i]).margin(0.05));
}

TEST_CASE("Each direction has a length scale of its own") {
  const Hyperparameters learned = learn_hyperparameters(data_of(wave, 2, 150), {});
  CHECK(learned.length_scales[1] > 3 * learned.length_scales[0]);
}

TEST_CASE("The marginal likelihood prefers the length scale of the function") {
  const auto wiggle = [](const Eigen::VectorXd& z) { return 4 * std::sin(z[0]); };
  const RegressionData data = data_of(wiggle, 1, 60);
  MarginalLikelihood objective(data.z, data.y, data.noise);
  const auto at = [&](double length_scale) {
    return objective({Eigen::VectorXd::Constant(1, length_scale), 4, 0.01});
  };
  CHECK(at(1.5) > at(0.3));
  CHECK(at(1.5) > at(20));
}

TEST_CASE("There are no more basis functions than are asked for, nor than are needed") {
  const RegressionData data = data_of(wave, 2, 200);
  const Hyperparameters hyperparameters{Eigen::Vector2d(1.5, 5), 4, 0.01};
  CHECK(fit_surface(data, hyperparameters, 20).centres() == 20);
  const RegressionData constant = data_of([](const Eigen::VectorXd&) { return 1.0; }, 2, 200);
  CHECK(fit_surface(constant, {Eigen::Vector2d(30, 30), 0.1, 0.1}, 200).centres() < 20);
}

TEST_CASE("An evaluation keeps to the memory of the first") {
  const RegressionData data = data_of(wave, 2, 100);
  const Surface surface = fit_surface(data, {Eigen::Vector2d(1.5, 5), 4, 0.01}, 50);
  Scratch scratch;
  scratch.z = Eigen::Vector2d(0, 1);
  surface.value(scratch);
  const double* const memory[] = {scratch.z.data(), scratch.scaled.data(), scratch.products.data()};
  scratch.z = Eigen::Vector2d(1, 0);
  surface.value(scratch);
  CHECK(memory[0] == scratch.z.data());
  CHECK(memory[1] == scratch.scaled.data());
  CHECK(memory[2] == scratch.products.data());
}
