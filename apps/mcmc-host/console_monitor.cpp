#include "console_monitor.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "interruption.hpp"

namespace mcmc::app {
namespace {

std::string in_words(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string bar(double done) {
  constexpr int width = 30;
  const int full = static_cast<int>(done * width);
  return "[" + std::string(static_cast<std::size_t>(full), '=') +
         std::string(static_cast<std::size_t>(width - full), ' ') + "]";
}

}  // namespace

ConsoleMonitor::ConsoleMonitor(bool quiet, bool shows_progress)
    : quiet_(quiet),
      shows_progress_(shows_progress && !quiet),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      has_color_(is_terminal_ && std::getenv("NO_COLOR") == nullptr),
      begin_(std::chrono::steady_clock::now()) {}

ConsoleMonitor::~ConsoleMonitor() = default;

void ConsoleMonitor::note(const std::string& message) {
  if (!quiet_) fmt::print(stderr, "{}\n", message);
}

void ConsoleMonitor::warn(const std::string& message) {
  const char* begin = has_color_ ? "\033[33m" : "";
  const char* end = has_color_ ? "\033[0m" : "";
  fmt::print(stderr, "{}warning:{} {}\n", begin, end, message);
}

void ConsoleMonitor::begin(const RunOutline& outline) {
  outline_ = outline;
  iterations_ = outline.all_done_before();
  reported_tenths_ = tenths_done();
  begin_ = std::chrono::steady_clock::now();
  if (shows_progress_) painter_.start(std::chrono::milliseconds(200), [this] { draw(false); });
}

void ConsoleMonitor::iteration_done(std::size_t) {
  iterations_.fetch_add(1, std::memory_order_relaxed);
}

void ConsoleMonitor::end() {
  if (painter_.stop()) draw(true);
}

ExitCode ConsoleMonitor::should_stop() const {
  return interruption();
}

void ConsoleMonitor::draw(bool last) {
  if (is_terminal_) {
    fmt::print(stderr, "\r{}\033[K{}", progress_line(), last ? "\n" : "");
    std::fflush(stderr);
    return;
  }
  const std::size_t tenths = tenths_done();
  if (tenths > reported_tenths_) fmt::print(stderr, "{}\n", progress_line());
  reported_tenths_ = tenths;
}

std::size_t ConsoleMonitor::all_iterations() const {
  return outline_.chains * (outline_.warmup_iterations + outline_.sampling_iterations);
}

std::size_t ConsoleMonitor::tenths_done() const {
  const std::size_t all = all_iterations();
  return all ? iterations_ * 10 / all : 10;
}

std::string ConsoleMonitor::progress_line() const {
  const std::size_t done = iterations_;
  const std::size_t all = all_iterations();
  const double part = all ? static_cast<double>(done) / static_cast<double>(all) : 1;
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const bool warming_up = done < outline_.chains * outline_.warmup_iterations;
  const auto done_now = static_cast<double>(done - outline_.all_done_before());
  std::string line = fmt::format("{} {:3.0f} % {} {}/{} iterations, {:.3g} per second", bar(part),
                                 100 * part, warming_up ? "warm-up " : "sampling", done, all,
                                 elapsed > 0 ? done_now / elapsed : 0);
  if (done_now > 0 && done < all)
    line +=
        fmt::format(", {} left", in_words(elapsed * static_cast<double>(all - done) / done_now));
  if (done == all) line += fmt::format(", {}", in_words(elapsed));
  return line;
}

}  // namespace mcmc::app
