#include "evaluation_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "mcmc/thread_clock.hpp"

namespace mcmc {
namespace {

/// A point so near that it costs the same, at which every coordinate is another.
Eigen::VectorXd neighbour(const Eigen::VectorXd& x) {
  constexpr double distance = 1e-3;
  return x.array() + distance;
}

template <class Now>
double timed(Density& density, const Eigen::VectorXd& x, Now now) {
  const double before = now();
  density.log_density(x);
  return now() - before;
}

double seconds_on_the_clock() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

}  // namespace

double seconds_of_full_evaluation(Density& density, const Eigen::VectorXd& x, std::size_t times) {
  const Eigen::VectorXd elsewhere = neighbour(x);
  double sum = 0;
  for (std::size_t i = 0; i < times; ++i) {
    density.log_density(elsewhere);
    sum += timed(density, x, thread_cpu_seconds);
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
      const double seconds = timed(density, *point, seconds_on_the_clock);
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
