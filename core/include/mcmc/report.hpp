#pragma once

#include <Eigen/Core>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/diagnose.hpp"
#include "mcmc/permissions.hpp"
#include "mcmc/predict.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/summary.hpp"

/// What a page about a run shows: all numbers of its tables and plots.
namespace mcmc {

struct ReportSettings {
  std::size_t fit_draws = 200;  ///< at most so many draws, evenly spaced, make the fit
  std::chrono::duration<double> fit_time{2};  ///< fewer, but 10, where this would not do
  Permissions permissions;                    ///< of the run's pipeline
};

/// A variable's place in the model.
enum class VariableRole { parameter, derived, density };

/// The plots of one variable. Those of draws that are all equal or not all finite are empty.
struct VariablePlots {
  std::string name;
  VariableRole role = VariableRole::parameter;
  Eigen::VectorXd at;         ///< equally spaced values
  Eigen::VectorXd posterior;  ///< the density there, of all chains together
  Eigen::VectorXd prior;      ///< the prior's density there; empty where it is not known
  Eigen::MatrixXd trace;      ///< some of the draws: every `RunReport::trace_step`-th x chains
  Eigen::MatrixXd ranks;      ///< counts of draws whose rank is in each of equal intervals x chains
  Eigen::MatrixXd autocorrelation;  ///< lags from 0 x chains
};

/// How parameters are correlated: at most six, those with the strongest correlations.
struct ParameterPairs {
  std::vector<std::string> names;
  Eigen::MatrixXd correlations;  ///< names x names, of all draws together
};

/// The prediction of the response along one input, with all other inputs at their medians.
struct FitCurve {
  std::string input;
  Eigen::VectorXd at;
  Eigen::VectorXd mean;
  Eigen::VectorXd q5;
  Eigen::VectorXd q95;
};

/// A model beside the cases to which it was fitted.
struct Fit {
  std::string response;
  PosteriorPrediction cases;  ///< the model's own, or some of them
  std::size_t all_cases = 0;  ///< how many it has
  std::vector<FitCurve> curves;
  std::size_t draws = 0;  ///< that were used
};

struct RunReport {
  std::string run;  ///< the folder as the user named it
  std::size_t chains = 0;
  std::size_t iterations = 0;        ///< kept draws of each
  std::vector<Remark> verdict;       ///< on the draws
  std::vector<Remark> cost_remarks;  ///< on how they were made
  std::vector<SummaryRow> summary;
  std::vector<VariableRole> roles;  ///< of each row of the summary
  std::vector<VariablePlots> plots;
  ParameterPairs pairs;
  std::size_t trace_step = 1;
  std::vector<ComponentCost> costs;
  std::optional<Fit> fit;
  std::string pipeline;              ///< as the run wrote it, or empty
  std::string log;                   ///< of the run, or empty
  std::vector<std::string> notices;  ///< what the reader of the draws has to tell
  std::vector<std::string> missing;  ///< the parts that are left out, each with the reason
};

/// Gathers the report of a run from its folder. What needs a file that is not there any more, or
/// one that makes no sense any more, is left out, and `missing` says so.
/// @throws Error no_input for a folder without draws, bad_data for draws that cannot be read
RunReport report(const std::filesystem::path& run, const Registry& registry,
                 const ReportSettings& settings = {});

/// Where the page of a run stands unless it is put elsewhere. A new run in the folder removes it.
std::filesystem::path report_file(const std::filesystem::path& run);

/// As JSON in UTF-8 that may stand within a script element of HTML: without "<". Plotted numbers
/// are rounded to what can be seen.
std::string report_json(const RunReport& report);

}  // namespace mcmc
