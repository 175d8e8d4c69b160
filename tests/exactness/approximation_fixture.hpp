#pragma once

#include <Eigen/Core>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mcmc/compositions.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "metropolis/metropolis.hpp"

namespace mcmc::testing {

/// A target on two by three points with two approximations of it, and Metropolis sweeps on any of
/// them. The coordinates depend on each other strongly, so that a sweep is far from reversible and
/// the order of updates matters.
class ApproximationFixture {
 public:
  Points points = grid({2, 3});
  OwnedTarget target = density([](double a, double b) {
    return -0.8 * (b - 1.5 * a) * (b - 1.5 * a) + 0.3 * a + 0.1 * std::sin(5 * b);
  });
  OwnedTarget approximation = density([](double a, double b) {
    return -1.1 * (b - 1.2 * a - 0.2) * (b - 1.2 * a - 0.2) + 0.2 * b;
  });
  OwnedTarget coarse = density([](double a, double b) { return -0.4 * (b - a) * (b - a); });
  Eigen::VectorXd pi = probabilities(*target, points);

  metropolis::Metropolis& sweep(OwnedTarget& of, std::vector<std::string> parameters = {}) {
    metropolis::Metropolis::Options options;
    options.target = &*of;
    options.parameters = std::move(parameters);
    return made_.emplace_back(options);
  }

  Eigen::MatrixXd matrix(Transition& transition) { return transition_matrix(transition, points); }

 private:
  template <class LogDensity>
  OwnedTarget density(const LogDensity& log_density) {
    std::vector<double> values;
    for (const Eigen::VectorXd& p : points) values.push_back(log_density(p[0], p[1]));
    return OwnedTarget(std::make_unique<TableDensity>(std::vector<std::string>{"x.1", "x.2"},
                                                      points, std::move(values)));
  }

  std::deque<metropolis::Metropolis> made_;
};

}  // namespace mcmc::testing
