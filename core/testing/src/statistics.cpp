#include "mcmc/testing/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

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

}  // namespace

double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& cdf) {
  const double root_n = std::sqrt(static_cast<double>(sample.size()));
  const double distance = largest_distance(std::move(sample), cdf);
  const double z = (root_n + 0.12 + 0.11 / root_n) * distance;  // Stephens' correction
  double p = 0;
  for (int k = 1; k <= 100; ++k) p += (k % 2 == 1 ? 2 : -2) * std::exp(-2 * k * k * z * z);
  return std::clamp(p, 0.0, 1.0);
}

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

}  // namespace mcmc::testing
