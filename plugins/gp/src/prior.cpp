#include "mcmc/gp/prior.hpp"

#include <cmath>
#include <numbers>

namespace mcmc::gp {

Prior::~Prior() = default;

void NormalPrior::Options::declare(OptionTable& table) {
  table.add("mean", mean).required().doc("Mean of the parameter, which is a natural logarithm");
  table.add("sd", sd).required().above(0).doc("Standard deviation of the parameter");
}

NormalPrior::NormalPrior(const Options& options) : mean_(options.mean), sd_(options.sd) {}
NormalPrior::~NormalPrior() = default;

double NormalPrior::log_density(double value) const {
  const double z = (value - mean_) / sd_;
  return -z * z / 2 - std::log(sd_) - std::log(2 * std::numbers::pi) / 2;
}

double NormalPrior::draw(Random& random) const {
  return mean_ + sd_ * random.normal();
}

}  // namespace mcmc::gp
