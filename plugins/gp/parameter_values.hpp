#pragma once

#include <Eigen/Core>
#include <string>

#include "mcmc/gp/model.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The point that a map gives: a value for each parameter under its own name (`log_rho`) or under
/// that of the quantity itself (`rho`), one number for all elements of a vector or a list.
/// @param option what the map is called in the pipeline
/// @throws OptionError for what is missing, unknown, given twice, not a number, or not positive
Eigen::VectorXd parameter_values(const Node& node, const Model& model, const std::string& option);

}  // namespace mcmc::gp
