#include "run_results.hpp"

#include <filesystem>
#include <utility>

#include "mcmc/build_info.hpp"
#include "mcmc/draws.hpp"
#include "run_files.hpp"

namespace mcmc {
namespace {

Eigen::MatrixXd rows_of(const std::filesystem::path& file) {
  return std::move(read_draws({file}).chains.front());
}

/// An interrupted warm-up may have written less than it will.
Eigen::MatrixXd warmup_rows(const Chain& chain, const RunDirectory& directory) {
  const std::filesystem::path file = directory.warmup_chain(chain.number());
  std::error_code ignored;
  const bool has_rows = chain.iterations_done() > 0 && warmup_iterations(chain.options()) > 0 &&
                        std::filesystem::exists(file, ignored);
  return has_rows ? rows_of(file) : Eigen::MatrixXd();
}

std::map<std::string, std::string> plugin_versions(const Graph& graph, const Registry& registry) {
  std::map<std::string, std::string> versions;
  for (const Graph::Part& part : graph.parts())
    if (const ComponentType* type = registry.find(part.kind, part.type))
      versions[type->plugin] = type->plugin_version;
  return versions;
}

}  // namespace

RunResults run_results(const Ensemble& ensemble, const Pipeline& pipeline, const Registry& registry,
                       const RunDirectory& directory) {
  const Chain& first = *ensemble.chains().front();
  const DrawColumns columns(first.target());
  RunResults results;
  results.model = std::filesystem::path(pipeline.file()).stem().string();
  results.directory = directory.path();
  results.columns = columns.columns();
  results.notes = columns.notes();
  results.seed = first.options().seed;
  results.warmup_iterations = warmup_iterations(first.options());
  results.thin = first.options().thin;
  results.host_version = build_info::version;
  results.plugins = plugin_versions(first.graph(), registry);
  results.ended = std::chrono::system_clock::now();
  for (const auto& chain : ensemble.chains()) {
    if (chain->draws_kept() == 0) continue;
    ChainDraws draws;
    draws.number = chain->number();
    draws.draws = rows_of(directory.chain(chain->number()));
    if (pipeline.output().keep_warmup) draws.warmup = warmup_rows(*chain, directory);
    draws.warmup_seconds = chain->warmup_seconds();
    draws.sampling_seconds = chain->sampling_seconds();
    results.chains.push_back(std::move(draws));
  }
  return results;
}

}  // namespace mcmc
