#include "mixture.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "mcmc/error.hpp"
#include "names.hpp"

namespace mcmc::toy {
namespace {

std::size_t common_dimension(const std::vector<Mixture::Mode>& modes) {
  if (modes.size() < 2) throw OptionError("modes", "expected at least two modes");
  const std::size_t dimension = modes.front().mean.size();
  if (dimension == 0) throw OptionError("modes", "expected at least one number in each `mean`");
  for (const Mixture::Mode& mode : modes)
    if (mode.mean.size() != dimension)
      throw OptionError("modes", "all means must have the same length; found " +
                                     std::to_string(dimension) + " and " +
                                     std::to_string(mode.mean.size()));
  return dimension;
}

}  // namespace

Mixture::Mixture(Options& options)
    : names_(coordinate_names(common_dimension(options.modes))),
      log_terms_(static_cast<Eigen::Index>(options.modes.size())) {
  double sum_of_weights = 0;
  for (const Mode& mode : options.modes) sum_of_weights += mode.weight;
  const auto d = static_cast<Eigen::Index>(names_.size());
  for (const Mode& mode : options.modes) {
    const double log_normaliser =
        -static_cast<double>(d) * std::log(std::sqrt(2 * std::numbers::pi) * mode.sd);
    components_.push_back({Eigen::Map<const Eigen::VectorXd>(mode.mean.data(), d), mode.sd,
                           std::log(mode.weight / sum_of_weights) + log_normaliser});
    weights_.push_back(mode.weight);
  }
}

Mixture::~Mixture() = default;

void Mixture::Mode::declare(OptionTable& table) {
  table.add("mean", mean).required().doc("Centre of the mode: one number for each coordinate");
  table.add("sd", sd).above(0).doc("Standard deviation of every coordinate within the mode");
  table.add("weight", weight)
      .above(0)
      .at_most(1e100)
      .doc("How much probability the mode has, relative to the others");
}

void Mixture::Options::declare(OptionTable& table) {
  table.add("modes", modes).required().doc("The Gaussian modes, at least two");
}

Evaluation Mixture::log_density(const Eigen::VectorXd& x) {
  for (std::size_t k = 0; k < components_.size(); ++k) {
    const Component& component = components_[k];
    const double distance = (x - component.mean).squaredNorm() / (component.sd * component.sd);
    log_terms_[static_cast<Eigen::Index>(k)] = component.log_factor - 0.5 * distance;
  }
  const double largest = log_terms_.maxCoeff();
  if (!std::isfinite(largest)) return largest;
  return largest + std::log((log_terms_.array() - largest).exp().sum());
}

void Mixture::draw_prior(Random& random, Eigen::VectorXd& x) const {
  const Component& component = components_[draw_index(random, weights_)];
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = component.mean[i] + component.sd * random.normal();
}

}  // namespace mcmc::toy
