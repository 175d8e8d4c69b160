#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipe.hpp"

namespace mcmc::program {

/// A program that is running and answers lines with lines.
///
/// It is in a process group of its own, so that ctrl-C, which asks this process for an orderly end,
/// does not end it. It learns of our end from the end of its standard input, also when we are
/// killed. What it writes to standard error is always read, and the end of it kept.
///
/// Boost.Process 1.74 would not do: its pipes are inherited by what other threads start at the same
/// time, which then keeps a program's input open after its owner is gone, and its pipes know no
/// limit in time.
class Process {
 public:
  using Seconds = std::chrono::duration<double>;

  /// @param words of the command line; the first is the program's name as it was given
  /// @throws Error bad_pipeline when it cannot be started
  Process(const std::filesystem::path& program, std::vector<std::string> words,
          const std::filesystem::path& directory);
  /// Ends the input, waits a little, and kills the program and what it has started.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class Outcome {
    line,          ///< there it is
    ended,         ///< standard output was closed, or the program has ended
    timed_out,     ///< it took longer than `patience`
    endless_line,  ///< it wrote very much without a line break
  };
  /// Sends `text` and waits for a line, which is given without its line break.
  Outcome ask(std::string_view text, Seconds patience, std::string& line);

  /// Whether it has written something that nobody has asked for. The text is in `line`.
  bool spoke_unasked(std::string& line);

  /// Ends the input and waits as long for its end; then kills it.
  void stop(Seconds patience);
  /// How it ended: "ended with exit status 3". @pre stop() was called
  std::string end_in_words() const;
  /// The last lines that it wrote to standard error, as a reader's terminal can bear them.
  std::string last_words() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool take_line(std::string& line);
  void wait_for_news(bool has_more_to_say, Clock::time_point deadline);
  void listen();
  bool has_ended() const;

  pid_t id_ = -1;
  int status_ = 0;
  bool stopped_ = false;
  bool killed_ = false;
  OpenFile input_;   ///< the program's standard input
  OpenFile output_;  ///< and what it writes
  OpenFile errors_;
  std::string unread_;
  std::string error_text_;
};

}  // namespace mcmc::program
