#include "kernel_density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mcmc/diagnostics.hpp"

namespace mcmc {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

double skewness(const VectorXd& x) {
  const auto centred = (x.array() - mean(x)) / standard_deviation(x);
  return centred.cube().mean();
}

double bandwidth(const VectorXd& x) {
  // 1.349 is the interquartile range of the standard normal distribution.
  const double sd = standard_deviation(x);
  const double spread = (quantile(x, 0.75) - quantile(x, 0.25)) / 1.349;
  const double width = spread > 0 ? std::min(sd, spread) : sd;
  return 0.9 * width * std::pow(static_cast<double>(x.size()), -0.2);
}

VectorXd normal_mixture_density(const VectorXd& draws, const VectorXd& at) {
  const double width = bandwidth(draws);
  const double scale = 1 / (width * std::sqrt(2 * std::numbers::pi));
  VectorXd density(at.size());
  for (Index i = 0; i < at.size(); ++i)
    density[i] = scale * (-((draws.array() - at[i]) / width).square() / 2).exp().mean();
  return density;
}

}  // namespace

VectorXd kernel_density(const VectorXd& draws, const VectorXd& at) {
  if (draws.minCoeff() > 0) {
    const VectorXd logs = draws.array().log();
    if (std::abs(skewness(logs)) < std::abs(skewness(draws))) {
      const VectorXd positive = at.cwiseMax(draws.minCoeff() * 1e-6);
      const VectorXd on_logs = normal_mixture_density(logs, positive.array().log());
      return (at.array() > 0).select(on_logs.array() / positive.array(), 0.0);
    }
  }
  return normal_mixture_density(draws, at);
}

}  // namespace mcmc
