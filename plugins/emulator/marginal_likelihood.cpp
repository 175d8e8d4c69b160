#include "marginal_likelihood.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mcmc::emulator {
namespace {

/// Where the function bends more than the length scales allow for, more noise would explain it too;
/// but only more basis functions follow it.
constexpr double largest_noise = 0.03;

constexpr double square(double value) {
  return value * value;
}

/// Log density of a normal distribution of the logarithm, up to a constant.
double log_normal(double value, double typical, double log_sd) {
  return -0.5 * square(std::log(value / typical) / log_sd);
}

}  // namespace

MarginalLikelihood::MarginalLikelihood(const Eigen::MatrixXd& z, const Eigen::VectorXd& y,
                                       const Eigen::VectorXd& noise)
    : noise_variances_(noise.cwiseAbs2()),
      trend_and_y_(z.cols(), Surface::trend_terms(z.rows()) + 1) {
  Eigen::VectorXd terms(Surface::trend_terms(z.rows()));
  for (Eigen::Index i = 0; i < z.cols(); ++i) {
    Surface::fill_trend(z.col(i), terms);
    trend_and_y_.row(i).head(terms.size()) = trend_sd * terms.transpose();
  }
  trend_and_y_.rightCols(1) = y;
  for (Eigen::Index k = 0; k < z.rows(); ++k) {
    const Eigen::VectorXd row = z.row(k);
    squared_distances_.emplace_back(
        (row.replicate(1, z.cols()) - row.transpose().replicate(z.cols(), 1)).cwiseAbs2());
  }
}

double MarginalLikelihood::operator()(const Hyperparameters& hyperparameters) {
  covariance_.setZero(trend_and_y_.rows(), trend_and_y_.rows());
  double log_prior =
      log_normal(hyperparameters.amplitude, 3, 2) + log_normal(hyperparameters.noise, 0.02, 2);
  for (std::size_t k = 0; k < squared_distances_.size(); ++k) {
    const double length_scale = hyperparameters.length_scales[static_cast<Eigen::Index>(k)];
    covariance_ += (0.5 / square(length_scale)) * squared_distances_[k];
    log_prior += log_normal(length_scale, 3, 1);
  }
  covariance_ = square(hyperparameters.amplitude) * bump(covariance_.array()).matrix();
  covariance_.diagonal() += square(hyperparameters.noise) * noise_variances_;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(covariance_);
  // The trend enters as a matrix of low rank: added to the covariance, its large variance would
  // drown the noise.
  const Eigen::MatrixXd whitened = factor.matrixL().solve(trend_and_y_);
  const Eigen::Index terms = whitened.cols() - 1;
  const auto trend = whitened.leftCols(terms);
  const auto y = whitened.col(terms);
  const Eigen::LLT<Eigen::MatrixXd> trend_factor(Eigen::MatrixXd::Identity(terms, terms) +
                                                 trend.transpose() * trend);
  const Eigen::VectorXd explained = trend_factor.matrixL().solve(trend.transpose() * y);
  const double value = log_prior - 0.5 * (y.squaredNorm() - explained.squaredNorm()) -
                       covariance_.diagonal().array().log().sum() -
                       trend_factor.matrixLLT().diagonal().array().log().sum();
  const bool is_valid = factor.info() == Eigen::Success && std::isfinite(value);
  return is_valid ? value : -std::numeric_limits<double>::infinity();
}

Hyperparameters maximise(MarginalLikelihood& objective, Hyperparameters start, int sweeps) {
  const auto search = [&](double& value, double low, double high) {
    const auto cost = [&](double log_value) {
      value = std::exp(log_value);
      return std::min(-objective(start), std::numeric_limits<double>::max());
    };
    constexpr int bits = 7;
    std::uintmax_t evaluations = 12;
    value = std::exp(boost::math::tools::brent_find_minima(cost, std::log(low), std::log(high),
                                                           bits, evaluations)
                         .first);
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    search(start.amplitude, 0.03, 300);
    for (double& length_scale : start.length_scales) search(length_scale, 0.3, 30);
    search(start.noise, 1e-3, largest_noise);
  }
  return start;
}

}  // namespace mcmc::emulator
