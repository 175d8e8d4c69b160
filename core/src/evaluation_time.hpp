#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>

#include "mcmc/density.hpp"

namespace mcmc {

/// The mean CPU seconds of a whole evaluation at x, as a chain that comes from elsewhere pays for
/// it: memory is warm, but nothing that was computed for x can be used again. @pre times > 0
double seconds_of_full_evaluation(Density& density, const Eigen::VectorXd& x, std::size_t times);

/// How long the same takes, by the clock, from a few evaluations: an estimate for people, soon at
/// hand. The shortest is taken, for the machine may be busy.
double estimated_seconds_of_full_evaluation(Density& density, const Eigen::VectorXd& x);

/// "1.3 microseconds", "22.0 ms", "4.2 s".
std::string seconds_in_units(double seconds);

}  // namespace mcmc
