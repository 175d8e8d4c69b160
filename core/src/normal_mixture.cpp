#include "normal_mixture.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace mcmc {
namespace {

double normal_cdf(double value, double mean, double sd) {
  if (sd == 0) return value >= mean ? 1 : 0;
  return std::erfc((mean - value) / (sd * std::numbers::sqrt2)) / 2;
}

double normal_log_density(double value, double mean, double sd) {
  const double z = (value - mean) / sd;
  return -z * z / 2 - std::log(sd) - std::log(2 * std::numbers::pi) / 2;
}

}  // namespace

NormalMixture::NormalMixture(const Eigen::Ref<const Eigen::VectorXd>& means,
                             const Eigen::Ref<const Eigen::VectorXd>& variances,
                             const Eigen::Ref<const Eigen::VectorXd>& weights)
    : means_(means), weights_(weights), sds_(variances.cwiseSqrt()) {}

double NormalMixture::variance() const {
  return weights_.dot((sds_.array().square() + (means_.array() - mean()).square()).matrix());
}

double NormalMixture::cdf(double value) const {
  double sum = 0;
  for (Eigen::Index i = 0; i < means_.size(); ++i)
    sum += weights_[i] * normal_cdf(value, means_[i], sds_[i]);
  return sum;
}

double NormalMixture::quantile(double p) const {
  // The parts' own quantiles enclose the mixture's.
  const double z = boost::math::quantile(boost::math::normal(), p);
  const Eigen::ArrayXd of_parts = means_.array() + z * sds_.array();
  const double lowest = of_parts.minCoeff(), highest = of_parts.maxCoeff();
  const auto excess = [&](double value) { return cdf(value) - p; };
  if (excess(lowest) >= 0) return lowest;
  if (excess(highest) <= 0) return highest;
  constexpr int all_but_two_bits = std::numeric_limits<double>::digits - 2;
  std::uintmax_t iterations = 200;
  const auto [below, above] = boost::math::tools::toms748_solve(
      excess, lowest, highest, boost::math::tools::eps_tolerance<double>(all_but_two_bits),
      iterations);
  return below + (above - below) / 2;
}

double NormalMixture::log_density(double value) const {
  Eigen::ArrayXd logs(means_.size());
  for (Eigen::Index i = 0; i < logs.size(); ++i)
    logs[i] = std::log(weights_[i]) + normal_log_density(value, means_[i], sds_[i]);
  const double largest = logs.maxCoeff();
  return std::isfinite(largest) ? largest + std::log((logs - largest).exp().sum()) : largest;
}

}  // namespace mcmc
