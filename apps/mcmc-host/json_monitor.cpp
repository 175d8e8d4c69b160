#include "json_monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "interruption.hpp"

namespace mcmc::app {

using Json = nlohmann::ordered_json;

namespace {

std::string line_of(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double rounded(double seconds) {
  return std::round(seconds * 1000) / 1000;
}

}  // namespace

JsonMonitor::~JsonMonitor() = default;

void JsonMonitor::say(const std::string& line) {
  const std::lock_guard lock(output_mutex_);
  fmt::print(stderr, "{}", line);
  std::fflush(stderr);
}

void JsonMonitor::tell(const std::string& event, const std::string& message) {
  Json object;
  object["event"] = event;
  object["message"] = message;
  say(line_of(object));
}

void JsonMonitor::note(const std::string& message) {
  tell("note", message);
}

void JsonMonitor::warn(const std::string& message) {
  tell("warning", message);
}

void JsonMonitor::begin(const RunOutline& outline) {
  outline_ = outline;
  counters_ = std::vector<Counter>(outline.chains);
  for (std::size_t i = 0; i < counters_.size(); ++i)
    counters_[i].done = counters_[i].told = outline.done_before[i];
  begin_ = std::chrono::steady_clock::now();
  Json object;
  object["event"] = "begin";
  object["chains"] = outline.chains;
  object["warmup_iterations"] = outline.warmup_iterations;
  object["sampling_iterations"] = outline.sampling_iterations;
  object["draws"] = outline.draws;
  say(line_of(object));
  ticker_.start(std::chrono::seconds(1), [this] { tell_of_chains(false); });
}

void JsonMonitor::iteration_done(std::size_t chain) {
  counters_[chain - 1].done.fetch_add(1, std::memory_order_relaxed);
}

void JsonMonitor::end() {
  if (!ticker_.stop()) return;
  tell_of_chains(true);
  Json object;
  object["event"] = "end";
  object["seconds"] = rounded(seconds());
  say(line_of(object));
}

ExitCode JsonMonitor::should_stop() const {
  return interruption();
}

double JsonMonitor::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void JsonMonitor::tell_of_chains(bool all) {
  std::string lines;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    const std::size_t done = counters_[i].done;
    if (!all && done == counters_[i].told) continue;
    counters_[i].told = done;
    lines += progress(i, done);
  }
  if (!lines.empty()) say(lines);
}

std::string JsonMonitor::progress(std::size_t chain, std::size_t done) const {
  const std::size_t iterations = outline_.warmup_iterations + outline_.sampling_iterations;
  const bool is_warmup = done < outline_.warmup_iterations;
  const std::size_t keeping =
      is_warmup ? 0 : (done - outline_.warmup_iterations) / outline_.thin * outline_.draws_at_once;
  const double elapsed = seconds();
  const auto done_now = static_cast<double>(done - outline_.done_before[chain]);
  Json object;
  object["event"] = "progress";
  object["chain"] = chain + 1;
  object["phase"] = is_warmup ? "warmup" : "sampling";
  object["iteration"] = done;
  object["iterations"] = iterations;
  object["draws"] = std::min(keeping, outline_.draws);
  object["seconds"] = rounded(elapsed);
  object["seconds_left"] = nullptr;
  if (done >= iterations)
    object["seconds_left"] = 0;
  else if (done_now > 0)
    object["seconds_left"] = rounded(elapsed * static_cast<double>(iterations - done) / done_now);
  return line_of(object);
}

}  // namespace mcmc::app
