#pragma once

#include <set>
#include <string>
#include <vector>

#include "mcmc/error_list.hpp"
#include "mcmc/node.hpp"

namespace mcmc {

/// Notes an error for every key of a map that is not among the known ones. Returns the known keys
/// which those probably mean: that these are missing is no error of its own.
std::set<std::string> note_unknown_keys(const Node& map, std::vector<std::string> known,
                                        ErrorList& errors);

}  // namespace mcmc
