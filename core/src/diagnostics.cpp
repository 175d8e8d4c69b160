#include "mcmc/diagnostics.hpp"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace mcmc {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr Index least_half_chain_for_rhat = 2;
constexpr Index least_half_chain_for_ess = 6;

bool is_constant(const MatrixXd& x) {
  // Draws computed from equal ones, such as squared distances from the mean, differ by rounding.
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * x.cwiseAbs().maxCoeff();
  return x.maxCoeff() - x.minCoeff() <= rounding;
}

bool has_variation(const MatrixXd& x) {
  return x.size() > 0 && x.allFinite() && !is_constant(x);
}

double variance(const DrawsOfVariable& x) {
  return (x.array() - mean(x)).square().sum() / static_cast<double>(x.size() - 1);
}

VectorXd chain_means(const MatrixXd& x) {
  VectorXd means(x.cols());
  for (Index chain = 0; chain < x.cols(); ++chain) means[chain] = mean(x.col(chain));
  return means;
}

VectorXd chain_variances(const MatrixXd& x) {
  VectorXd variances(x.cols());
  for (Index chain = 0; chain < x.cols(); ++chain) variances[chain] = variance(x.col(chain));
  return variances;
}

MatrixXd split_chains(const MatrixXd& x) {
  const Index half = x.rows() / 2;
  MatrixXd halves(half, 2 * x.cols());
  if (halves.size() > 0) halves << x.topRows(half), x.bottomRows(half);
  return halves;
}

/// Normal scores of the pooled ranks (Blom 1958).
MatrixXd rank_normalised(const MatrixXd& x) {
  const boost::math::normal standard_normal;
  const auto size = static_cast<double>(x.size());
  return ranks(x).unaryExpr([&](double rank) {
    return boost::math::quantile(standard_normal, (rank - 3.0 / 8) / (size + 1.0 / 4));
  });
}

MatrixXd distances_from_median(const MatrixXd& x) {
  return (x.array() - quantile(x, 0.5)).abs();
}

MatrixXd squared_distances_from_mean(const MatrixXd& x) {
  return (x.array() - mean(x)).square();
}

MatrixXd at_most_quantile(const MatrixXd& x, double p) {
  return (x.array() <= quantile(x, p)).cast<double>();
}

double rhat_of_split(const MatrixXd& x) {
  if (x.rows() < least_half_chain_for_rhat || !has_variation(x)) return not_a_number;
  const auto n = static_cast<double>(x.rows());
  const double between = n * variance(chain_means(x));
  const double within = chain_variances(x).mean();
  return std::sqrt((between / within + n - 1) / n);
}

/// Averaged over chains, each about its own mean, at all lags.
VectorXd autocovariance(const MatrixXd& x) {
  const Index n = x.rows();
  // Zeros keep the end of a chain from meeting its start.
  const auto padded_size = static_cast<Index>(std::bit_ceil(2 * static_cast<std::size_t>(n)));
  Eigen::FFT<double> fft;
  VectorXd padded = VectorXd::Zero(padded_size);
  Eigen::VectorXcd spectrum;
  Eigen::VectorXcd power = Eigen::VectorXcd::Zero(padded_size);
  for (Index chain = 0; chain < x.cols(); ++chain) {
    padded.head(n) = x.col(chain).array() - mean(x.col(chain));
    fft.fwd(spectrum, padded);
    power += spectrum.cwiseAbs2();
  }
  fft.inv(padded, power);
  return padded.head(n) / static_cast<double>(x.size());
}

VectorXd autocorrelation_with_disagreement(const MatrixXd& x) {
  const VectorXd covariance = autocovariance(x);
  const auto n = static_cast<double>(x.rows());
  const double within = covariance[0] * n / (n - 1);
  const double total = covariance[0] + variance(chain_means(x));
  VectorXd rho = 1 - (within - covariance.array()) / total;
  rho[0] = 1;
  return rho;
}

/// The sum of the correlations at all lags, positive and negative: those of lag 2k and 2k+1 are
/// summed while this is positive, and no pair counts more than the one before.
double initial_monotone_sequence_time(const VectorXd& correlation) {
  VectorXd kept = VectorXd::Zero(correlation.size());
  kept.head<2>() = correlation.head<2>();
  Index last = 0;
  while (last < correlation.size() - 5 && correlation[last] + correlation[last + 1] > 0) {
    last += 2;
    if (correlation[last] + correlation[last + 1] >= 0)
      kept.segment<2>(last) = correlation.segment<2>(last);
  }
  if (correlation[last] > 0) kept[last] = correlation[last];

  for (Index lag = 2; lag <= last - 2; lag += 2) {
    const double before = kept[lag - 2] + kept[lag - 1];
    if (kept[lag] + kept[lag + 1] > before) kept.segment<2>(lag).setConstant(before / 2);
  }
  return -1 + 2 * kept.head(last).sum() + kept[last];
}

double ess_of_split(const MatrixXd& x) {
  if (x.rows() < least_half_chain_for_ess || !has_variation(x)) return not_a_number;
  const auto size = static_cast<double>(x.size());
  // Antithetic chains can bring the estimated time to zero and below.
  const double least_time = 1 / std::log10(size);
  const double time = initial_monotone_sequence_time(autocorrelation_with_disagreement(x));
  return size / std::max(time, least_time);
}

/// NaN when either is, unlike std::min and std::max.
template <class Choice>
double unless_nan(double a, double b, Choice choose) {
  return std::isnan(a) || std::isnan(b) ? not_a_number : choose(a, b);
}

}  // namespace

double mean(const DrawsOfVariable& draws) {
  if (draws.size() == 0) return not_a_number;
  const double rough = draws.mean();
  if (!std::isfinite(rough)) return rough;
  return rough + (draws.array() - rough).mean();
}

double standard_deviation(const DrawsOfVariable& draws) {
  return draws.size() < 2 ? not_a_number : std::sqrt(variance(draws));
}

double quantile(const DrawsOfVariable& draws, double p) {
  if (draws.size() == 0 || draws.hasNaN()) return not_a_number;
  VectorXd values = draws.reshaped();
  // Counted from 1, as the definition has it: the place is then rounded as other programs round it,
  // and it decides which draws count as not above the quantile.
  const double place = 1 + static_cast<double>(values.size() - 1) * p;
  const double weight = place - std::floor(place);
  const auto lower = values.begin() + static_cast<Index>(place) - 1;
  std::nth_element(values.begin(), lower, values.end());
  if (weight == 0) return *lower;
  const double above = *std::min_element(lower + 1, values.end());
  return *lower == above ? above : (1 - weight) * *lower + weight * above;
}

MatrixXd ranks(const DrawsOfVariable& draws) {
  struct Placed {
    double value;
    Index place;
  };
  const MatrixXd x = draws;
  std::vector<Placed> sorted;  // with the values beside the places: a sort that stays in cache
  sorted.reserve(static_cast<std::size_t>(x.size()));
  for (Index i = 0; i < x.size(); ++i) sorted.push_back({x(i), i});
  std::ranges::sort(sorted, {}, &Placed::value);

  MatrixXd ranks(x.rows(), x.cols());
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && sorted[last].value == sorted[first].value) ++last;
    const double average_rank = static_cast<double>(first + 1 + last) / 2;
    for (std::size_t tied = first; tied < last; ++tied) ranks(sorted[tied].place) = average_rank;
  }
  return ranks;
}

double rhat(const DrawsOfVariable& draws) {
  if (!has_variation(draws)) return not_a_number;
  const double bulk = rhat_of_split(rank_normalised(split_chains(draws)));
  const double spread = rhat_of_split(rank_normalised(split_chains(distances_from_median(draws))));
  return unless_nan(bulk, spread, [](double a, double b) { return std::max(a, b); });
}

double ess_bulk(const DrawsOfVariable& draws) {
  if (!has_variation(draws)) return not_a_number;
  return ess_of_split(rank_normalised(split_chains(draws)));
}

double ess_tail(const DrawsOfVariable& draws) {
  return unless_nan(ess_quantile(draws, 0.05), ess_quantile(draws, 0.95),
                    [](double a, double b) { return std::min(a, b); });
}

double ess_mean(const DrawsOfVariable& draws) {
  return ess_of_split(split_chains(draws));
}

double ess_sd(const DrawsOfVariable& draws) {
  if (!has_variation(draws)) return not_a_number;
  return ess_of_split(split_chains((draws.array() - mean(draws)).abs()));
}

double ess_quantile(const DrawsOfVariable& draws, double p) {
  if (!has_variation(draws)) return not_a_number;
  return ess_of_split(split_chains(at_most_quantile(draws, p)));
}

double mcse_mean(const DrawsOfVariable& draws) {
  return standard_deviation(draws) / std::sqrt(ess_mean(draws));
}

double mcse_sd(const DrawsOfVariable& draws) {
  if (!has_variation(draws)) return not_a_number;
  const MatrixXd squares = squared_distances_from_mean(draws);
  const double variance_of_draws = mean(squares);
  const double variance_of_squares =
      mean(squares.array().square().matrix()) - variance_of_draws * variance_of_draws;
  return std::sqrt(variance_of_squares / ess_mean(squares) / variance_of_draws / 4);
}

double mcse_quantile(const DrawsOfVariable& draws, double p) {
  const double ess = ess_quantile(draws, p);
  if (std::isnan(ess)) return not_a_number;
  VectorXd sorted = draws.reshaped();
  std::sort(sorted.begin(), sorted.end());
  const auto size = static_cast<double>(sorted.size());
  // Where the p-quantile lies within one standard error, in probability: 0.1586553 and 0.8413447
  // are the normal distribution function at -1 and 1.
  const boost::math::beta_distribution<> place(ess * p + 1, ess * (1 - p) + 1);
  const double low = std::max(std::floor(boost::math::quantile(place, 0.1586553) * size), 1.0);
  const double high = std::min(std::ceil(boost::math::quantile(place, 0.8413447) * size), size);
  return (sorted[static_cast<Index>(high) - 1] - sorted[static_cast<Index>(low) - 1]) / 2;
}

VectorXd autocorrelation(const DrawsOfVariable& draws) {
  if (!has_variation(draws)) return VectorXd::Constant(draws.rows(), not_a_number);
  const VectorXd covariance = autocovariance(draws);
  return covariance / covariance[0];
}

double autocorrelation_time(const DrawsOfVariable& draws) {
  return static_cast<double>(draws.size()) / ess_mean(draws);
}

}  // namespace mcmc
