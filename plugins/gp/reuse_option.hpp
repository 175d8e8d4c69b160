#pragma once

#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The option `reuse`, which a `StagedLikelihood` takes.
void declare_reuse(OptionTable& table, bool& reuse);

}  // namespace mcmc::gp
