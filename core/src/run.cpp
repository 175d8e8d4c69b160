#include "mcmc/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string_view>

#include "checkpoints.hpp"
#include "ensemble.hpp"
#include "exports.hpp"
#include "mcmc/counted.hpp"
#include "mcmc/draws.hpp"
#include "mcmc/tune.hpp"
#include "resume.hpp"
#include "run_directory.hpp"
#include "run_files.hpp"
#include "run_lock.hpp"
#include "run_log.hpp"
#include "run_record.hpp"
#include "run_results.hpp"
#include "run_tables.hpp"
#include "stopping_rule.hpp"
#include "tuning_choice.hpp"

namespace mcmc {
namespace {

std::vector<SummaryRow> summarize_files(const Ensemble& ensemble, const RunDirectory& directory,
                                        RunLog* log) {
  std::vector<std::filesystem::path> files;
  for (const auto& chain : ensemble.chains())
    if (chain->draws_kept() > 0) files.push_back(directory.chain(chain->number()));
  if (files.empty()) return {};
  Draws draws = read_draws(files);
  make_equally_long(draws);
  if (log != nullptr)
    for (const std::string& notice : draws.notices) log->tell(notice);
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
                       fmt::join(draws, ", "), most_draws(ensemble.chains().front()->options())));
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

void require_usable(const RunDirectory& directory, const RunSettings& settings) {
  settings.resume ? directory.require_run_or_nothing() : directory.require_free(settings.force);
}

/// Makes the folder this run's own. Nothing is written before all is known to be right.
std::unique_ptr<RunLock> enter(const RunDirectory& directory, const RunSettings& settings,
                               bool resumes, Ensemble& ensemble) {
  require_usable(directory, settings);
  if (!resumes) ensemble.find_starts();
  directory.make();
  auto lock = std::make_unique<RunLock>(directory.lock());
  // Another run may have come and gone in between.
  if (!resumes && !settings.force) directory.require_free(false);
  return lock;
}

bool is_open_ended(const Ensemble& ensemble) {
  return ensemble.chains().front()->options().until.is_given();
}

void tell_of_resumption(const Ensemble& ensemble, RunLog& log) {
  const auto& chains = ensemble.chains();
  const bool is_finished = !is_open_ended(ensemble) &&
                           std::all_of(chains.begin(), chains.end(),
                                       [](const auto& chain) { return chain->is_finished(); });
  log.tell(is_finished
               ? fmt::format("this run is finished: each chain has its {} draws; for more, add "
                             "--set sample.draws=N",
                             chains.front()->options().draws)
               : "resumed: " + progress_in_words(ensemble));
}

std::vector<NamedWriter> writers_of(const Chain& chain) {
  std::vector<NamedWriter> writers;
  for (const Writer* writer : chain.writers())
    for (const Graph::Part& part : chain.graph().parts())
      if (part.component == writer)
        writers.push_back({fmt::format("\"{}\" ({})", part.name, part.type), writer});
  return writers;
}

/// The first failure is the run's, if nothing else has ended it; the others are told beside it.
void note_failures(const std::vector<Error>& failures, RunLog& log, RunOutcome& outcome) {
  for (const Error& failure : failures) {
    if (outcome.code != ExitCode::ok) {
      log.warn(failure.what());
      continue;
    }
    log.record(failure.what());
    outcome.code = failure.code();
    outcome.failure = failure.what();
  }
}

/// Every draw is in the chains' files by now.
void export_results(const Ensemble& ensemble, const Pipeline& pipeline, const Registry& registry,
                    const RunDirectory& directory, RunLog& log, RunOutcome& outcome) {
  const std::vector<NamedWriter> writers = writers_of(*ensemble.chains().front());
  if (writers.empty() && directory.exported().empty()) return;
  try {
    const ExportOutcome done =
        write_exports(writers, run_results(ensemble, pipeline, registry, directory),
                      ensemble.chains().size(), directory);
    for (const std::string& note : done.notes) log.tell(note);
    note_failures(done.failures, log, outcome);
  } catch (const Error& error) {
    note_failures({error}, log, outcome);
  }
}

/// What was chosen before a run began, and how.
struct Choice {
  Pipeline::Settings settings;
  std::string table;  ///< of the trials, unless the choice is that of the run which is resumed
};

/// The directory must do, for trials take their time.
Choice choose(const Pipeline& pipeline, const Registry& registry, const RunSettings& settings,
              const RunDirectory& directory, RunMonitor& monitor) {
  require_usable(directory, settings);
  if (settings.resume && directory.has_run()) return {read_choice(directory.choice()), ""};
  TuneSettings tuning_settings;
  tuning_settings.threads = settings.threads;
  const Tuning tuning = tune(pipeline, registry, tuning_settings, monitor);
  return {tuning.choice, choice_in_words(tuning) + '\n' + tuning_table(tuning)};
}

/// @param choice that made the pipeline, or null
RunOutcome run_chosen(const Pipeline& pipeline, const Registry& registry,
                      const RunSettings& settings, RunMonitor& monitor, const Choice* choice) {
  const RunDirectory directory(settings.directory);
  const bool resumes = settings.resume && directory.has_run();
  Ensemble ensemble(pipeline, settings.threads, monitor);
  const std::unique_ptr<RunLock> lock = enter(directory, settings, resumes, ensemble);
  Checkpoints checkpoints(directory.checkpoints(), pipeline.output().checkpoint_interval);
  if (resumes)
    resume(ensemble, checkpoints, pipeline, registry, directory, settings.allow_changes);
  else if (settings.force)
    directory.remove_our_files();
  if (choice != nullptr) write_choice(directory.choice(), choice->settings);
  RunRecord::of(pipeline, registry, directory.path()).write(directory.record());
  ensemble.save_to(checkpoints);

  RunLog log(directory.log(), monitor, resumes);
  write_atomically(directory.input_pipeline(), pipeline.source_text());
  write_atomically(directory.pipeline(), pipeline.written(directory.path()));
  log.record("command: " + settings.command);
  log_environment(log, registry);
  for (const std::string& warning : pipeline.warnings()) log.warn(warning);
  if (choice != nullptr && !choice->table.empty()) log.tell(choice->table);
  const RunOutline outline = ensemble.outline();
  log.tell(fmt::format("{} of {} warm-up and {}{} sampling iterations on {}, results in {}",
                       counted(outline.chains, "chain"), outline.warmup_iterations,
                       is_open_ended(ensemble) ? "at most " : "", outline.sampling_iterations,
                       counted(ensemble.threads(), "thread"), directory.path().string()));
  if (resumes) tell_of_resumption(ensemble, log);
  log_costs(log, ensemble);

  monitor.begin(outline);
  ensemble.warm_up(warmup_files(pipeline, directory));
  ensemble.for_each_remark([&](const Remark& remark) {
    remark.is_warning ? log.warn(remark.text) : log.tell(remark.text);
  });
  log.record("after warm-up:");
  log_carried(log, ensemble);
  sample_until_done(
      ensemble, draw_files(pipeline, directory),
      [&] { return summarize_files(ensemble, directory, nullptr); },
      [&](const std::string& reason) { log.tell(reason); });
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
  write_atomically(directory.evaluations(), evaluations_csv(ensemble.chains()));
  outcome.summary = summarize_files(ensemble, directory, &log);
  if (!outcome.summary.empty()) {
    write_atomically(directory.summary(), summary_csv(outcome.summary));
    for (const Remark& remark : verdict(outcome.summary))
      remark.is_warning ? log.warn(remark.text) : log.tell(remark.text);
    export_results(ensemble, pipeline, registry, directory, log, outcome);
  }
  log.record(fmt::format("ended with exit code {}", static_cast<int>(outcome.code)));
  return outcome;
}

}  // namespace

RunMonitor::~RunMonitor() = default;

std::size_t RunOutline::all_done_before() const {
  return std::accumulate(done_before.begin(), done_before.end(), std::size_t{0});
}

RunOutcome run(const Pipeline& pipeline, const Registry& registry, const RunSettings& settings,
               RunMonitor& monitor) {
  if (!pipeline.wants_tuning()) return run_chosen(pipeline, registry, settings, monitor, nullptr);
  const Choice choice =
      choose(pipeline, registry, settings, RunDirectory(settings.directory), monitor);
  return run_chosen(Pipeline(pipeline, choice.settings), registry, settings, monitor, &choice);
}

}  // namespace mcmc
