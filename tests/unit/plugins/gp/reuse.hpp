#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "mcmc/density.hpp"
#include "mcmc/random.hpp"

namespace mcmc::testing {

/// Points of a walk that changes one coordinate at a time, any of them, and sometimes goes back.
inline std::vector<Eigen::VectorXd> wandering_points(std::size_t dimension, std::size_t count) {
  const auto random = make_random_stream(7, 0, Purpose::sampling);
  std::vector<Eigen::VectorXd> points{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(dimension))};
  while (points.size() < count) {
    Eigen::VectorXd next =
        random->bernoulli(0.3) ? points[random->below(points.size())] : points.back();
    next(static_cast<Eigen::Index>(random->below(dimension))) = random->normal();
    points.push_back(next);
  }
  return points;
}

/// Whether both give the same bits at these points, one after the other.
inline bool same_bits(Density& one, Density& other, const std::vector<Eigen::VectorXd>& points) {
  for (const Eigen::VectorXd& x : points) {
    const Evaluation a = one.log_density(x);
    const Evaluation b = other.log_density(x);
    if (a.failure() != b.failure()) return false;
    if (!a.failed() && a.log_density() != b.log_density()) return false;
  }
  return true;
}

}  // namespace mcmc::testing
