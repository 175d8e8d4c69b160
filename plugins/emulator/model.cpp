#include "model.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "mcmc/random.hpp"

namespace mcmc::emulator {
namespace {

/// The wide normal density that stands for an unknown prior: its standard deviation in whitened
/// units.
constexpr double wide = 3.0;

/// The Student density's degrees of freedom, and its scale in whitened units.
constexpr double degrees_of_freedom = 4.0;
constexpr double tail_scale = 1.5;

/// Draws for the mass of the surface: as many at once, until the weights are worth so many equal
/// ones, which tells it within some tenths, or there are too many draws.
constexpr std::size_t draws_at_once = 1000;
constexpr double enough_equal_weights = 30;
constexpr std::size_t most_draws = 16000;

/// How far the surface may rise above all that was seen, in nats.
constexpr double allowance = 1.0;

/// What a feature is taken not to share with x, at least, of its variance near the best.
constexpr double unexplained_share = 0.01;

/// The depth as it is; beyond `limit` its logarithm counts, so that cliffs do not bend the surface
/// where it matters. It is never more than the depth: the surface falls off no faster than the
/// target.
double tamed(double depth, double limit) {
  return depth <= limit ? depth : limit * (1 + std::log(depth / limit));
}

/// The height that the surface is to have at a point, above its zero, where the target's is
/// `height` and its depth below the best is `depth`. Far down it is higher than the target's, as
/// the depth is tamed, but not lifted above zero by it: where log pi is low because the base is,
/// the surface has no reason to rise.
double tamed_height(double height, double depth, double limit) {
  const double lifted = height + depth - tamed(depth, limit);
  return std::min({lifted, -tamed(-height, limit), allowance});
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

Eigen::Index feature_count(const TargetKnowledge& target) {
  return target.features != nullptr ? target.features->feature_count() : 0;
}

/// x, then the features.
void fill_coordinates(const Eigen::VectorXd& x, const TargetKnowledge& target,
                      Eigen::VectorXd& coordinates) {
  const Eigen::Index features = feature_count(target);
  coordinates.resize(x.size() + features);
  coordinates.head(x.size()) = x;
  if (features > 0) target.features->features(x, coordinates.tail(features));
}

/// One column for each point.
Eigen::MatrixXd coordinates_of(const Evidence& evidence, const TargetKnowledge& target) {
  Eigen::MatrixXd coordinates(Model::coordinates(evidence, target), evidence.size());
  Eigen::VectorXd x, at_x;
  for (Eigen::Index i = 0; i < evidence.size(); ++i) {
    x = evidence.points().col(i);
    fill_coordinates(x, target, at_x);
    coordinates.col(i) = at_x;
  }
  return coordinates;
}

/// Draws as many weights as it takes.
template <class LogWeightOfADraw>
double log_mean_weight(const LogWeightOfADraw& log_weight_of_a_draw) {
  std::vector<double> log_weights;
  double log_mean = 0, equal_weights = 0;
  do {
    for (std::size_t i = 0; i < draws_at_once; ++i) log_weights.push_back(log_weight_of_a_draw());
    const auto count = static_cast<Eigen::Index>(log_weights.size());
    const Eigen::Map<const Eigen::ArrayXd> all(log_weights.data(), count);
    const double largest = all.maxCoeff();
    const Eigen::ArrayXd weights = (all - largest).exp();
    log_mean = largest + std::log(weights.mean());
    equal_weights = std::pow(weights.sum(), 2) / weights.square().sum();
  } while (!(equal_weights >= enough_equal_weights) && log_weights.size() < most_draws);
  return log_mean;
}

}  // namespace

double typical_depth(Eigen::Index dimension) {
  const double half = 0.5 * static_cast<double>(dimension);
  return half + 3 * std::sqrt(half);
}

bool Model::can_learn(const Evidence& evidence, const TargetKnowledge& target) {
  return evidence.size() >= 2 * Surface::trend_terms(coordinates(evidence, target));
}

Eigen::Index Model::coordinates(const Evidence& evidence, const TargetKnowledge& target) {
  return evidence.points().rows() + feature_count(target);
}

Model::Model(const Evidence& evidence, const TargetKnowledge& target, const ModelOptions& options,
             const Model* previous)
    : defensive_weight_(options.defensive_weight) {
  const Eigen::VectorXd log_densities = evidence.log_densities();
  const Eigen::Index dimension = evidence.points().rows();
  const Eigen::MatrixXd coordinates = coordinates_of(evidence, target);
  best_ = log_densities.maxCoeff();
  whiten(coordinates, log_densities, dimension);
  const RegressionData data = set_level_and_whiten(evidence, coordinates, target, options.depth);
  hyperparameters_ =
      learn_hyperparameters(data, previous ? previous->hyperparameters() : Hyperparameters{});
  surface_ = fit_surface(data, hyperparameters_, options.size);
  measure_mass(target, dimension);
}

RegressionData Model::set_level_and_whiten(const Evidence& evidence,
                                           const Eigen::MatrixXd& coordinates,
                                           const TargetKnowledge& target, double depth_limit) {
  const Eigen::Index count = evidence.size();
  RegressionData data{Eigen::MatrixXd(coordinates.rows(), count), Eigen::VectorXd(count),
                      Eigen::VectorXd(count)};
  const Eigen::VectorXd depths = best_ - evidence.log_densities().array();
  const double relevant = std::max(depth_limit, typical_depth(evidence.points().rows()));
  level_ = -std::numeric_limits<double>::infinity();
  Eigen::VectorXd x, z;
  for (Eigen::Index i = 0; i < count; ++i) {
    x = evidence.points().col(i);
    whitening_.apply(coordinates.col(i), z);
    data.z.col(i) = z;
    data.y[i] = evidence.log_densities()[i] - log_base(x, target, z);
    if (depths[i] <= relevant) level_ = std::max(level_, data.y[i]);
  }
  const double half = 0.5 * static_cast<double>(evidence.points().rows());
  for (Eigen::Index i = 0; i < count; ++i) {
    data.y[i] = tamed_height(data.y[i] - level_, depths[i], depth_limit);
    data.noise[i] = 1 + std::pow(tamed(depths[i], depth_limit) / (half + 4), 2);
  }
  return data;
}

/// By importance sampling with draws of the Student density, and capped by the mass of a normal
/// density as wide as the points near the best: where the surface is high far away, which nothing
/// supports, few draws of large weight would say more.
void Model::measure_mass(const TargetKnowledge& target, Eigen::Index dimension) {
  const double half = 0.5 * static_cast<double>(dimension);
  tail_constant_ = std::lgamma(0.5 * degrees_of_freedom + half) -
                   std::lgamma(0.5 * degrees_of_freedom) -
                   half * std::log(degrees_of_freedom * std::numbers::pi * tail_scale * tail_scale);
  const auto unwhiten =
      whitening_.matrix.topLeftCorner(dimension, dimension).triangularView<Eigen::Lower>();
  const auto stream = make_random_stream(0, 0, Purpose::learning);  // the same for every fit
  Random& random = *stream;
  Scratch scratch;
  Eigen::VectorXd z(dimension), x(dimension);
  const auto log_weight_of_a_draw = [&] {
    double chi_squared = 0;
    for (int k = 0; k < degrees_of_freedom; ++k) chi_squared += std::pow(random.normal(), 2);
    for (double& element : z) element = random.normal();
    z *= tail_scale * std::sqrt(degrees_of_freedom / chi_squared);
    x = whitening_.centre.head(dimension) + unwhiten.solve(z);
    return log_body(x, target, scratch, 1) - log_tail(z);
  };
  const double log_mass = log_mean_weight(log_weight_of_a_draw);
  const double cap = best_ + half * std::log(2 * std::numbers::pi);
  // False where all draws are outside the support, too, and it is no number.
  tail_constant_ += log_mass < cap ? log_mass : cap;
}

/// The matrix is lower triangular: features are whitened given x, and x as if there were none.
void Model::whiten(const Eigen::MatrixXd& coordinates, const Eigen::VectorXd& log_densities,
                   Eigen::Index dimension) {
  const Eigen::Index size = coordinates.rows();
  const std::vector<Eigen::Index> near =
      near_the_best(log_densities, typical_depth(dimension),
                    static_cast<std::size_t>(Surface::trend_terms(size)));
  const Eigen::MatrixXd points = coordinates(Eigen::all, near);
  whitening_.centre = points.rowwise().mean();
  const Eigen::MatrixXd deviations = points.colwise() - whitening_.centre;
  Eigen::MatrixXd covariance =
      deviations * deviations.transpose() / static_cast<double>(near.size());
  // A feature that near the best nearly follows from x is not to be magnified.
  covariance.diagonal().tail(size - dimension) *= 1 + unexplained_share;
  // Points on a line have no covariance to divide by.
  covariance.diagonal() += 1e-8 * covariance.diagonal() +
                           Eigen::VectorXd::Constant(size, 1e-12 * covariance.trace() + 1e-300);
  whitening_.matrix = covariance.llt().matrixL().solve(Eigen::MatrixXd::Identity(size, size));
}

double Model::log_base(const Eigen::VectorXd& x, const TargetKnowledge& target,
                       const Eigen::VectorXd& z) const {
  return target.prior != nullptr ? target.prior->log_prior(x)
                                 : -0.5 * z.head(x.size()).squaredNorm() / (wide * wide);
}

double Model::log_tail(const Eigen::Ref<const Eigen::VectorXd>& z) const {
  const double exponent = 0.5 * (degrees_of_freedom + static_cast<double>(z.size()));
  return tail_constant_ -
         exponent * std::log1p(z.squaredNorm() / (degrees_of_freedom * tail_scale * tail_scale));
}

double Model::log_body(const Eigen::VectorXd& x, const TargetKnowledge& target, Scratch& scratch,
                       double power) const {
  fill_coordinates(x, target, scratch.coordinates);
  whitening_.apply(scratch.coordinates, scratch.z);
  const double base = log_base(x, target, scratch.z);
  return base + level_ + power * std::min(surface_.value(scratch), allowance);
}

double Model::log_density(const Eigen::VectorXd& x, const TargetKnowledge& target, Scratch& scratch,
                          double power) const {
  const double body = log_body(x, target, scratch, power) + std::log1p(-defensive_weight_);
  const double tail = log_tail(scratch.z.head(x.size())) + std::log(defensive_weight_);
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
