#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace mcmc::gp {

/// The columns of the inputs that are chosen by name, in this order, or of all for an empty choice.
/// @throws OptionError about `option` for one that is no input or is chosen twice
std::vector<Eigen::Index> choose_inputs(const std::vector<std::string>& chosen,
                                        const std::vector<std::string>& input_names,
                                        const std::string& option);

}  // namespace mcmc::gp
