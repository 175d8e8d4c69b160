#include "banana.hpp"

#include <cmath>
#include <numbers>

#include "names.hpp"

namespace mcmc::toy {

Banana::Banana(Options& options)
    : names_(coordinate_names(2)), sd_(options.sd), bend_(options.bend) {}
Banana::~Banana() = default;

void Banana::Options::declare(OptionTable& table) {
  table.add("sd", sd).above(0).doc("Standard deviation of x.1");
  table.add("bend", bend).doc("How much x.2 falls with the square of x.1; 0 leaves a Gaussian");
}

Evaluation Banana::log_density(const Eigen::VectorXd& x) {
  const double z1 = x[0] / sd_;
  const double z2 = x[1] + shift(x[0]);
  return -std::log(2 * std::numbers::pi * sd_) - 0.5 * (z1 * z1 + z2 * z2);
}

void Banana::draw_prior(Random& random, Eigen::VectorXd& x) const {
  x[0] = sd_ * random.normal();
  x[1] = random.normal() - shift(x[0]);
}

}  // namespace mcmc::toy
