#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

namespace mcmc::app {

/// Tells now and then how far a prediction is, so that a quick one says nothing.
class PredictionProgress {
 public:
  /// @param option with which fewer draws would be used
  explicit PredictionProgress(std::string option) : option_(std::move(option)) {}

  void operator()(std::size_t done, std::size_t all) {
    using std::chrono::steady_clock;
    constexpr std::chrono::seconds between_lines(5);
    const auto now = steady_clock::now();
    if (now - last_line_ < between_lines || done == all) return;
    last_line_ = now;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double left = elapsed * static_cast<double>(all - done) / static_cast<double>(done);
    fmt::print(stderr, "{} of {} distinct draws, {:.0f} s left; {} N would use fewer\n", done, all,
               left, option_);
  }

 private:
  std::string option_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_line_ = begin_;
};

}  // namespace mcmc::app
