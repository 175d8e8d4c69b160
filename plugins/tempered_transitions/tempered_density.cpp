#include "tempered_density.hpp"

#include <limits>

#include "mcmc/error.hpp"

namespace mcmc::tempered_transitions {

void TemperedDensity::Options::declare(OptionTable& table) {
  table.add("of", of).required().doc("The density that is raised to a power");
  table.add("power", power).required().above(0).at_most(1).doc("The power");
  table.add("part", part)
      .one_of({"density", "likelihood"})
      .doc("What is raised: the whole density, or its likelihood alone");
}

TemperedDensity::TemperedDensity(Options& options)
    : of_(options.of), power_(options.power), state_{of_->shared_parameters(), {}} {
  if (options.part == "density") return;
  prior_ = dynamic_cast<const HasLogPrior*>(&of_->density());
  if (prior_ == nullptr)
    throw OptionError("part",
                      "\"" + of_->name() + "\" does not tell its prior and likelihood apart");
}

TemperedDensity::~TemperedDensity() = default;

Evaluation TemperedDensity::log_density(const Eigen::VectorXd& x) {
  state_.x = x;
  const double whole = of_->log_density(state_);
  if (prior_ == nullptr || !(whole > -std::numeric_limits<double>::infinity()))
    return power_ * whole;
  const double log_prior = prior_->log_prior(x);
  return log_prior + power_ * (whole - log_prior);
}

}  // namespace mcmc::tempered_transitions
