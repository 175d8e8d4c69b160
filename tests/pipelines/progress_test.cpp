#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Json = nlohmann::json;

struct ToyPlace : Workplace {
  ToyPlace() { write("pipeline.yaml", toy_pipeline); }
};

/// The objects of that event, each of which is a line.
std::vector<Json> events(const Outcome& outcome, const std::string& event) {
  std::vector<Json> found;
  std::istringstream lines(outcome.err);
  for (std::string line; std::getline(lines, line);)
    if (Json object = Json::parse(line); object["event"] == event) found.push_back(object);
  return found;
}

}  // namespace

TEST_CASE("Progress as JSON is an object a line, with all that is said") {
  const ToyPlace place;
  const Outcome outcome = place.run({"pipeline.yaml", "--progress", "json"});
  CHECK(outcome.code == 0);
  const std::vector<Json> begin = events(outcome, "begin");
  REQUIRE(begin.size() == 1);
  CHECK(begin[0]["chains"] == 2);
  CHECK(begin[0]["warmup_iterations"] == 20);
  CHECK(begin[0]["sampling_iterations"] == 100);
  CHECK(begin[0]["draws"] == 100);
  std::vector<Json> progress = events(outcome, "progress");
  REQUIRE(progress.size() >= 2);
  for (const std::size_t chain : {1, 2}) {
    const Json& last = progress[progress.size() - 3 + chain];
    CHECK(last["chain"] == chain);
    CHECK(last["phase"] == "sampling");
    CHECK(last["iteration"] == 120);
    CHECK(last["iterations"] == 120);
    CHECK(last["draws"] == 100);
    CHECK(last["seconds"] >= 0);
    CHECK(last["seconds_left"] == 0);
  }
  CHECK(events(outcome, "end").size() == 1);
  CHECK_FALSE(events(outcome, "note").empty());
  CHECK_THAT(outcome.out, Contains("x.1"));  // the summary, where it always is
}

TEST_CASE("Progress as JSON tells of a run that is resumed from where it was") {
  const ToyPlace place;
  REQUIRE(place.run({"pipeline.yaml", "--set", "sample.thin=2"}).code == 0);
  const Outcome outcome = place.run({"pipeline.yaml", "--set", "sample.thin=2", "--resume", "--set",
                                     "sample.draws=150", "--progress", "json"});
  CHECK(outcome.code == 0);
  const Json last = events(outcome, "progress").back();
  CHECK(last["iteration"] == 320);
  CHECK(last["draws"] == 150);
}

TEST_CASE("Progress of a long run comes while it runs, with the time that is left") {
  const ToyPlace place;
  const Outcome outcome =
      place.run({"pipeline.yaml", "--progress", "json", "--set", "sample.draws=100000000", "--set",
                 "sample.until={hours: 0.0007}"});
  CHECK(outcome.code == 0);
  const std::vector<Json> progress = events(outcome, "progress");
  REQUIRE(progress.size() > 2);
  CHECK(progress.front()["seconds_left"] > 1);
  CHECK(progress.front()["draws"] < progress.back()["draws"]);
}

TEST_CASE("Without progress notes remain, and quiet is quiet whatever the progress") {
  const ToyPlace place;
  const Outcome none = place.run({"pipeline.yaml", "--progress", "none"});
  CHECK_THAT(none.err, Contains("results in results") && !Contains("iterations, "));
  const Outcome quiet = place.run({"pipeline.yaml", "--force", "--progress", "json", "--quiet"});
  CHECK_THAT(quiet.err, !Contains("event") && !Contains("results in"));
  CHECK(quiet.out.empty());
  const Outcome bar = place.run({"pipeline.yaml", "--force", "--progress", "bar"});
  CHECK_THAT(bar.err, Contains("100 % sampling"));
}

TEST_CASE("compare tells its progress in the same way") {
  const ToyPlace place;
  const Outcome outcome = place.run({"compare", "pipeline.yaml", "--progress", "json"});
  CHECK(outcome.code == 0);
  CHECK(events(outcome, "begin").size() == 1);
  CHECK(events(outcome, "progress").size() >= 2);
}

TEST_CASE("A progress that there is not is refused before anything runs") {
  const ToyPlace place;
  const Outcome outcome = place.run({"pipeline.yaml", "--progress", "jason"});
  CHECK(outcome.code == 64);
  CHECK_THAT(outcome.err, Contains("--progress jason: expected \"bar\", \"json\" or \"none\"; did "
                                   "you mean \"json\"?"));
  CHECK_FALSE(place.has("results"));
}

}  // namespace mcmc::testing
