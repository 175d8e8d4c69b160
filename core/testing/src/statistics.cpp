#include "mcmc/testing/statistics.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <utility>

#include "mcmc/target.hpp"

namespace mcmc::testing {
namespace {

double largest_distance(std::vector<double> sample, const std::function<double(double)>& cdf) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double largest = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = cdf(sample[i]);
    const auto below = static_cast<double>(i);
    largest = std::max({largest, p - below / n, (below + 1) / n - p});
  }
  return largest;
}

/// Of two distribution functions, both steps.
double largest_distance(std::vector<double> one, std::vector<double> other) {
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  double largest = 0;
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const double x = std::min(one[i], other[j]);
    while (i < one.size() && one[i] <= x) ++i;
    while (j < other.size() && other[j] <= x) ++j;
    largest =
        std::max(largest, std::abs(static_cast<double>(i) / static_cast<double>(one.size()) -
                                   static_cast<double>(j) / static_cast<double>(other.size())));
  }
  return largest;
}

/// The limit of P(D >= distance), with Stephens' correction. @param n (of two samples: effective)
double kolmogorov_p(double n, double distance) {
  const double root_n = std::sqrt(n);
  const double z = (root_n + 0.12 + 0.11 / root_n) * distance;
  double p = 0;
  for (int k = 1; k <= 100; ++k) p += (k % 2 == 1 ? 2 : -2) * std::exp(-2 * k * k * z * z);
  return z < 0.2 ? 1 : std::clamp(p, 0.0, 1.0);
}

/// Coordinates, products of two, and the log density.
std::vector<double> statistics_of(const State& state, Target& target) {
  std::vector<double> values(state.x.begin(), state.x.end());
  for (Eigen::Index i = 0; i < state.x.size(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) values.push_back(state.x[i] * state.x[j]);
  values.push_back(target.log_density(state));
  return values;
}

}  // namespace

double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& cdf) {
  const auto n = static_cast<double>(sample.size());
  return kolmogorov_p(n, largest_distance(std::move(sample), cdf));
}

double kolmogorov_smirnov(std::vector<double> one, std::vector<double> other) {
  const auto m = static_cast<double>(one.size()), n = static_cast<double>(other.size());
  return kolmogorov_p(m * n / (m + n), largest_distance(std::move(one), std::move(other)));
}

double chi_square(const std::vector<std::size_t>& counts) {
  const auto total =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const std::size_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  return boost::math::gamma_q((static_cast<double>(counts.size()) - 1) / 2, sum / 2);
}

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

bool holds(const std::function<std::vector<double>(std::size_t)>& p_values,
           const SequentialTest& test) {
  double beta = test.false_alarm_rate / test.rounds;
  const double gamma = std::pow(beta, 1.0 / test.rounds);
  std::size_t observations = test.observations;
  for (int round = 0; round < test.rounds; ++round) {
    const std::vector<double> p = p_values(observations);
    const double q = static_cast<double>(p.size()) * *std::min_element(p.begin(), p.end());
    if (q <= beta) return false;
    if (q > gamma + beta) return true;
    beta /= gamma;
    observations = test.further_observations;
  }
  return true;
}

bool leaves_invariant(Transition& transition,
                      const std::function<void(Random&, Eigen::VectorXd&)>& draw_exactly, int steps,
                      const SequentialTest& test) {
  Target& target = transition.target();
  const auto random = make_random_stream(20130509, 1, Purpose::sampling);
  State state{target.shared_parameters(),
              Eigen::VectorXd::Zero(static_cast<Eigen::Index>(target.parameters().size()))};
  const auto add = [&](std::vector<std::vector<double>>& samples) {
    const std::vector<double> values = statistics_of(state, target);
    samples.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) samples[i].push_back(values[i]);
  };
  return holds(
      [&](std::size_t observations) {
        std::vector<std::vector<double>> moved, fresh;
        for (std::size_t i = 0; i < observations; ++i) {
          draw_exactly(*random, state.x);
          add(fresh);
          draw_exactly(*random, state.x);
          StepReport report;
          for (int step = 0; step < steps; ++step) transition.step(state, *random, report);
          add(moved);
        }
        std::vector<double> p;
        for (std::size_t i = 0; i < moved.size(); ++i)
          p.push_back(kolmogorov_smirnov(std::move(moved[i]), std::move(fresh[i])));
        return p;
      },
      test);
}

}  // namespace mcmc::testing
