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

void Gamma::declare(OptionTable& table) {
  table.add("shape", shape).required().above(0).doc("Shape");
  table.add("rate", rate).required().above(0).doc("Rate: the mean is shape / rate");
}

double Gamma::log_density(double quantity) const {
  return log_gamma_density(shape, rate, quantity);
}

double Gamma::draw_log(Random& random) const {
  return draw_log_gamma(shape, random) - std::log(rate);
}

void InverseGamma::declare(OptionTable& table) {
  table.add("shape", shape).required().above(0).doc("Shape");
  table.add("scale", scale).required().above(0).doc("Scale: the mode is scale / (shape + 1)");
}

double InverseGamma::log_density(double quantity) const {
  return log_gamma_density(shape, scale, 1 / quantity) - 2 * std::log(quantity);
}

double InverseGamma::draw_log(Random& random) const {
  return std::log(scale) - draw_log_gamma(shape, random);
}

void HalfCauchy::declare(OptionTable& table) {
  table.add("scale", scale).required().above(0).doc("The median");
}

double HalfCauchy::log_density(double quantity) const {
  const double z = quantity / scale;
  return std::log(2 / std::numbers::pi) - std::log(scale) - std::log1p(z * z);
}

double HalfCauchy::draw_log(Random& random) const {
  return std::log(scale * std::tan(std::numbers::pi / 2 * random.uniform()));
}

void HalfNormal::declare(OptionTable& table) {
  table.add("sd", sd).required().above(0).doc("Standard deviation of the normal that is halved");
}

double HalfNormal::log_density(double quantity) const {
  const double z = quantity / sd;
  return 0.5 * std::log(2 / std::numbers::pi) - std::log(sd) - z * z / 2;
}

double HalfNormal::draw_log(Random& random) const {
  return std::log(sd * std::abs(random.normal()));
}

void Uniform::declare(OptionTable& table) {
  table.add("lower", lower).at_least(0).doc("The least value");
  table.add("upper", upper).required().above(0).doc("The largest value");
}

void Uniform::check() const {
  if (!(upper > lower)) throw OptionError("upper", "expected a number above \"lower\"");
}

double Uniform::log_density(double quantity) const {
  if (quantity < lower || quantity > upper) return minus_infinity;
  return -std::log(upper - lower);
}

double Uniform::draw_log(Random& random) const {
  return std::log(lower + (upper - lower) * random.uniform());
}

void PrecisionGamma::declare(OptionTable& table) {
  table.add("width", width).required().above(0).doc("The mean of 1 / q^2 is 1 / width^2");
  table.add("alpha", alpha).required().above(0).doc("Twice the shape: small for a vague prior");
}

double PrecisionGamma::log_density(double quantity) const {
  const double precision = 1 / (quantity * quantity);
  // |d precision / d q| = 2 q^-3
  return log_gamma_density(alpha / 2, rate(), precision) + std::numbers::ln2 -
         3 * std::log(quantity);
}

double PrecisionGamma::draw_log(Random& random) const {
  return (std::log(rate()) - draw_log_gamma(alpha / 2, random)) / 2;
}

FixedPrior::~FixedPrior() = default;

void FixedPrior::Options::declare(OptionTable& table) {
  table.add("value", value)
      .required()
      .above(0)
      .doc("The quantity itself, such as sigma where the key is log_sigma");
}

double FixedPrior::log_density(double value) const {
  return value == logarithm_ ? 0 : minus_infinity;
}

}  // namespace mcmc::gp
