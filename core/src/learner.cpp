#include "mcmc/learner.hpp"

namespace mcmc {

Learner::~Learner() = default;
void Learner::observe(const Eigen::VectorXd&, double) {}
void Learner::fit(std::span<Learner* const>) {}

}  // namespace mcmc
