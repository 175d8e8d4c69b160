#include "evaluation_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "mcmc/thread_clock.hpp"

namespace mcmc {
namespace {

/// A point so near that it costs the same, at which every coordinate is another.
Eigen::VectorXd neighbour(const Eigen::VectorXd& x) {
  constexpr double distance = 1e-3;
  return x.array() + distance;
}

double timed(Density& density, const Eigen::VectorXd& x) {
  const double before = thread_cpu_seconds();
  density.log_density(x);
  return thread_cpu_seconds() - before;
}

}  // namespace

double seconds_of_full_evaluation(Density& density, const Eigen::VectorXd& x, std::size_t times) {
  const Eigen::VectorXd elsewhere = neighbour(x);
  double sum = 0;
  for (std::size_t i = 0; i < times; ++i) {
    density.log_density(elsewhere);
    sum += timed(density, x);
  }
  return sum / static_cast<double>(times);
}

double estimated_seconds_of_full_evaluation(Density& density, const Eigen::VectorXd& x) {
  constexpr int most_times = 5;
  constexpr double long_enough = 0.01;
  const Eigen::VectorXd elsewhere = neighbour(x);
  double shortest = std::numeric_limits<double>::infinity(), sum = 0;
  for (int i = 0; i < most_times && sum < long_enough; ++i) {
    for (const Eigen::VectorXd* point : {&elsewhere, &x}) {
      const double seconds = timed(density, *point);
      shortest = std::min(shortest, seconds);
      sum += seconds;
    }
  }
  return shortest;
}

std::string seconds_in_units(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} microseconds", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

}  // namespace mcmc
