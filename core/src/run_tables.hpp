#pragma once

#include <memory>
#include <string>
#include <vector>

#include "chain.hpp"

namespace mcmc {

/// tables/evaluations.csv: what each density and each transition did, summed over chains.
std::string evaluations_csv(const std::vector<std::unique_ptr<Chain>>& chains);

}  // namespace mcmc
