#include "process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "mcmc/error.hpp"

namespace mcmc::program {
namespace {

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t errors_kept = 4096;
constexpr int lines_shown = 10;

/// How a program is started, released when it has been.
class StartInstructions {
 public:
  StartInstructions() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
  }
  ~StartInstructions() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  StartInstructions(const StartInstructions&) = delete;
  StartInstructions& operator=(const StartInstructions&) = delete;

  void connect(const OpenFile& end, int number) {
    posix_spawn_file_actions_adddup2(&files_, end.number(), number);
  }
  /// Draw files are open in this process, and not all of them close themselves.
  void close_all_others() { posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1); }
  void change_to(const std::filesystem::path& directory) {
    posix_spawn_file_actions_addchdir_np(&files_, directory.c_str());
  }
  /// Its own group, and signals as a program expects them.
  void set_apart() {
    sigset_t none, reset;
    sigemptyset(&none);
    sigemptyset(&reset);
    sigaddset(&reset, SIGPIPE);
    sigaddset(&reset, SIGCHLD);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &reset);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  /// @return 0, or what was wrong
  int start(pid_t& id, const std::filesystem::path& program,
            std::vector<std::string>& words) const {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return posix_spawn(&id, program.c_str(), &files_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

int milliseconds_until(std::chrono::steady_clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

std::chrono::steady_clock::time_point after(Process::Seconds patience) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(patience);
}

}  // namespace

Process::Process(const std::filesystem::path& program, std::vector<std::string> words,
                 const std::filesystem::path& directory) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  StartInstructions instructions;
  instructions.change_to(directory);
  instructions.connect(input.reading, STDIN_FILENO);
  instructions.connect(output.writing, STDOUT_FILENO);
  instructions.connect(errors.writing, STDERR_FILENO);
  instructions.close_all_others();
  instructions.set_apart();
  if (const int problem = instructions.start(id_, program, words))
    throw Error(ExitCode::bad_pipeline,
                fmt::format("the program {} cannot be started in {}: {}", program.string(),
                            directory.string(), std::strerror(problem)));
  input_ = std::move(input.writing);
  output_ = std::move(output.reading);
  errors_ = std::move(errors.reading);
  for (const OpenFile* file : {&input_, &output_, &errors_}) never_wait(*file);
}

Process::~Process() {
  constexpr Seconds grace(2);
  stop(grace);
}

Process::Outcome Process::ask(std::string_view text, Seconds patience, std::string& line) {
  const Clock::time_point deadline = after(patience);
  while (true) {
    if (text.empty() && take_line(line)) return Outcome::line;
    if (unread_.size() > longest_line) return Outcome::endless_line;
    if (!output_.is_open()) return Outcome::ended;
    if (Clock::now() >= deadline) return Outcome::timed_out;
    wait_for_news(!text.empty(), deadline);
    if (!text.empty()) write_available(input_, text);
    listen();
  }
}

bool Process::spoke_unasked(std::string& line) {
  read_available(output_, unread_);
  if (unread_.empty()) return false;
  if (!take_line(line)) line = unread_;
  return true;
}

bool Process::take_line(std::string& line) {
  const std::size_t end = unread_.find('\n');
  if (end == std::string::npos) return false;
  line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return true;
}

void Process::wait_for_news(bool has_more_to_say, Clock::time_point deadline) {
  // A file that is closed has the number -1, which is passed over.
  std::array<pollfd, 3> files{{{output_.number(), POLLIN, 0},
                               {errors_.number(), POLLIN, 0},
                               {has_more_to_say ? input_.number() : -1, POLLOUT, 0}}};
  poll(files.data(), files.size(), milliseconds_until(deadline));
}

void Process::listen() {
  read_available(output_, unread_);
  read_available(errors_, error_text_);
  if (error_text_.size() > 2 * errors_kept) error_text_.erase(0, error_text_.size() - errors_kept);
}

/// Leaves it a zombie, so that its group's number stays taken.
bool Process::has_ended() const {
  siginfo_t end{};
  if (waitid(P_PID, static_cast<id_t>(id_), &end, WEXITED | WNOHANG | WNOWAIT) != 0)
    return errno == ECHILD;
  return end.si_pid == id_;
}

void Process::stop(Seconds patience) {
  if (stopped_) return;
  stopped_ = true;
  input_.close();
  const Clock::time_point deadline = after(patience);
  while (!has_ended() && Clock::now() < deadline) {
    listen();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  killed_ = !has_ended();
  kill(-id_, SIGKILL);  // whatever it has started, too
  waitpid(id_, &status_, 0);
  for (std::size_t before = 0; before != error_text_.size();) {
    before = error_text_.size();
    listen();
  }
}

std::string Process::end_in_words() const {
  if (killed_) return "closed its output and did not end";
  if (WIFSIGNALED(status_))
    return fmt::format("was ended by the signal {} ({})", WTERMSIG(status_),
                       strsignal(WTERMSIG(status_)));
  return fmt::format("ended with exit status {}", WEXITSTATUS(status_));
}

std::string Process::last_words() const {
  std::string text = error_text_;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::size_t begin = text.size();
  for (int line = 0; line < lines_shown && begin != std::string::npos && begin > 0; ++line)
    begin = text.rfind('\n', begin - 1);
  if (begin != std::string::npos && begin > 0) text.erase(0, begin + 1);
  for (char& letter : text)
    if (static_cast<unsigned char>(letter) < ' ' && letter != '\n' && letter != '\t') letter = ' ';
  return text;
}

}  // namespace mcmc::program
