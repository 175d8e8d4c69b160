#include "run_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <vector>

#include "ensemble.hpp"
#include "evaluation_time.hpp"
#include "failure_words.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/build_info.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/plugin.hpp"
#include "memory_need.hpp"

namespace mcmc {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(':') + 2, line.size()));
  return "unknown processor";
}

/// Reads named values out as text.
class TextArchive final : public Archive {
 public:
  void array(std::string_view name, Eigen::VectorXd& values) override {
    text_ += text_.empty() ? "" : ", ";
    text_ += values.size() <= most_shown
                 ? fmt::format("{} = [{:.4g}]", name, fmt::join(values.begin(), values.end(), ", "))
                 : fmt::format("{} = {} numbers", name, values.size());
  }
  void integer(std::string_view name, std::uint64_t& value) override {
    text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", name, value);
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr Eigen::Index most_shown = 100;
  std::string text_;
};

std::string in_words(Persistent& persistent) {
  TextArchive archive;
  persistent.persist(archive);
  return archive.text();
}

/// Nothing where it is not known: what is wrong with a density is told when a chain needs it.
std::string cost_in_words(Target& target, const State& state) {
  if (target.ledger().evaluations() == 0) return {};
  try {
    return seconds_in_units(estimated_seconds_of_full_evaluation(target.density(), state.x)) +
           " for one evaluation";
  } catch (...) {
    return {};
  }
}

}  // namespace

RunLog::RunLog(const std::filesystem::path& file, RunMonitor& monitor, bool append)
    : monitor_(&monitor) {
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string(), !append);
    logger_ = std::make_unique<spdlog::logger>("run", std::move(sink));
  } catch (const spdlog::spdlog_ex& problem) {
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot create {}: {}", file.string(), problem.what()));
  }
  logger_->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
  logger_->flush_on(spdlog::level::info);
  // A full disk is reported where draws are written; the log must not add to it.
  logger_->set_error_handler([](const std::string&) {});
}

RunLog::~RunLog() = default;

void RunLog::record(const std::string& message) {
  logger_->info(message);
}
void RunLog::tell(const std::string& message) {
  record(message);
  monitor_->note(message);
}
void RunLog::warn(const std::string& message) {
  logger_->warn(message);
  monitor_->warn(message);
}

void log_environment(RunLog& log, const Registry& registry) {
  utsname system{};
  uname(&system);
  log.record(fmt::format(
      "mcmc-host {}, {} build{}{}", build_info::version, build_info::build_type,
      build_info::native ? " for this machine's instruction set" : "",
      build_info::sanitizers[0] ? fmt::format(" with sanitizers {}", build_info::sanitizers) : ""));
  log.record(fmt::format("built as {}", MCMC_FINGERPRINT));
  log.record(fmt::format("{} {} on {}, {} processors", system.sysname, system.release,
                         processor_name(), std::thread::hardware_concurrency()));
  for (const PluginLibrary& library : registry.libraries())
    log.record(
        library.refusal.empty()
            ? fmt::format("plugin {} {} from {}", library.name, library.version, library.path)
            : fmt::format("refused {}: {}", library.path, library.refusal));
}

void log_costs(RunLog& log, const Ensemble& ensemble) {
  const FlushSubnormals flush_subnormals;
  const Chain& first = *ensemble.chains().front();
  for (Target* target : first.graph().all<Target>()) {
    std::string text;
    if (const auto* footprint = dynamic_cast<const HasFootprint*>(&target->density()))
      text += fmt::format("{}, {} for each chain", footprint->size_in_words(),
                          bytes_in_units(static_cast<double>(footprint->bytes_per_chain())));
    if (const std::string cost = cost_in_words(*target, first.state()); !cost.empty())
      text += (text.empty() ? "" : ", ") + cost;
    if (!text.empty()) log.tell(fmt::format("{}: {}", target->name(), text));
  }
}

void log_carried(RunLog& log, const Ensemble& ensemble) {
  const auto& chains = ensemble.chains();
  const std::vector<Graph::Part>& parts = chains.front()->graph().parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<std::string> carried;
    for (const auto& chain : chains)
      if (auto* persistent = dynamic_cast<Persistent*>(chain->graph().parts()[i].component))
        carried.push_back(in_words(*persistent));
    if (carried.empty() || carried.front().empty()) continue;
    const bool agree = std::all_of(carried.begin(), carried.end(), [&](const std::string& text) {
      return text == carried.front();
    });
    for (std::size_t c = 0; c < (agree ? 1 : carried.size()); ++c)
      log.record(fmt::format("{}{} carries {}", parts[i].name,
                             agree ? "" : fmt::format(", chain {}", c + 1), carried[c]));
  }
}

namespace {

/// A failure that some chain's target has counted, as the first such chain tells of it.
std::string in_words(Failure failure, const Ensemble& ensemble, std::size_t target_index) {
  for (const auto& chain : ensemble.chains()) {
    const Target& target = *chain->graph().all<Target>()[target_index];
    if (target.ledger().failures[static_cast<std::size_t>(failure)] > 0)
      return in_words(failure, target.density());
  }
  return std::string(to_string(failure));
}

}  // namespace

void log_failures(RunLog& log, const Ensemble& ensemble) {
  const auto targets = ensemble.chains().front()->graph().all<Target>();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Ledger sum;
    for (const auto& chain : ensemble.chains()) sum += chain->graph().all<Target>()[i]->ledger();
    for (std::size_t reason = 0; reason < sum.failures.size(); ++reason)
      if (sum.failures[reason] > 0)
        log.warn(fmt::format(
            "{}: {} of {} evaluations failed ({}){}", targets[i]->name(), sum.failures[reason],
            sum.evaluations(), in_words(static_cast<Failure>(reason), ensemble, i),
            targets[i]->on_failure() == OnFailure::reject ? " and were rejected" : ""));
  }
}

}  // namespace mcmc
