#include "model.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "regression.hpp"

namespace mcmc::emulator {
namespace {

/// The wide normal density that stands for an unknown prior: its standard deviation in whitened
/// units.
constexpr double wide = 3.0;

/// The Student density's degrees of freedom, and its scale in whitened units.
constexpr double degrees_of_freedom = 4.0;
constexpr double tail_scale = 1.5;

/// How far the surface may rise above all that was seen, in nats.
constexpr double allowance = 1.0;

/// The depth as it is; beyond `limit` its logarithm counts, so that cliffs do not bend the surface
/// where it matters. It is never more than the depth: the surface falls off no faster than the
/// target.
double tamed(double depth, double limit) {
  return depth <= limit ? depth : limit * (1 + std::log(depth / limit));
}

/// The indices of the points that matter most: those within the typical depth, at least `least`.
std::vector<Eigen::Index> near_the_best(const Eigen::VectorXd& log_densities, double depth,
                                        std::size_t least) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(log_densities.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return log_densities[a] > log_densities[b];
  });
  const double best = log_densities.maxCoeff();
  std::size_t count = 0;
  while (count < order.size() && (count < least || log_densities[order[count]] > best - depth))
    ++count;
  order.resize(count);
  return order;
}

}  // namespace

double typical_depth(Eigen::Index dimension) {
  const double half = 0.5 * static_cast<double>(dimension);
  return half + 3 * std::sqrt(half);
}

bool Model::can_learn(const Evidence& evidence) {
  return evidence.size() >= 2 * Surface::trend_terms(evidence.points().rows());
}

Model::Model(const Evidence& evidence, const HasLogPrior* prior, const ModelOptions& options,
             const Model* previous)
    : defensive_weight_(options.defensive_weight) {
  const Eigen::VectorXd log_densities = evidence.log_densities();
  const Eigen::Index dimension = evidence.points().rows();
  best_ = log_densities.maxCoeff();
  whiten(evidence);
  RegressionData data{Eigen::MatrixXd(dimension, evidence.size()), Eigen::VectorXd(evidence.size()),
                      Eigen::VectorXd(evidence.size())};
  const double half = 0.5 * static_cast<double>(dimension);
  Eigen::VectorXd x, z;
  for (Eigen::Index i = 0; i < evidence.size(); ++i) {
    x = evidence.points().col(i);
    whitening_.apply(x, z);
    const double depth = tamed(best_ - log_densities[i], options.depth);
    data.z.col(i) = z;
    data.y[i] = best_ - depth - log_base(x, prior, z);
    data.noise[i] = 1 + std::pow(depth / (half + 4), 2);
  }
  level_ = data.y.maxCoeff();
  data.y.array() -= level_;
  hyperparameters_ =
      learn_hyperparameters(data, previous ? previous->hyperparameters() : Hyperparameters{});
  surface_ = fit_surface(data, hyperparameters_, options.size);
}

void Model::whiten(const Evidence& evidence) {
  const Eigen::Index dimension = evidence.points().rows();
  const std::vector<Eigen::Index> near =
      near_the_best(evidence.log_densities(), typical_depth(dimension),
                    static_cast<std::size_t>(Surface::trend_terms(dimension)));
  const Eigen::MatrixXd points = evidence.points()(Eigen::all, near);
  whitening_.centre = points.rowwise().mean();
  const Eigen::MatrixXd deviations = points.colwise() - whitening_.centre;
  Eigen::MatrixXd covariance =
      deviations * deviations.transpose() / static_cast<double>(near.size());
  // Points on a line have no covariance to divide by.
  covariance.diagonal() +=
      1e-8 * covariance.diagonal() +
      Eigen::VectorXd::Constant(dimension, 1e-12 * covariance.trace() + 1e-300);
  whitening_.matrix =
      covariance.llt().matrixL().solve(Eigen::MatrixXd::Identity(dimension, dimension));
  const double half = 0.5 * static_cast<double>(dimension);
  tail_constant_ = best_ + half * std::log(2 * std::numbers::pi) +
                   std::lgamma(0.5 * degrees_of_freedom + half) -
                   std::lgamma(0.5 * degrees_of_freedom) -
                   half * std::log(degrees_of_freedom * std::numbers::pi * tail_scale * tail_scale);
}

double Model::log_base(const Eigen::VectorXd& x, const HasLogPrior* prior,
                       const Eigen::VectorXd& z) const {
  return prior != nullptr ? prior->log_prior(x) : -0.5 * z.squaredNorm() / (wide * wide);
}

double Model::log_tail(const Eigen::VectorXd& z) const {
  const double exponent = 0.5 * (degrees_of_freedom + static_cast<double>(z.size()));
  return tail_constant_ -
         exponent * std::log1p(z.squaredNorm() / (degrees_of_freedom * tail_scale * tail_scale));
}

double Model::log_density(const Eigen::VectorXd& x, const HasLogPrior* prior,
                          Scratch& scratch) const {
  whitening_.apply(x, scratch.z);
  const double base = log_base(x, prior, scratch.z);
  const double body =
      base + level_ + std::min(surface_.value(scratch), allowance) + std::log1p(-defensive_weight_);
  const double tail = log_tail(scratch.z) + std::log(defensive_weight_);
  const double larger = std::max(body, tail);
  return larger + std::log1p(std::exp(std::min(body, tail) - larger));
}

void Model::persist(Archive& archive) {
  archive.array("whitening.centre", whitening_.centre);
  Eigen::VectorXd matrix = whitening_.matrix.reshaped();
  archive.array("whitening.matrix", matrix);
  whitening_.matrix = matrix.reshaped(whitening_.centre.size(), whitening_.centre.size());
  archive.array("length_scales", hyperparameters_.length_scales);
  surface_.persist(archive);
  Eigen::VectorXd numbers(6);
  numbers << hyperparameters_.amplitude, hyperparameters_.noise, best_, level_, tail_constant_,
      defensive_weight_;
  archive.array("constants", numbers);
  hyperparameters_.amplitude = numbers[0];
  hyperparameters_.noise = numbers[1];
  best_ = numbers[2];
  level_ = numbers[3];
  tail_constant_ = numbers[4];
  defensive_weight_ = numbers[5];
}

}  // namespace mcmc::emulator
