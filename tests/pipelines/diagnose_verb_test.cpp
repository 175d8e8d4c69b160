#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

const std::string stuck_pipeline =
    "densities:\n"
    "  two_modes:\n"
    "    {type: toy.mixture, modes: [{mean: [-10], weight: 1}, {mean: [10], weight: 1}]}\n"
    "transitions:\n"
    "  leaps: {type: metropolis, target: two_modes, scale: 1000, tune: false}\n"
    "sample: {transition: leaps, draws: 200, start: prior}\n";

}  // namespace

TEST_CASE("diagnose says what is wrong with a run, and --strict makes it the exit code") {
  const Workplace place;
  place.write("pipeline.yaml", stuck_pipeline);
  REQUIRE(place.run({"pipeline.yaml", "--out", "results"}).code == 0);
  const Outcome outcome = place.run({"diagnose", "results"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("warning: ") && Contains("leaps: only "));
  CHECK(place.run({"diagnose", "results", "--strict"}).code == 1);
  const auto json =
      nlohmann::json::parse(place.run({"diagnose", "results", "--format", "json"}).out);
  CHECK(json[0]["warning"] == true);
}

TEST_CASE("diagnose has nothing against a good run") {
  const Workplace place;
  place.write("pipeline.yaml", with(toy_pipeline, "draws: 100", "draws: 2000"));
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  const Outcome outcome = place.run({"diagnose", "results", "--strict"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("The chains agree"));
}

TEST_CASE("diagnose needs the folder of a run") {
  const Workplace place;
  CHECK(place.run({"diagnose"}).code == 64);
  CHECK(place.run({"diagnose", "nowhere"}).code == 66);
}

}  // namespace mcmc::testing
