#include <algorithm>
#include <csignal>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const std::string pipeline =
    "densities:\n"
    "  posterior: {type: program, command: [sh, model.sh], parameters: [a, b], timeout: 20}\n"
    "transitions:\n"
    "  standard: {type: slice, target: posterior}\n"
    "sample:\n"
    "  chains: 2\n"
    "  start: {a: 0.5, b: -0.25}\n"
    "  transition: standard\n"
    "  draws: 20\n"
    "output: {directory: results}\n";

const std::string ready = "echo density 1 a b\n";
/// Begins as it should, and then for each point does as it is told.
std::string for_each_point(const std::string& commands) {
  return ready + "while read a b; do " + commands + "; done\n";
}

const std::string normal =
    with(pipeline, "[sh, model.sh]", std::string("[") + MCMC_TEST_NORMAL_PROGRAM + "]");

/// A pipeline whose density is a shell script.
class ScriptPlace : public Workplace {
 public:
  explicit ScriptPlace(const std::string& script, const std::string& text = pipeline) {
    write("pipeline.yaml", text);
    write("model.sh", script);
  }
  Outcome sample(Words more = {}) const {
    Words words{"pipeline.yaml", "--quiet", "--allow-programs"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

void check_error(const std::string& script, const std::string& message,
                 const std::string& text = pipeline) {
  CAPTURE(script);
  const ScriptPlace place(script, text);
  const Outcome outcome = place.sample();
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, StartsWith("mcmc-host: the program of \"posterior\" (sh model.sh) "));
  CHECK_THAT(outcome.err, Contains(message));
  CHECK(!place.has("results"));
}

bool is_running(const std::string& id) {
  return kill(static_cast<pid_t>(std::stol(id)), 0) == 0;
}

}  // namespace

TEST_CASE("A pipeline with a program is refused unless programs are allowed, by every verb") {
  const ScriptPlace place("touch it_ran\n" + for_each_point("echo 0"));
  place.write("points.csv", "a,b\n1,2\n");
  for (const Words& words :
       {Words{"pipeline.yaml"}, Words{"check", "pipeline.yaml"}, Words{"compare", "pipeline.yaml"},
        Words{"evaluate", "pipeline.yaml", "--density", "posterior", "--at", "points.csv"}}) {
    const Outcome outcome = place.run(words);
    CAPTURE(words.front());
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err,
               StartsWith("mcmc-host: pipeline.yaml:2:39: \"command\" of \"posterior\": "
                          "a pipeline runs programs"));
    CHECK_THAT(outcome.err, Contains("give --allow-programs"));
    CHECK(place.list() == Words{"model.sh", "pipeline.yaml", "points.csv"});
  }
}

TEST_CASE("What a run leaves runs no program without permission either") {
  const ScriptPlace place("", normal);
  REQUIRE(place.sample().code == 0);
  place.write("new.csv", "x\n1\n");
  const Words predict{"predict", "results", "--at", "new.csv"};
  CHECK_THAT(place.run(predict).err, Contains("give --allow-programs"));
  CHECK(place.run(predict).code == 78);
  Words allowed = predict;
  allowed.emplace_back("--allow-programs");
  CHECK_THAT(place.run(allowed).err, Contains("a density that predicts nothing"));
  CHECK(place.run({"results/pipeline.yaml"}).code == 78);
}

TEST_CASE("The draws of a program's density are the same with one thread, several and no cache") {
  const ScriptPlace place("", normal);
  REQUIRE(place.sample({"--threads", "1"}).code == 0);
  const std::string draws = without_comments(place.read("results/chain-2.csv"));
  REQUIRE(place.sample({"--threads", "2", "--force"}).code == 0);
  CHECK(without_comments(place.read("results/chain-2.csv")) == draws);
  REQUIRE(place.sample({"--force", "--set", "densities.posterior.cache=none"}).code == 0);
  CHECK(without_comments(place.read("results/chain-2.csv")) == draws);
}

TEST_CASE("The pipeline that is written back starts the same program, wherever it stands") {
  const ScriptPlace place(for_each_point("touch started; echo 0"));
  REQUIRE(place.sample({"--chains", "1", "--set", "sample.draws=2"}).code == 0);
  CHECK_THAT(place.read("results/pipeline.yaml"), Contains("command: [sh, model.sh]"));
  REQUIRE(place.has("started"));
  std::filesystem::remove(place.path() / "started");
  const Outcome again = place.run({"results/pipeline.yaml", "--allow-programs", "--out", "again"});
  CHECK(again.code == 0);
  CHECK(place.has("started"));
}

TEST_CASE("evaluate gives a program's numbers bit for bit, and passes points on bit for bit") {
  const ScriptPlace place("", normal);
  place.write("points.csv", "a,b\n0.1,0.3\n1e-300,3\n");
  const Outcome outcome = place.run({"evaluate", "pipeline.yaml", "--density", "posterior", "--at",
                                     "points.csv", "--allow-programs"});
  CHECK(outcome.code == 0);
  const std::vector<Words> cells = cells_of(outcome.out);
  REQUIRE(cells.size() == 3);
  CHECK(std::stod(cells[1][0]) == -0.5 * (0.1 * 0.1 + 0.3 * 0.3));
  CHECK(std::stod(cells[2][0]) == -4.5);
}

TEST_CASE("A program that is not there or cannot be run is refused with its place in the file") {
  struct Wrong {
    std::string command;
    std::string message;
  };
  for (const Wrong& wrong :
       {Wrong{"[no_such_program]",
              ":2:40: \"command\" of \"posterior\": there is no program "
              "\"no_such_program\" in PATH"},
        Wrong{"[./missing]", "there is no program missing"},
        Wrong{"[./model.sh]", "model.sh cannot be executed; make it executable"},
        Wrong{"[]", "expected a program and its arguments"}}) {
    const ScriptPlace place("", with(pipeline, "[sh, model.sh]", wrong.command));
    const Outcome outcome = place.sample();
    CAPTURE(wrong.command);
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, Contains(wrong.message));
  }
  const ScriptPlace elsewhere("", with(pipeline, "timeout: 20", "directory: nowhere"));
  CHECK_THAT(elsewhere.sample().err,
             Contains("\"directory\" of \"posterior\": nowhere is no folder"));
}

TEST_CASE("Names that draw files cannot hold are refused") {
  for (const std::string names : {"[a, a]", "[a, lp__]", "[a, \"b,c\"]", "[a, b.x]", "[]",
                                  "[a.2, a.3]", "[a.1, b, a.2]", "[a.1, a]", "[a, a.1]"}) {
    const ScriptPlace place("", with(pipeline, "[a, b]", names));
    const Outcome outcome = place.sample();
    CAPTURE(names);
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, Contains("\"parameters"));
  }
}

TEST_CASE("A program that ends is reported with its status and its last words") {
  check_error("for i in $(seq 30); do echo line $i >&2; done; exit 3\n",
              "ended with exit status 3; the end of its standard error:\nline 21\n");
  check_error(ready + "read a b\necho no licence >&2\nexit 0\n",
              "ended with exit status 0; the end of its standard error:\nno licence\n");
  check_error(ready + "read a b\nkill -SEGV $$\n",
              "was ended by the signal 11 (Segmentation fault)");
  // Nobody reads what it is asked, which must not end mcmc-host.
  check_error("exec 0<&-\n" + ready + "sleep 0.1\nexit 4\n", "ended with exit status 4");
  check_error("exec 1>&-\nexec sleep 600\n", "closed its output and did not end");
}

TEST_CASE("A program that says something else than the protocol is stopped with what it said") {
  check_error("echo hello\n" + for_each_point("echo 0"),
              "began with \"hello\"; expected \"density 1 a b\"");
  check_error("echo density 1 b a\n" + for_each_point("echo 0"),
              "began with \"density 1 b a\"; expected \"density 1 a b\"");
  check_error(for_each_point("echo '[1] -3.5'"), "answered \"[1] -3.5\"; expected a log density");
  check_error(for_each_point("echo"), "answered \"\"; expected a log density");
  check_error(for_each_point("printf '1\\n2\\n'"), "without being asked");
  check_error(ready + "read a b\nwhile :; do printf 11111111; done\n",
              "writes without a line break");
}

TEST_CASE("A program that keeps silent is killed, and its output's buffer is suspected") {
  check_error(for_each_point("sleep 600"),
              "wrote no line within 2 seconds; does it flush each line",
              with(pipeline, "timeout: 20", "timeout: 2"));
  const ScriptPlace place("echo $$ > id\nexec sleep 600\n",
                          with(pipeline, "timeout: 20", "timeout: 2"));
  CHECK(place.sample({"--chains", "1"}).code == 78);
  CHECK(!is_running(place.read("id")));
}

TEST_CASE("NaN and plus infinity are counted failures, minus infinity is outside the support") {
  const std::string script = for_each_point(
      "case $a in 0.5) echo -1;; -*) echo -Inf;; 0.*) echo NaN;; *) echo inf;; esac");
  const ScriptPlace place(script);
  const Outcome outcome = place.sample();
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("evaluations failed (a NaN or an infinity came out) and were"));
  const ScriptPlace outside(for_each_point("case $a in 0.5) echo -1;; *) echo -inf;; esac"));
  CHECK_THAT(outside.sample().err, !Contains("failed"));
}

TEST_CASE("A slow program is not asked more often than it must be before a run begins") {
  const ScriptPlace place(for_each_point("sleep 0.1; echo asked >>asked; echo 0"));
  REQUIRE(place.run({"check", "pipeline.yaml", "--allow-programs"}).code == 0);
  const std::string asked = place.read("asked");
  CHECK(std::count(asked.begin(), asked.end(), '\n') <= 4);  // the start, once more, and two timed
}

TEST_CASE("A program that ends while a run begins costs none of an earlier run's files") {
  const ScriptPlace place(for_each_point("echo 0"));
  REQUIRE(place.sample({"--set", "sample.draws=2"}).code == 0);
  place.write("model.sh", ready + "read a b; echo 0; read a b; echo 0; exit 3\n");
  CHECK(place.sample({"--force"}).code == 78);
  CHECK(place.has("results/chain-1.csv"));
}

TEST_CASE("A failure that a program reports is counted, with its reason") {
  const std::string script =
      for_each_point("case $a in 0.5) echo -1;; *) echo fail no root;; esac");
  const ScriptPlace place(script);
  const Outcome outcome = place.sample();
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err,
             Contains("evaluations failed (it reported a failure: no root) and were rejected"));
  const ScriptPlace strict(script, with(pipeline, "timeout: 20", "on_failure: abort"));
  const Outcome ended = strict.sample();
  CHECK(ended.code == 1);
  CHECK_THAT(ended.err,
             Contains("the density \"posterior\" failed (it reported a failure: no root) at a = "));
  const ScriptPlace nowhere(for_each_point("echo fail"));
  CHECK_THAT(nowhere.sample().err, Contains("it reported a failure; choose another start"));
}

TEST_CASE("A program may write as much to standard error as it likes") {
  const ScriptPlace place(for_each_point("head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo -1"));
  CHECK(place.sample({"--set", "sample.draws=3"}).code == 0);
}

TEST_CASE("Ctrl-C ends the run in order, and no program outlives it") {
  const ScriptPlace place("echo $$ > id\n" + for_each_point("echo 0"),
                          with(pipeline, "draws: 20", "draws: 1000000000"));
  // A flat density: intervals end at their limit, and the chain walks on.
  Process process(program({"pipeline.yaml", "--allow-programs", "--chains", "1"}),
                  {place.path(), {}, false});
  wait_until([&] { return !process.is_running() || place.has("results/chain-1.csv"); });
  REQUIRE(process.is_running());
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Contains("interrupted early"));
  CHECK(!is_running(place.read("id")));
}

TEST_CASE("A program ends by itself when mcmc-host is killed") {
  const ScriptPlace place("echo $$ > id\n" + for_each_point("echo 0"),
                          with(pipeline, "draws: 20", "draws: 1000000000"));
  Process process(program({"pipeline.yaml", "--allow-programs"}), {place.path(), {}, false});
  wait_until([&] { return !process.is_running() || place.has("results/chain-2.csv"); });
  REQUIRE(process.is_running());
  process.send(SIGKILL);
  process.wait();
  wait_until([&] { return !is_running(place.read("id")); });
}

}  // namespace mcmc::testing
