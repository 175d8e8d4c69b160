#include "mcmc/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "ensemble.hpp"
#include "mcmc/draws.hpp"
#include "run_directory.hpp"
#include "run_log.hpp"
#include "run_tables.hpp"
#include "stan_csv.hpp"

namespace mcmc {
namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

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
  header.num_samples = chain.options().draws * header.thin;
  return header;
}

std::size_t warmup_iterations(const SampleOptions& options) {
  std::size_t iterations = 0;
  for (const WarmupPhase& phase : options.warmup) iterations += phase.iterations * phase.rounds;
  return iterations;
}

Ensemble::OpenSink draw_files(const Pipeline& pipeline, const RunDirectory& directory) {
  return [&](const Chain& chain) {
    StanCsvHeader header = header_for(pipeline, chain);
    header.num_warmup = warmup_iterations(chain.options());
    return std::make_unique<StanCsvWriter>(directory.chain(chain.number()), header, chain);
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
    return std::make_unique<StanCsvWriter>(directory.warmup_chain(chain.number()), header, chain);
  };
}

std::vector<SummaryRow> summarize_files(const Ensemble& ensemble, const RunDirectory& directory,
                                        RunLog& log) {
  std::vector<std::filesystem::path> files;
  for (const auto& chain : ensemble.chains())
    if (chain->draws_kept() > 0) files.push_back(directory.chain(chain->number()));
  if (files.empty()) return {};
  Draws draws = read_draws(files);
  make_equally_long(draws);
  for (const std::string& notice : draws.notices) log.tell(notice);
  return summarize(draws);
}

void report_casualties(const Ensemble& ensemble, RunLog& log) {
  for (const Ensemble::Casualty& lost : ensemble.casualties())
    log.warn(fmt::format("chain {} ended early: {}", lost.chain, lost.reason));
}

void report_interruption(const Ensemble& ensemble, ExitCode code, RunLog& log) {
  if (code != ExitCode::interrupted && code != ExitCode::terminated) return;
  std::vector<std::size_t> draws;
  for (const auto& chain : ensemble.chains()) draws.push_back(chain->draws_kept());
  log.warn(fmt::format("{} early; the chains kept {} of {} draws",
                       code == ExitCode::interrupted ? "interrupted" : "terminated",
                       fmt::join(draws, ", "), ensemble.chains().front()->options().draws));
}

/// A file that could not be written to its end may stop within a number: no summary can use it.
bool has_cut_files(const Ensemble& ensemble) {
  const auto& lost = ensemble.casualties();
  return std::any_of(lost.begin(), lost.end(), [](const Ensemble::Casualty& casualty) {
    return casualty.code == ExitCode::io_error;
  });
}

ExitCode code_of(const Ensemble& ensemble, const RunMonitor& monitor) {
  if (!ensemble.casualties().empty()) return ensemble.casualties().front().code;
  return monitor.should_stop();
}

}  // namespace

RunMonitor::~RunMonitor() = default;

RunOutcome run(const Pipeline& pipeline, const Registry& registry, const RunSettings& settings,
               RunMonitor& monitor) {
  const RunDirectory directory(settings.directory);
  const std::string written = pipeline.written(directory.path());
  Ensemble ensemble(pipeline, settings.threads, monitor);
  ensemble.find_starts();

  directory.prepare(settings.force);
  RunLog log(directory.log(), monitor);
  write_file(directory.input_pipeline(), pipeline.source_text());
  write_file(directory.pipeline(), written);
  log.record("command: " + settings.command);
  log_environment(log, registry);
  for (const std::string& warning : pipeline.warnings()) log.warn(warning);
  const RunOutline outline = ensemble.outline();
  log.tell(fmt::format("{} of {} warm-up and {} sampling iterations on {}, results in {}",
                       counted(outline.chains, "chain"), outline.warmup_iterations,
                       outline.sampling_iterations, counted(ensemble.threads(), "thread"),
                       directory.path().string()));
  log_costs(log, ensemble);

  monitor.begin(outline);
  ensemble.warm_up(warmup_files(pipeline, directory));
  ensemble.for_each_remark([&](const Remark& remark) {
    remark.is_warning ? log.warn(remark.text) : log.tell(remark.text);
  });
  log.record("after warm-up:");
  log_carried(log, ensemble);
  ensemble.sample(draw_files(pipeline, directory));
  monitor.end();

  report_casualties(ensemble, log);
  log.record("at the end:");
  log_carried(log, ensemble);
  log_failures(log, ensemble);
  RunOutcome outcome;
  outcome.code = code_of(ensemble, monitor);
  if (!ensemble.casualties().empty()) outcome.failure = ensemble.casualties().front().reason;
  if (has_cut_files(ensemble)) return outcome;
  report_interruption(ensemble, outcome.code, log);
  write_file(directory.evaluations(), evaluations_csv(ensemble.chains()));
  outcome.summary = summarize_files(ensemble, directory, log);
  if (!outcome.summary.empty()) {
    write_file(directory.summary(), summary_csv(outcome.summary));
    for (const Remark& remark : verdict(outcome.summary))
      remark.is_warning ? log.warn(remark.text) : log.tell(remark.text);
  }
  log.record(fmt::format("ended with exit code {}", static_cast<int>(outcome.code)));
  return outcome;
}

}  // namespace mcmc
