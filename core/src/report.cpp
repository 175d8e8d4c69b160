#include "mcmc/report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "mcmc/abilities.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/pipeline.hpp"
#include "posterior_prediction.hpp"
#include "report_fit.hpp"
#include "report_variables.hpp"
#include "run_directory.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;

constexpr Index prior_draws = 16000;
/// Of a file that is shown as it is: a longer one would make the page heavy.
constexpr std::size_t most_text = 200'000;

/// Empty when it cannot be read.
std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  std::string all = text.str();
  if (all.size() <= most_text) return all;
  all.resize(most_text);
  return all + "\n... (the file goes on)\n";
}

std::vector<std::string> derived_names(const Density& density) {
  const auto* derives = dynamic_cast<const HasDerivedOutputs*>(&density);
  return derives == nullptr ? std::vector<std::string>() : derives->derived_names();
}

/// Of the parameters and what is derived from them.
PriorDraws draw_prior(const Density& density, std::uint64_t seed) {
  const auto* prior = dynamic_cast<const CanDrawPrior*>(&density);
  if (prior == nullptr) return {};
  PriorDraws draws{{density.parameters().begin(), density.parameters().end()}, {}};
  const auto parameters = static_cast<Index>(draws.names.size());
  for (std::string& name : derived_names(density)) draws.names.push_back(std::move(name));
  draws.values.resize(prior_draws, static_cast<Index>(draws.names.size()));
  const auto random = make_random_stream(seed, 0, Purpose::data);
  Eigen::VectorXd x(parameters), derived(draws.values.cols() - parameters);
  for (Index i = 0; i < prior_draws; ++i) {
    prior->draw_prior(*random, x);
    if (const auto* derives = dynamic_cast<const HasDerivedOutputs*>(&density))
      derives->derive(x, derived);
    draws.values.row(i) << x.transpose(), derived.transpose();
  }
  return draws;
}

void read_costs(const RunDirectory& folder, RunReport& report) {
  try {
    report.costs = read_component_costs(folder.evaluations());
    report.cost_remarks = diagnose_costs(report.costs);
  } catch (const Error& error) {
    report.missing.push_back(
        fmt::format("There is no table of costs, which a run writes at its end: {}", error.what()));
  }
}

/// What the run's pipeline tells beyond the draws.
struct Model {
  std::vector<std::string> derived;
  PriorDraws prior;
};

Model rebuild_model(const Draws& draws, const RunDirectory& folder, const Registry& registry,
                    const ReportSettings& settings, RunReport& report) {
  const Pipeline pipeline(folder.pipeline(), registry, {}, settings.permissions);
  const ChainPlan plan = pipeline.build();
  Density& density = plan.target().density();
  const Eigen::VectorXd first = pooled_points(draws, plan.target().parameters()).col(0);
  if (const auto change = difference_from_the_run(density, draws, first))
    report.missing.push_back("The model may not be that of the run: " + *change);
  Model model{derived_names(density), draw_prior(density, plan.sample.seed)};
  if (model.prior.names.empty())
    report.missing.push_back("No priors are shown: the density cannot draw from one.");
  try {
    report.fit = fit_of(plan, draws, settings);
  } catch (const Error& error) {
    report.missing.push_back(fmt::format("There is no fit: {}", error.what()));
  }
  return model;
}

Model model_of(const Draws& draws, const RunDirectory& folder, const Registry& registry,
               const ReportSettings& settings, RunReport& report) {
  try {
    return rebuild_model(draws, folder, registry, settings, report);
  } catch (const Error& error) {
    report.missing.push_back(fmt::format(
        "Priors and fit are left out, since the run's pipeline cannot be built here: {}",
        error.what()));
    return {};
  }
}

}  // namespace

fs::path report_file(const fs::path& run) {
  return RunDirectory(run).report();
}

RunReport report(const fs::path& run, const Registry& registry, const ReportSettings& settings) {
  const FlushSubnormals flush_subnormals;
  std::error_code ignored;
  if (!fs::is_directory(run, ignored))
    throw Error(ExitCode::no_input,
                fmt::format("{} is no folder; expected the folder of a run", run.string()));
  Draws draws = read_draws({run});
  make_equally_long(draws);
  const RunDirectory folder(run);
  RunReport report;
  report.run = run.string();
  report.chains = draws.chains.size();
  report.iterations = static_cast<std::size_t>(draws.iterations());
  report.trace_step = trace_step(draws.iterations());
  report.verdict = diagnose_draws(draws);
  report.summary = summarize(draws);
  report.notices = draws.notices;
  report.pipeline = text_of(folder.pipeline());
  report.log = text_of(folder.log());
  read_costs(folder, report);
  const Model model = model_of(draws, folder, registry, settings, report);
  report.roles = roles_of(report.summary, model.derived);
  report.plots = plots_of(draws, report.summary, report.roles, model.prior, report.missing);
  report.pairs = pairs_of(draws, report.plots);
  return report;
}

}  // namespace mcmc
