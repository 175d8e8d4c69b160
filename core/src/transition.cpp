#include "mcmc/transition.hpp"

#include <Eigen/Core>

namespace mcmc {

void StepReport::proposal(double acceptance_probability) {
  ++proposals_;
  acceptance_sum_ += acceptance_probability;
}

StepReport& StepReport::operator+=(const StepReport& other) {
  proposals_ += other.proposals_;
  acceptance_sum_ += other.acceptance_sum_;
  return *this;
}

double StepReport::mean_acceptance() const {
  return proposals_ == 0 ? 1.0 : acceptance_sum_ / static_cast<double>(proposals_);
}

void StepReport::persist(Archive& archive) {
  archive.integer("proposals", proposals_);
  archive.number("acceptance_sum", acceptance_sum_);
}

Transition::~Transition() = default;

void Transition::step(State& x, Random& random, StepReport& report) {
  before_ = x.x;
  StepReport of_this_step;
  try {
    move(x, random, of_this_step);
  } catch (...) {
    x.x = before_;
    throw;
  }
  ++steps_;
  tally_ += of_this_step;
  report += of_this_step;
}

void Transition::persist_tally(Archive& archive) {
  archive.integer("steps", steps_);
  tally_.persist(archive);
}

}  // namespace mcmc
