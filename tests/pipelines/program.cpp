#include "program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <iterator>
#include <sstream>

namespace mcmc::testing {
namespace {

/// Both ends of a pipe, or of a terminal of which a program gets one side.
struct Channel {
  int ours = -1;
  int theirs = -1;
};

Channel make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) FAIL("no pipe");
  return {ends[0], ends[1]};
}

Channel make_terminal() {
  Channel terminal;
  terminal.ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal.ours < 0 || grantpt(terminal.ours) != 0 || unlockpt(terminal.ours) != 0)
    FAIL("no terminal");
  terminal.theirs = open(ptsname(terminal.ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  return terminal;
}

/// Reads until the other side is closed, which a terminal reports as an error.
void read_all(int file, std::string& text) {
  char block[4096];
  for (ssize_t count = 0; (count = read(file, block, sizeof block)) > 0;)
    text.append(block, static_cast<std::size_t>(count));
  close(file);
}

std::vector<char*> pointers(Words& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

Words environment_with(const std::map<std::string, std::string>& more) {
  const auto is_replaced = [&](const std::string& entry) {
    return more.count(entry.substr(0, entry.find('='))) > 0;
  };
  Words entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  std::erase_if(entries, is_replaced);
  std::erase_if(entries, [](const std::string& entry) {
    return entry.starts_with("NO_COLOR=") || entry.starts_with("MCMC_HOST_PLUGIN_PATH=");
  });
  for (const auto& [name, value] : more) entries.push_back(name + "=" + value);
  return entries;
}

/// Tests that a shell runs in the background ignore interruptions, and the program would do so too.
void heed_all_signals(posix_spawnattr_t& attributes) {
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

Process::Process(const Words& words, const Surroundings& surroundings) {
  const Channel out = make_pipe();
  const Channel err = surroundings.err_is_terminal ? make_terminal() : make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, surroundings.directory.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.theirs, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.theirs, STDERR_FILENO);
  posix_spawnattr_t attributes;
  heed_all_signals(attributes);
  Words arguments = words;
  Words environment = environment_with(surroundings.environment);
  const int problem = posix_spawnp(&id_, words.front().c_str(), &actions, &attributes,
                                   pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(out.theirs);
  close(err.theirs);
  if (problem != 0) FAIL("cannot start " << words.front() << ": " << std::strerror(problem));
  out_reader_ = std::jthread([this, file = out.ours] { read_all(file, outcome_.out); });
  err_reader_ = std::jthread([this, file = err.ours] { read_all(file, outcome_.err); });
}

Process::~Process() {
  if (ended_) return;
  send(SIGKILL);
  waitpid(id_, &status_, 0);
}

void Process::send(int signal) const {
  kill(id_, signal);
}

bool Process::is_running() {
  if (!ended_) ended_ = waitpid(id_, &status_, WNOHANG) == id_;
  return !ended_;
}

Outcome Process::wait() {
  wait_until([this] { return !is_running(); });
  out_reader_.join();
  err_reader_.join();
  outcome_.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return outcome_;
}

Words program(const Words& arguments) {
  Words words{MCMC_TEST_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

Outcome Workplace::run(const Words& arguments) const {
  return run(arguments, {});
}

Outcome Workplace::run(const Words& arguments, Surroundings surroundings) const {
  surroundings.directory = path() / surroundings.directory;
  return Process(program(arguments), surroundings).wait();
}

Outcome Workplace::run_other(const Words& words) const {
  return Process(words, {path(), {}, false}).wait();
}

Words Workplace::list(const std::string& folder) const {
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(path() / folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string Workplace::read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos || text.find(from, begin + 1) != std::string::npos)
    FAIL("not once in the text: " << from);
  return text.replace(begin, from.size(), to);
}

std::vector<Words> cells_of(const std::string& csv) {
  std::vector<Words> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line + ",");
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

const std::string gp_data =
    "x,z,y\n"
    "0.1,1.0,0.3\n"
    "0.4,0.2,0.9\n"
    "0.9,0.7,-0.2\n"
    "1.3,0.1,0.5\n"
    "1.7,0.9,1.1\n"
    "2.2,0.4,0.1\n";

const std::string gp_pipeline =
    "densities:\n"
    "  posterior:\n"
    "    type: gp.exact\n"
    "    data: {file: data.csv, response: y}\n"
    "    covariance:\n"
    "      - {type: squared_exponential, length_scales: per_input}\n"
    "    priors:\n"
    "      log_eta: {mean: 0.0, sd: 1.0}\n"
    "      log_sigma: {mean: -0.7, sd: 1.25}\n"
    "      log_rho: {mean: 0.5, sd: 1.5}\n"
    "    cache: {type: lru, capacity: 64}\n"
    "\n"
    "transitions:\n"
    "  standard: {type: slice, target: posterior, width: 1.1}\n"
    "\n"
    "sample:\n"
    "  chains: 2\n"
    "  seed: 7\n"
    "  start: {log_eta: 0, log_sigma: -1, log_rho: 0}\n"
    "  warmup: [{transition: standard, iterations: 5}]\n"
    "  transition: standard\n"
    "  draws: 20\n"
    "\n"
    "output: {directory: results}\n";

const std::string toy_pipeline =
    "densities:\n"
    "  gaussian: {type: toy.gaussian, dimension: 3}\n"
    "transitions:\n"
    "  standard: {type: slice, target: gaussian}\n"
    "sample:\n"
    "  chains: 2\n"
    "  start: {x: 0}\n"
    "  warmup: [{transition: standard, iterations: 20}]\n"
    "  transition: standard\n"
    "  draws: 100\n"
    "output: {directory: results}\n";

}  // namespace mcmc::testing
