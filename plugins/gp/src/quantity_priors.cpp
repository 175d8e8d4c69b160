#include "mcmc/gp/quantity_priors.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "mcmc/error.hpp"

namespace mcmc::gp {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

double log_gamma_density(double shape, double rate, double x) {
  return shape * std::log(rate) - std::lgamma(shape) + (shape - 1) * std::log(x) - rate * x;
}

/// Marsaglia and Tsang (2000), A simple method for generating gamma variables. As a logarithm, for
/// a small shape gives numbers that are none.
double draw_log_gamma(double shape, Random& random) {
  if (shape < 1) return draw_log_gamma(shape + 1, random) + std::log(random.uniform()) / shape;
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double z = random.normal();
    const double v = std::pow(1 + c * z, 3);
    if (v > 0 && std::log(random.uniform()) < z * z / 2 + d - d * v + d * std::log(v))
      return std::log(d * v);
  }
}

}  // namespace

QuantityPrior::~QuantityPrior() = default;
GammaPrior::~GammaPrior() = default;
InverseGammaPrior::~InverseGammaPrior() = default;
HalfCauchyPrior::~HalfCauchyPrior() = default;
HalfNormalPrior::~HalfNormalPrior() = default;
UniformPrior::~UniformPrior() = default;
PrecisionGammaPrior::~PrecisionGammaPrior() = default;

double QuantityPrior::log_density(double value) const {
  const double quantity = std::exp(value);
  if (!(quantity > 0) || !std::isfinite(quantity)) return minus_infinity;
  return log_density_of(quantity) + value;
}

double QuantityPrior::draw(Random& random) const {
  return std::log(draw_quantity(random));
}

void GammaPrior::Options::declare(OptionTable& table) {
  table.add("shape", shape).required().above(0).doc("Shape");
  table.add("rate", rate).required().above(0).doc("Rate: the mean is shape / rate");
}

double GammaPrior::log_density_of(double quantity) const {
  return log_gamma_density(options_.shape, options_.rate, quantity);
}

double GammaPrior::draw_quantity(Random& random) const {
  return std::exp(draw_log_gamma(options_.shape, random)) / options_.rate;
}

void InverseGammaPrior::Options::declare(OptionTable& table) {
  table.add("shape", shape).required().above(0).doc("Shape");
  table.add("scale", scale).required().above(0).doc("Scale: the mode is scale / (shape + 1)");
}

double InverseGammaPrior::log_density_of(double quantity) const {
  return log_gamma_density(options_.shape, options_.scale, 1 / quantity) - 2 * std::log(quantity);
}

double InverseGammaPrior::draw_quantity(Random& random) const {
  return options_.scale * std::exp(-draw_log_gamma(options_.shape, random));
}

void HalfCauchyPrior::Options::declare(OptionTable& table) {
  table.add("scale", scale).required().above(0).doc("The median");
}

double HalfCauchyPrior::log_density_of(double quantity) const {
  const double z = quantity / options_.scale;
  return std::log(2 / std::numbers::pi) - std::log(options_.scale) - std::log1p(z * z);
}

double HalfCauchyPrior::draw_quantity(Random& random) const {
  return options_.scale * std::tan(std::numbers::pi / 2 * random.uniform());
}

void HalfNormalPrior::Options::declare(OptionTable& table) {
  table.add("sd", sd).required().above(0).doc("Standard deviation of the normal that is halved");
}

double HalfNormalPrior::log_density_of(double quantity) const {
  const double z = quantity / options_.sd;
  return 0.5 * std::log(2 / std::numbers::pi) - std::log(options_.sd) - z * z / 2;
}

double HalfNormalPrior::draw_quantity(Random& random) const {
  return options_.sd * std::abs(random.normal());
}

void UniformPrior::Options::declare(OptionTable& table) {
  table.add("lower", lower).at_least(0).doc("The least value");
  table.add("upper", upper).required().above(0).doc("The largest value");
}

UniformPrior::UniformPrior(const Options& options) : options_(options) {
  if (!(options.upper > options.lower))
    throw OptionError("upper", "expected a number above \"lower\"");
}

double UniformPrior::log_density_of(double quantity) const {
  if (quantity < options_.lower || quantity > options_.upper) return minus_infinity;
  return -std::log(options_.upper - options_.lower);
}

double UniformPrior::draw_quantity(Random& random) const {
  return options_.lower + (options_.upper - options_.lower) * random.uniform();
}

void PrecisionGammaPrior::Options::declare(OptionTable& table) {
  table.add("width", width).required().above(0).doc("The mean of 1 / q^2 is 1 / width^2");
  table.add("alpha", alpha).required().above(0).doc("Twice the shape: small for a vague prior");
}

double PrecisionGammaPrior::log_density_of(double quantity) const {
  const double precision = 1 / (quantity * quantity);
  // |d precision / d q| = 2 q^-3
  return log_gamma_density(options_.alpha / 2, rate(), precision) + std::numbers::ln2 -
         3 * std::log(quantity);
}

double PrecisionGammaPrior::draw_quantity(Random& random) const {
  return std::exp((std::log(rate()) - draw_log_gamma(options_.alpha / 2, random)) / 2);
}

}  // namespace mcmc::gp
