#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

#include "repeatable_runs.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace fs = std::filesystem;

/// Much that is carried from one iteration to the next: widths, a covariance with its scale, a
/// mapping's states, warm-up in two phases with barriers, two iterations for each draw.
const std::string rich_pipeline =
    with(with(with_mixed_transition(gp_pipeline), "[{transition: standard, iterations: 5}]",
              "[{transition: standard, iterations: 10, rounds: 3}, "
              "{transition: mixed, iterations: 60}]"),
         "transition: standard\n  draws: 20", "transition: mixed\n  draws: 200\n  thin: 2");

using Draws = std::map<std::string, std::string>;

class ResumePlace : public Workplace {
 public:
  explicit ResumePlace(const std::string& pipeline = rich_pipeline) {
    write("data.csv", gp_data);
    write("pipeline.yaml",
          with(pipeline, "{directory: results}", "{directory: results, keep_warmup: true}"));
  }

  /// Names and rows of all draw files.
  Draws draws(const std::string& folder = "results") const {
    Draws found;
    for (const auto& entry : fs::recursive_directory_iterator(path() / folder))
      if (entry.path().filename().string().starts_with("chain-") &&
          entry.path().extension() == ".csv")
        found[fs::relative(entry.path(), path() / folder).string()] =
            without_comments(read_text(entry.path()));
    return found;
  }

  /// What the run leaves when nothing happens to it.
  Draws undisturbed(const Words& settings = {}) const {
    Words words{"pipeline.yaml", "--quiet", "--out", "undisturbed", "--force"};
    words.insert(words.end(), settings.begin(), settings.end());
    succeed(words);
    return draws("undisturbed");
  }

  Outcome resume(Words settings = {}) const {
    settings.insert(settings.begin(), {"pipeline.yaml", "--resume"});
    return run(settings);
  }

  Outcome succeed(const Words& words) const {
    const Outcome outcome = run(words);
    if (outcome.code != 0) FAIL(outcome.err);
    return outcome;
  }

  /// Starts a run that is saved after every iteration, and sends a signal when `file` has a size.
  Outcome stop(int signal, const std::string& file, std::uintmax_t size,
               Words settings = {}) const {
    settings.insert(settings.begin(),
                    {"pipeline.yaml", "--resume", "--set", "output.checkpoint_interval=0"});
    Process process(program(settings), {path(), {}, false});
    wait_until([&] { return !process.is_running() || size_of(file) >= size; });
    if (process.is_running()) process.send(signal);
    return process.wait();
  }

  void append(const std::string& file, const std::string& text) const {
    std::ofstream(path() / file, std::ios::app | std::ios::binary) << text;
  }

  std::uintmax_t size_of(const std::string& file) const {
    std::error_code problem;
    const auto size = fs::file_size(path() / file, problem);
    return problem ? 0 : size;
  }
};

/// A run that was interrupted early in its sampling.
class InterruptedPlace : public ResumePlace {
 public:
  InterruptedPlace() { REQUIRE(stop(SIGTERM, "results/chain-1.csv", 1200).code == 143); }
};

std::size_t rows_of(const std::string& csv) {
  return read_strictly(csv).rows.size();
}

}  // namespace

TEST_CASE("A run that is killed in its warm-up or in its sampling goes on to the same draws") {
  const ResumePlace place;
  const Draws expected = place.undisturbed();
  struct Moment {
    const char* file;
    std::uintmax_t size;
  };
  const Moment moment = GENERATE(
      Moment{"results/warmup/chain-1.csv", 2000}, Moment{"results/warmup/chain-2.csv", 5000},
      Moment{"results/checkpoint/barrier", 1}, Moment{"results/chain-1.csv", 1200});
  REQUIRE(place.stop(SIGKILL, moment.file, moment.size).code == 128 + SIGKILL);
  // And again, with other threads.
  place.stop(SIGKILL, "results/chain-2.csv", 3000, {"--threads", "1"});
  const Outcome outcome = place.resume();
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("resumed: chain 1 at "));
  CHECK(place.draws() == expected);
  CHECK(rows_of(place.read("results/chain-1.csv")) == 200);
}

TEST_CASE("Terminated, interrupted and hung up, a run saves where it is and goes on from there") {
  struct Signal {
    int number;
    int code;
  };
  const Signal signal = GENERATE(Signal{SIGTERM, 143}, Signal{SIGINT, 130}, Signal{SIGHUP, 143});
  const ResumePlace place;
  for (const char* file : {"results/warmup/chain-1.csv", "results/chain-1.csv"}) {
    // The interval is far longer than the run.
    Process process(program({"pipeline.yaml", "--resume", "--set", "sample.draws=100000", "--set",
                             "output.checkpoint_interval=1000"}),
                    {place.path(), {}, false});
    wait_until([&] { return !process.is_running() || place.size_of(file) >= 2000; });
    process.send(signal.number);
    CHECK(process.wait().code == signal.code);
  }
  const std::size_t rows = rows_of(place.read("results/chain-1.csv"));
  CHECK(rows > 0);
  const std::string draws = "sample.draws=" + std::to_string(rows + 200);
  const Outcome resumed = place.resume({"--set", draws});
  CHECK_THAT(resumed.err, Contains(fmt::format("chain 1 at draw {} of {}", rows, rows + 200)));
  CHECK(place.draws() == place.undisturbed({"--set", draws}));
}

TEST_CASE("A signal that whoever started the program had it ignore stays ignored") {
  const ResumePlace place;
  const Outcome outcome = place.run_other(
      {"sh", "-c", "trap '' HUP; \"$0\" pipeline.yaml --quiet & sleep 0.1; kill -HUP $!; wait $!",
       MCMC_TEST_PROGRAM});
  CHECK(outcome.code == 0);
}

TEST_CASE("A half-written last line is repaired") {
  const InterruptedPlace place;
  place.append("results/chain-1.csv", "-1.5,0.3,0.");
  place.append("results/warmup/chain-2.csv", "-1.");
  REQUIRE(place.resume().code == 0);
  CHECK(place.draws() == place.undisturbed());
}

TEST_CASE("A finished run that is resumed says so and stays as it is") {
  const ResumePlace place;
  place.succeed({"pipeline.yaml", "--quiet"});
  const std::string chain = place.read("results/chain-1.csv");
  const Outcome outcome = place.resume();
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("this run is finished: each chain has its 200 draws; for more, "
                                   "add --set sample.draws=N"));
  CHECK(place.read("results/chain-1.csv") == chain);
}

TEST_CASE("Resuming where nothing is begins a run") {
  const ResumePlace place;
  REQUIRE(place.resume({"--quiet"}).code == 0);
  CHECK(place.draws() == place.undisturbed());
}

TEST_CASE("A finished run is extended, and is as if it had been that long from the start") {
  const ResumePlace place;
  place.succeed({"pipeline.yaml", "--quiet"});
  REQUIRE(place.resume({"--set", "sample.draws=1200", "--quiet"}).code == 0);
  CHECK(place.draws() == place.undisturbed({"--set", "sample.draws=1200"}));
  const std::string chain = place.read("results/chain-1.csv");
  CHECK(rows_of(chain) == 1200);
  CHECK_THAT(chain, Contains("#     num_samples = 2400\n"));
  CHECK(place.read("results/tables/summary.csv") == place.read("undisturbed/tables/summary.csv"));
  CHECK_THAT(place.read("results/pipeline.yaml"), Contains("draws: 1200"));
}

TEST_CASE("An extended run begins with the marked states that the shorter one had no use for") {
  const ResumePlace place(with(with(gp_pipeline, "\nsample:",
                                    "  mapped:\n"
                                    "    type: discretizing_chain\n"
                                    "    target: posterior\n"
                                    "    chain: {type: slice, target: prior_like}\n"
                                    "    updates: 7\n"
                                    "    keep_marked: true\n"
                                    "\nsample:"),
                               "transition: standard\n  draws: 20",
                               "transition: mapped\n  draws: 20"));
  place.write("pipeline.yaml", with(place.read("pipeline.yaml"), "\ntransitions:",
                                    "  prior_like: {type: tempered, of: posterior, power: 0.5}\n"
                                    "\ntransitions:"));
  place.succeed({"pipeline.yaml", "--quiet"});
  REQUIRE(place.resume({"--set", "sample.draws=22", "--quiet"}).code == 0);
  REQUIRE(place.resume({"--set", "sample.draws=50", "--quiet"}).code == 0);
  CHECK(place.draws() == place.undisturbed({"--set", "sample.draws=50"}));
}

TEST_CASE("Fewer draws than there are, are refused") {
  const ResumePlace place;
  place.succeed({"pipeline.yaml", "--quiet"});
  const Outcome outcome = place.resume({"--set", "sample.draws=150"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("\"draws\": 150 are wanted, but chain 1 has kept 200 already; "
                                   "expected at least as many, as in --set sample.draws=200"));
  CHECK(rows_of(place.read("results/chain-1.csv")) == 200);
}

TEST_CASE("A changed pipeline is refused with all differences") {
  const InterruptedPlace place;
  const Words changes{"--set", "sample.thin=1",
                      "--set", "densities.posterior.cache.capacity=9",
                      "--set", "transitions.standard.width=2"};
  const Draws before = place.draws();
  const Outcome outcome = place.resume(changes);
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err,
             Contains("this is not what the run was begun with, so it cannot be resumed:\n"
                      "  densities.posterior.cache.capacity: was 64, is 9 (--allow-changes admits "
                      "this)\n"
                      "  sample.thin: was 2, is 1\n"
                      "  transitions.standard.width: was 1.1, is 2\n"));
  CHECK(place.draws() == before);
}

TEST_CASE("Changes without effect on draws are admitted when they are allowed") {
  const InterruptedPlace place;
  const Words cache{"--set", "densities.posterior.cache.capacity=9", "--allow-changes"};
  REQUIRE(place.resume(cache).code == 0);
  CHECK(place.draws() == place.undisturbed());
  const Outcome outcome = place.resume({"--set", "sample.thin=1", "--allow-changes"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("sample.thin: was 2, is 1\n"));
}

TEST_CASE("The order of keys and comments in the pipeline do not matter, nor does its name") {
  const InterruptedPlace place;
  place.write("other.yaml",
              "# the same\n" + with(place.read("pipeline.yaml"), "  chains: 2\n  seed: 7\n",
                                    "  seed: 7\n  chains: 2\n"));
  CHECK(place.run({"other.yaml", "--resume"}).code == 0);
  CHECK(place.draws() == place.undisturbed());
}

TEST_CASE("Other contents of the data file are refused, or admitted when they say the same") {
  const InterruptedPlace place;
  place.append("data.csv", "# a comment\n");
  const Outcome outcome = place.resume();
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("contents of ../data.csv: was checksum "));
  CHECK(place.resume({"--allow-changes"}).code == 0);
}

TEST_CASE("Another log density at the saved state is refused with both values") {
  const InterruptedPlace place;
  place.write("data.csv", with(gp_data, "0.4,0.2,0.9", "0.4,0.2,0.8"));
  const Outcome outcome = place.resume({"--allow-changes"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err,
             Contains("the log density of \"posterior\" at the state of chain 1 is -") &&
                 Contains(" now, and was -"));
}

TEST_CASE("A damaged, cut off, foreign or other checkpoint is refused with the reason") {
  const InterruptedPlace place;
  const std::string file = "results/checkpoint/chain-1", good = place.read(file);
  std::string damaged = good;
  damaged[damaged.size() / 2] ^= 1;
  const std::string first_line = good.substr(0, good.find('\n') + 1);
  struct Case {
    std::string bytes;
    std::string message;
  };
  const std::vector<Case> cases{
      {damaged, "is damaged: its checksum is wrong"},
      {good.substr(0, good.size() - 5), "is cut off: expected "},
      {"", "is no checkpoint, or its first line is damaged"},
      {"lp__,x\n1,2\n", "is no checkpoint, or its first line is damaged"},
      {first_line.substr(0, 12), "is no checkpoint, or its first line is damaged"},
      {with(good, "checkpoint 1 ", "checkpoint 2 "),
       "is a checkpoint of format 2, this program "
       "reads format 1"}};
  for (const Case& bad : cases) {
    place.write(file, bad.bytes);
    const Outcome outcome = place.resume();
    CHECK(outcome.code == 65);
    CHECK_THAT(outcome.err, Contains("results/checkpoint/chain-1 " + bad.message));
  }
  place.write(file, good);
  const std::string record = "results/checkpoint/run", good_record = place.read(record);
  place.write(record, good_record.substr(0, good_record.size() / 2));
  CHECK(place.resume().code == 65);
  place.write(record, good_record);
  // Without it the chain is drawn again from the barrier before, which gives the same draws.
  fs::remove(place.path() / file);
  CHECK(place.resume().code == 0);
  CHECK(place.draws() == place.undisturbed());
}

TEST_CASE("A folder without a checkpoint cannot be resumed") {
  const ResumePlace place;
  fs::create_directory(place.path() / "results");
  place.write("results/notes.txt", "mine\n");
  const Outcome outcome = place.resume();
  CHECK(outcome.code == 66);
  CHECK_THAT(outcome.err, Contains("cannot resume in results: there is no results/checkpoint/run"));
  CHECK(place.list("results") == Words{"notes.txt"});
}

TEST_CASE("Draws that are gone or have changed since they were saved are refused") {
  const InterruptedPlace place;
  const std::string file = "results/chain-1.csv";
  std::string draws = place.read(file);
  const std::size_t first_row = draws.find('\n', draws.find("\nlp__") + 1);
  draws.erase(first_row, draws.find('\n', first_row + 1) - first_row);
  place.write(file, draws);
  const Outcome shortened = place.resume();
  CHECK(shortened.code == 65);
  CHECK_THAT(shortened.err, Contains("cannot go on with results/chain-1.csv: it has changed"));
  fs::remove(place.path() / file);
  const Outcome gone = place.resume();
  CHECK(gone.code == 66);
  CHECK_THAT(gone.err, Contains("cannot go on with results/chain-1.csv: No such file"));
}

TEST_CASE("A folder in which a run is going on is refused to all others") {
  const ResumePlace place;
  Process process(program({"pipeline.yaml", "--set", "sample.draws=1000000"}),
                  {place.path(), {}, false});
  wait_until([&] { return !process.is_running() || place.size_of("results/chain-1.csv") > 1000; });
  for (const char* way : {"--resume", "--force"}) {
    const Outcome outcome = place.run({"pipeline.yaml", way, "--set", "sample.draws=1000000"});
    CHECK(outcome.code == 73);
    CHECK_THAT(outcome.err, Contains("cannot use the output directory results: process ") &&
                                Contains(" is writing to it"));
  }
  REQUIRE(process.is_running());
  process.send(SIGKILL);
  process.wait();
  // The lock ends with the process, however it ended.
  CHECK(place.succeed({"pipeline.yaml", "--force", "--quiet"}).code == 0);
}

TEST_CASE("Force removes checkpoints too") {
  const InterruptedPlace place;
  place.write("results/checkpoint/notes.txt", "mine\n");
  place.write("results/checkpoint/chain-2.new", "half\n");
  place.succeed({"pipeline.yaml", "--force", "--quiet", "--chains", "1"});
  CHECK(place.list("results/checkpoint") ==
        Words{"barrier", "chain-1", "lock", "notes.txt", "run"});
}

TEST_CASE("A run notices that its folder has vanished") {
  const ResumePlace place;
  Process process(program({"pipeline.yaml", "--set", "sample.draws=100000000", "--set",
                           "output.checkpoint_interval=0.05"}),
                  {place.path(), {}, false});
  wait_until([&] { return !process.is_running() || place.size_of("results/chain-1.csv") > 1000; });
  fs::rename(place.path() / "results", place.path() / "elsewhere");
  const Outcome outcome = process.wait();
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("cannot write results/checkpoint/"));
}

TEST_CASE("After a full disk a run goes on to the same draws") {
  const ResumePlace place;
  const Outcome outcome = place.run_other(
      {"sh", "-c", "ulimit -f 24; exec \"$0\" pipeline.yaml --set output.checkpoint_interval=0.01",
       MCMC_TEST_PROGRAM});
  REQUIRE(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("File too large; what was written before is kept"));
  REQUIRE(place.resume().code == 0);
  CHECK(place.draws() == place.undisturbed());
}

TEST_CASE("A checkpoint that cannot be written ends its chain and no other") {
  const ResumePlace place;
  REQUIRE(place.stop(SIGTERM, "results/chain-1.csv", 1200).code == 143);
  // A folder stands where the temporary file should be.
  fs::create_directory(place.path() / "results/checkpoint/chain-2.new");
  const Outcome outcome = place.resume();
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("chain 2 ended early: cannot write results/checkpoint/chain-2"));
  CHECK(rows_of(place.read("results/chain-1.csv")) == 200);
  fs::remove(place.path() / "results/checkpoint/chain-2.new");
  REQUIRE(place.resume().code == 0);
  CHECK(place.draws() == place.undisturbed());
}

namespace {

/// The first process to start gives up after 300 points, while there is a file `fragile`.
const char* const fragile_program =
    "import os, sys\n"
    "first = False\n"
    "try:\n"
    "    os.mkdir('first')\n"
    "    first = True\n"
    "except FileExistsError:\n"
    "    pass\n"
    "print('density 1 x', flush=True)\n"
    "for count, line in enumerate(sys.stdin):\n"
    "    if first and count == 300 and os.path.exists('fragile'):\n"
    "        sys.exit('out of licences')\n"
    "    print(-0.5 * float(line) ** 2, flush=True)\n";

}  // namespace

TEST_CASE("A chain that fails loses neither its own draws nor another chain's") {
  const ResumePlace place(
      "densities:\n"
      "  model: {type: program, command: [python3, model.py], parameters: [x]}\n"
      "transitions:\n"
      "  standard: {type: slice, target: model}\n"
      "sample:\n"
      "  chains: 2\n"
      "  start: {x: 0}\n"
      "  transition: standard\n"
      "  draws: 200\n"
      "output: {directory: results}\n");
  place.write("model.py", fragile_program);
  const Draws expected = place.undisturbed({"--allow-programs"});
  fs::remove(place.path() / "first");
  place.write("fragile", "");
  const Outcome outcome = place.run({"pipeline.yaml", "--allow-programs", "--threads", "1"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("chain 1 ended early") && Contains("out of licences"));
  const std::size_t rows = rows_of(place.read("results/chain-1.csv"));
  CHECK(rows > 10);
  CHECK(rows < 200);
  CHECK(rows_of(place.read("results/chain-2.csv")) == 200);
  fs::remove(place.path() / "fragile");
  const Outcome resumed = place.resume({"--allow-programs"});
  REQUIRE(resumed.code == 0);
  CHECK_THAT(resumed.err, Contains("resumed: chain 1 at draw " + std::to_string(rows) + " of 200"));
  CHECK(place.draws() == expected);
}

}  // namespace mcmc::testing
