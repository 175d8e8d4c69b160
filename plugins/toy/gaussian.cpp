#include "gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "mcmc/error.hpp"
#include "names.hpp"

namespace mcmc::toy {
namespace {

void fill_in(Gaussian::Options& options) {
  if (!options.dimension) {
    const std::size_t listed = std::max(options.mean.size(), options.sd.size());
    options.dimension = std::max<std::size_t>(listed, 1);
  }
  if (options.mean.empty()) options.mean.assign(*options.dimension, 0.0);
  if (options.sd.empty()) options.sd.assign(*options.dimension, 1.0);
}

void require_length(const char* option, const std::vector<double>& list, std::size_t dimension) {
  if (list.size() != dimension)
    throw OptionError(option, "expected one number for each of the " + std::to_string(dimension) +
                                  " dimensions, found " + std::to_string(list.size()));
}

Gaussian::Options& checked(Gaussian::Options& options) {
  fill_in(options);
  require_length("mean", options.mean, *options.dimension);
  require_length("sd", options.sd, *options.dimension);
  const auto others = static_cast<double>(*options.dimension - 1);
  if (others == 0 && options.correlation != 0)
    throw OptionError("correlation", "one dimension has no correlation; leave it out");
  if (1 + others * options.correlation <= 0)
    throw OptionError("correlation", "expected a number above -1 / (dimension - 1)");
  return options;
}

Eigen::VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

Gaussian::Gaussian(Options& options)
    : names_(coordinate_names(*checked(options).dimension)),
      mean_(as_vector(options.mean)),
      sd_(as_vector(options.sd)),
      one_over_sd_(sd_.cwiseInverse()) {
  const auto d = static_cast<double>(names_.size());
  along_ = 1 + (d - 1) * options.correlation;
  across_ = 1 - options.correlation;
  log_normaliser_ = -0.5 * d * std::log(2 * std::numbers::pi) - sd_.array().log().sum() -
                    0.5 * (std::log(along_) + (d - 1) * std::log(across_));
}

Gaussian::~Gaussian() = default;

void Gaussian::Options::declare(OptionTable& table) {
  table.add("dimension", dimension)
      .at_least(1)
      .at_most(100'000)
      .default_is("the length of `mean` or `sd`, else 1")
      .doc("The number of coordinates");
  table.add("mean", mean).default_is("all 0").doc("Mean of each coordinate");
  table.add("sd", sd).above(0).default_is("all 1").doc("Standard deviation of each coordinate");
  table.add("correlation", correlation)
      .above(-1)
      .below(1)
      .doc("Correlation of every pair of coordinates");
}

Evaluation Gaussian::log_density(const Eigen::VectorXd& x) {
  double sum = 0;
  double squares = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double z = (x[i] - mean_[i]) * one_over_sd_[i];
    sum += z;
    squares += z * z;
  }
  if (!std::isfinite(squares)) return -std::numeric_limits<double>::infinity();
  const double along = sum * sum / static_cast<double>(x.size());
  return log_normaliser_ - 0.5 * (along / along_ + (squares - along) / across_);
}

void Gaussian::draw_prior(Random& random, Eigen::VectorXd& x) const {
  for (double& z : x) z = random.normal();
  const double mean = x.mean();
  x.array() = std::sqrt(along_) * mean + std::sqrt(across_) * (x.array() - mean);
  x = mean_ + sd_.cwiseProduct(x);
}

}  // namespace mcmc::toy
