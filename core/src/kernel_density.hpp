#pragma once

#include <Eigen/Core>

namespace mcmc {

/// The density of the distribution that draws come from, at the points `at`: a mean of normal
/// densities about the draws, whose width is that of Silverman (1986), "Density estimation for
/// statistics and data analysis", equation 3.31. Draws that are all positive and less skewed on the
/// log scale are smoothed there, so that nothing leaks below zero.
/// @pre draws are finite and not all equal
Eigen::VectorXd kernel_density(const Eigen::VectorXd& draws, const Eigen::VectorXd& at);

}  // namespace mcmc
