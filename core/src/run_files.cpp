#include "run_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "stan_csv.hpp"

namespace mcmc {
namespace {

std::string engine_name(const Chain& chain) {
  for (const Graph::Part& part : chain.graph().parts())
    if (part.component == chain.options().transition) return part.type;
  return "mcmc_host";
}

StanCsvHeader header_for(const Pipeline& pipeline, const Chain& chain) {
  StanCsvHeader header;
  const std::filesystem::path file(pipeline.file());
  header.model = file.stem().string() + "_model";
  header.engine = engine_name(chain);
  header.pipeline_file = file.filename().string();
  header.file = fmt::format("chain-{}.csv", chain.number());
  header.chain = chain.number();
  header.seed = chain.options().seed;
  header.thin = chain.options().thin;
  header.num_samples = chain.draws_wanted() * header.thin;
  return header;
}

KeptRows kept_draws(const Chain& chain) {
  return {chain.draws_kept(), chain.draw_bytes()};
}

KeptRows kept_warmup(const Chain& chain) {
  return {std::min(chain.iterations_done(), warmup_iterations(chain.options())),
          chain.warmup_bytes()};
}

std::unique_ptr<DrawSink> open(const std::filesystem::path& file, const StanCsvHeader& header,
                               const Chain& chain, const KeptRows& kept) {
  if (kept.rows > 0) return std::make_unique<StanCsvWriter>(file, header, chain, kept);
  return std::make_unique<StanCsvWriter>(file, header, chain);
}

}  // namespace

std::size_t warmup_iterations(const SampleOptions& options) {
  std::size_t iterations = 0;
  for (const WarmupPhase& phase : options.warmup) iterations += phase.iterations * phase.rounds;
  return iterations;
}

Ensemble::OpenSink draw_files(const Pipeline& pipeline, const RunDirectory& directory) {
  return [&](const Chain& chain) {
    StanCsvHeader header = header_for(pipeline, chain);
    header.num_warmup = warmup_iterations(chain.options());
    return open(directory.chain(chain.number()), header, chain, kept_draws(chain));
  };
}

/// Warm-up draws stand in files of their own, where they count as plain draws: readers disagree on
/// warm-up that stands in the same file.
Ensemble::OpenSink warmup_files(const Pipeline& pipeline, const RunDirectory& directory) {
  if (!pipeline.output().keep_warmup) return nullptr;
  return [&](const Chain& chain) {
    StanCsvHeader header = header_for(pipeline, chain);
    header.thin = 1;
    header.num_samples = warmup_iterations(chain.options());
    return open(directory.warmup_chain(chain.number()), header, chain, kept_warmup(chain));
  };
}

void require_files(const Pipeline& pipeline, const RunDirectory& directory, const Chain& chain) {
  const std::string names = fmt::format("{}", fmt::join(DrawColumns(chain.target()).names(), ","));
  if (const KeptRows kept = kept_draws(chain); kept.rows > 0)
    require_rows(directory.chain(chain.number()), kept, names);
  if (const KeptRows kept = kept_warmup(chain); pipeline.output().keep_warmup && kept.rows > 0)
    require_rows(directory.warmup_chain(chain.number()), kept, names);
}

}  // namespace mcmc
