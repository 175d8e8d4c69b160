#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "temporary_directory.hpp"

/// Runs the program as a user does, and looks at what it says and leaves.
namespace mcmc::testing {

using Words = std::vector<std::string>;

/// How a program ended and what it printed.
struct Outcome {
  int code = -1;  ///< 128 + the signal where one killed it
  std::string out;
  std::string err;
};

struct Surroundings {
  std::filesystem::path directory;                 ///< where it is started
  std::map<std::string, std::string> environment;  ///< on top of the test's own
  bool err_is_terminal = false;
};

/// A program that is running. It is killed, and the test fails, when it takes too long.
class Process {
 public:
  /// @param words the program, found in PATH when it is no path, and its arguments
  Process(const Words& words, const Surroundings& surroundings);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const;
  bool is_running();
  /// Waits for its end.
  Outcome wait();

 private:
  pid_t id_ = -1;
  int status_ = 0;
  bool ended_ = false;
  Outcome outcome_;
  std::jthread out_reader_;
  std::jthread err_reader_;
};

/// A temporary directory in which the program is run.
class Workplace : public TemporaryDirectory {
 public:
  Outcome run(const Words& arguments) const;
  Outcome run(const Words& arguments, Surroundings surroundings) const;
  /// Some program by its name or path.
  Outcome run_other(const Words& words) const;

  bool has(const std::string& name) const { return std::filesystem::exists(path() / name); }
  std::string read(const std::string& name) const { return read_text(path() / name); }
  /// Names in a folder, in order.
  Words list(const std::string& folder = ".") const;

  static std::string read_text(const std::filesystem::path& file);
};

/// `mcmc-host` with these arguments, as words for a Process.
Words program(const Words& arguments);

/// Waits until `condition` holds; the test fails when it takes too long.
template <class Condition>
void wait_until(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(4);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) FAIL("it did not happen within four minutes");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

/// `text` with its only `from` replaced by `to`.
std::string with(std::string text, const std::string& from, const std::string& to);

/// The cells of a table without quotes, row by row, the header first.
std::vector<Words> cells_of(const std::string& csv);

/// A small Gaussian process regression, `data.csv` and all: pipeline.yaml writes to results/.
extern const std::string gp_data;
extern const std::string gp_pipeline;
/// A Gaussian in three dimensions, of which millions of draws take a second.
extern const std::string toy_pipeline;

}  // namespace mcmc::testing
