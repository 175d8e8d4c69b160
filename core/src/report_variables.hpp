#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/report.hpp"

namespace mcmc {

/// Draws from the prior: of some variables, in columns.
struct PriorDraws {
  std::vector<std::string> names;
  Eigen::MatrixXd values;
};

/// Every so many draws of a chain of this length are enough for a trace.
std::size_t trace_step(Eigen::Index iterations);

/// @param derived the names of those that are derived from parameters
std::vector<VariableRole> roles_of(const std::vector<SummaryRow>& summary,
                                   const std::vector<std::string>& derived);

/// Of parameters that are plotted.
ParameterPairs pairs_of(const Draws& draws, const std::vector<VariablePlots>& plots);

/// The variables that are plotted: of each role at most 24, the least settled ones, in the order of
/// the draws. `missing` is told which are left out.
std::vector<VariablePlots> plots_of(const Draws& draws, const std::vector<SummaryRow>& summary,
                                    const std::vector<VariableRole>& roles, const PriorDraws& prior,
                                    std::vector<std::string>& missing);

}  // namespace mcmc
