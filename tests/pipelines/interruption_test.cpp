#include <csignal>
#include <fstream>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace fs = std::filesystem;

/// A run that would take hours.
class EndlessPlace : public Workplace {
 public:
  explicit EndlessPlace(const std::string& from, const std::string& to) {
    write("pipeline.yaml", with(with(toy_pipeline, "{directory: results}",
                                     "{directory: results, keep_warmup: true}"),
                                from, to));
  }

  /// Sends the signal once both files have rows.
  Outcome interrupt(int signal, const std::string& folder, bool err_is_terminal = false) const {
    Process process(program({"pipeline.yaml"}), {path(), {}, err_is_terminal});
    wait_until([&] {
      return !process.is_running() ||
             (has_rows(folder + "/chain-1.csv") && has_rows(folder + "/chain-2.csv"));
    });
    REQUIRE(process.is_running());
    process.send(signal);
    return process.wait();
  }

 private:
  bool has_rows(const std::string& file) const {
    std::error_code problem;
    const auto size = fs::file_size(path() / file, problem);
    return !problem && size > 4096;
  }
};

struct Signal {
  int number;
  int code;
  const char* word;
};

}  // namespace

TEST_CASE("Whoever interrupts a run at a terminal is told at once that it was heard") {
  const EndlessPlace place("draws: 100", "draws: 1000000000");
  CHECK_THAT(place.interrupt(SIGINT, "results", true).err,
             Contains("stopping after this iteration; once more stops at once"));
}

TEST_CASE("An interrupted run finishes its iterations and writes complete files") {
  const Signal signal =
      GENERATE(Signal{SIGINT, 130, "interrupted"}, Signal{SIGTERM, 143, "terminated"});
  const EndlessPlace place("draws: 100", "draws: 1000000000");
  const Outcome outcome = place.interrupt(signal.number, "results");
  CHECK(outcome.code == signal.code);
  CHECK_THAT(outcome.err,
             Contains(std::string("warning: ") + signal.word + " early; the chains kept"));
  CHECK_THAT(outcome.err, Contains(" of 1000000000 draws"));
  CHECK_THAT(outcome.out, Contains("x.3"));
  for (const char* name : {"results/chain-1.csv", "results/chain-2.csv"})
    CHECK(read_strictly(place.read(name)).rows.size() > 10);
  CHECK(read_strictly(place.read("results/warmup/chain-1.csv")).rows.size() == 20);
  CHECK(place.list("results/tables") == Words{"evaluations.csv", "summary.csv"});
  CHECK_THAT(place.read("results/run.log"),
             EndsWith("ended with exit code " + std::to_string(signal.code) + "\n"));
  CHECK(place.run({"summary", "results"}).code == 0);
}

TEST_CASE("A run that is interrupted in warm-up keeps the warm-up draws alone") {
  const EndlessPlace place("iterations: 20", "iterations: 1000000000");
  const Outcome outcome = place.interrupt(SIGINT, "results/warmup");
  CHECK(outcome.code == 130);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Contains("interrupted early; the chains kept 0, 0 of 100 draws"));
  CHECK_THAT(outcome.err, !Contains("diagnose"));
  CHECK(place.list("results") ==
        Words{"checkpoint", "pipeline.input.yaml", "pipeline.yaml", "run.log", "tables", "warmup"});
  for (const char* name : {"results/warmup/chain-1.csv", "results/warmup/chain-2.csv"})
    CHECK(read_strictly(place.read(name)).rows.size() > 10);
}

TEST_CASE("A second signal ends a run whose iteration does not end") {
  const EndlessPlace place("sample:\n",
                           "  endless: {type: repeat, times: 1000000000, do: standard}\nsample:\n");
  Process process(program({"pipeline.yaml", "--set", "sample.transition=endless"}),
                  {place.path(), {}, false});
  wait_until([&] { return !process.is_running() || place.has("results/chain-1.csv"); });
  process.send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(process.is_running());
  process.send(SIGINT);
  CHECK(process.wait().code == 128 + SIGINT);
}

TEST_CASE("Progress is plain lines where standard error is no terminal") {
  const EndlessPlace place("draws: 100", "draws: 20000");
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("] 100 % sampling 40040/40040 iterations, "));
  CHECK(outcome.err.find('\r') == std::string::npos);
  CHECK(outcome.err.find('\033') == std::string::npos);
}

TEST_CASE("On a terminal progress is a line that changes, in colour unless NO_COLOR is set") {
  const Workplace place;
  place.write("data.csv", gp_data + "2.5,NA,0.4\n");
  place.write("pipeline.yaml", with(gp_pipeline, "response: y", "on_missing: drop_row"));
  const std::string in_yellow = "\033[33mwarning:\033[0m data.csv: 1 of 7 rows";
  const Outcome colourful = place.run({"pipeline.yaml"}, {{}, {}, true});
  CHECK(colourful.code == 0);
  CHECK_THAT(colourful.err, Contains(in_yellow));
  CHECK_THAT(colourful.err, Contains("\r[==============================] 100 %"));
  const Outcome plain = place.run({"pipeline.yaml", "--force"}, {{}, {{"NO_COLOR", "1"}}, true});
  CHECK(plain.code == 0);
  CHECK_THAT(plain.err, Contains("warning: data.csv: 1 of 7 rows"));
  CHECK_THAT(plain.err, !Contains("\033[33m"));
}

}  // namespace mcmc::testing
