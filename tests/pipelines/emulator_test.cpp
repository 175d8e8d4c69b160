#include "repeatable_runs.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

const std::string emulated_pipeline = R"(densities:
  bent: {type: toy.banana, sd: 2, bend: 0.2}
  emulator: {type: emulator, of: bent}
  flatter: {type: tempered, of: emulator, power: 0.9}

transitions:
  standard: {type: slice, target: bent}
  emulated: {type: discretizing_chain, target: bent, chain: {type: slice, target: emulator}, step: 3}
  indirect: {type: discretizing_chain, target: bent, chain: {type: slice, target: flatter}, step: 3}
  mixed: {type: mixture, do: [emulated, indirect, standard]}

sample:
  chains: 4
  seed: 7
  start: {x.1: 0.5, x.2: 0}
  warmup: [{transition: standard, iterations: 10}, {transition: emulated, iterations: 8, rounds: 3}]
  transition: mixed
  draws: 40

output: {directory: results}
)";

class EmulatorPlace : public Workplace {
 public:
  EmulatorPlace() { write("pipeline.yaml", emulated_pipeline); }

  Words draws(Words arguments, const std::string& pipeline = "pipeline.yaml") const {
    Words words{pipeline, "--quiet", "--force", "--out", "draws"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(words);
    if (outcome.code != 0) FAIL(outcome.err);
    return rows_of_chains(*this, "draws");
  }
};

}  // namespace

TEST_CASE("What an emulator learns does not depend on threads", "[threads]") {
  const EmulatorPlace place;
  const Words one = place.draws({"--threads", "1"});
  REQUIRE(one.size() == 4);
  CHECK(one == place.draws({"--threads", "4"}));
}

TEST_CASE("What an emulator learns does not depend on caches") {
  const EmulatorPlace place;
  const Words cached = place.draws({});
  CHECK(cached == place.draws({"--set", "densities.bent.cache=none"}));
  CHECK(cached == place.draws({"--set", "densities.emulator.cache=none", "--set",
                               "densities.flatter.cache=none"}));
}

TEST_CASE("The written-back pipeline of an emulator gives the same draws") {
  const EmulatorPlace place;
  const Words original = place.draws({});
  place.write("written.yaml", place.read("draws/pipeline.yaml"));
  CHECK(original == place.draws({}, "written.yaml"));
}

TEST_CASE("Before sampling a run tells how good the emulator is") {
  const EmulatorPlace place;
  const Outcome outcome = place.run({"pipeline.yaml"});
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("emulator: fitted 4 times to evaluations of \"bent\""));
  const std::string log = place.read("results/run.log");
  CHECK_THAT(log, Contains("info emulator: fitted 4 times"));
  CHECK_THAT(log, Contains("emulator carries held_out_error = ["));
  CHECK(log.find("emulator: fitted") < log.find("after warm-up:"));
}

TEST_CASE("An emulator is frozen when warm-up ends, and a poor one is left for the fallback then") {
  const EmulatorPlace place;
  for (const std::string error : {"1", "1e-9"}) {
    REQUIRE(
        place
            .run({"pipeline.yaml", "--force", "--set", "densities.emulator.largest_error=" + error})
            .code == 0);
    const std::string log = place.read("results/run.log");
    const std::string after_warmup = log.substr(log.find("after warm-up:"));
    CHECK_THAT(after_warmup, Contains("frozen = 1") && !Contains("frozen = 0"));
  }
}

TEST_CASE("A run with a poor emulator warns and goes on with the fallback") {
  const EmulatorPlace place;
  const Outcome outcome =
      place.run({"pipeline.yaml", "--set", "densities.emulator.largest_error=1e-9"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("warning: emulator: ") && Contains("\"bent\" stands in for it"));
}

TEST_CASE("Without warm-up the fallback stands in for an emulator, and a warning says so") {
  const EmulatorPlace place;
  const Outcome outcome = place.run({"pipeline.yaml", "--set", "sample.warmup=[]"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("warning: emulator: warm-up evaluated \"bent\" too seldom"));
}

TEST_CASE("Check says that an emulator is learned during warm-up, and evaluate refuses it") {
  const EmulatorPlace place;
  const Outcome checked = place.run({"check", "pipeline.yaml"});
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Contains("emulator (emulator): is learned during warm-up"));
  CHECK_THAT(checked.out, Contains("flatter (tempered): uses what is learned"));
  place.write("points.csv", "x.1,x.2\n0,0\n");
  for (const std::string density : {"emulator", "flatter"}) {
    const Outcome evaluated =
        place.run({"evaluate", "pipeline.yaml", "--density", density, "--at", "points.csv"});
    CHECK(evaluated.code == 64);
    CHECK_THAT(evaluated.err, Contains('"' + density + "\" is learned during warm-up"));
  }
}

TEST_CASE("A warm-up phase that uses an emulator before its first fit stays where it is") {
  const EmulatorPlace place;
  const Outcome outcome = place.run(
      {"pipeline.yaml", "--set", "sample.warmup=[{transition: emulated, iterations: 5}]"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("it has not been fitted yet"));
}

}  // namespace mcmc::testing
