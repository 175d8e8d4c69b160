#include "mcmc/table.hpp"
#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const std::string specification =
    "type: gp.simulator\n"
    "seed: 3\n"
    "cases: 20\n"
    "inputs: 2\n"
    "covariance:\n"
    "  - {type: constant, value: 10}\n"
    "  - {type: squared_exponential, length_scales: per_input}\n"
    "parameters: {eta: 5, sigma: 0.5, rho: [0.1, 0.2]}\n";

struct Simulation : Workplace {
  explicit Simulation(const std::string& text = specification) { write("spec.yaml", text); }
  Outcome simulate(const Words& more = {}) const {
    Words words{"simulate", "spec.yaml", "--out", "data.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

}  // namespace

TEST_CASE("simulate writes a data set that the same seed gives again") {
  const Simulation one, same;
  const Outcome outcome = one.simulate();
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Contains("20 cases with seed 3 in data.csv"));
  REQUIRE(same.simulate().code == 0);
  CHECK(one.read("data.csv") == same.read("data.csv"));
  const Table table = read_table(one.path() / "data.csv", {});
  CHECK(table.names == Words{"x1", "x2", "y"});
  CHECK(table.rows.size() == 20);
}

TEST_CASE("The command line's seed goes before the specification's") {
  const Simulation one, other;
  REQUIRE(one.simulate().code == 0);
  REQUIRE(other.simulate({"--seed", "4"}).code == 0);
  CHECK(one.read("data.csv") != other.read("data.csv"));
  REQUIRE(one.simulate({"--seed", "4", "--force"}).code == 0);
  CHECK(one.read("data.csv") == other.read("data.csv"));
}

TEST_CASE("simulate replaces a file only when it is told to") {
  const Simulation place;
  place.write("data.csv", "precious\n");
  const Outcome outcome = place.simulate();
  CHECK(outcome.code == 73);
  CHECK_THAT(outcome.err, Contains("data.csv is there already"));
  CHECK(place.read("data.csv") == "precious\n");
  CHECK(place.simulate({"--force"}).code == 0);
  CHECK_THAT(place.read("data.csv"), StartsWith("x1,x2,y\n"));
}

TEST_CASE("Numbers have as many digits as the specification says") {
  const Simulation place("digits: 3\n" + specification);
  REQUIRE(place.simulate().code == 0);
  for (const auto& row : read_table(place.path() / "data.csv", {}).rows)
    for (const std::string& cell : row) CHECK(cell.find_first_not_of("-0.") + 4 >= cell.size());
}

TEST_CASE("A bad specification is refused with its place, and nothing is written") {
  struct Mistake {
    std::string from;
    std::string to;
    std::string message;
  };
  const std::vector<Mistake> mistakes = {
      {"type: gp.simulator", "type: gp.simulate", "spec.yaml:1:7: no simulator type"},
      {"type: gp.simulator\n", "", "\"type\" is missing"},
      {"seed: 3", "sead: 3", "spec.yaml:2:1: unknown key \"sead\""},
      {"seed: 3", "seed: three", "spec.yaml:2:7"},
      {"cases: 20", "cases: 0", "spec.yaml:3:8"},
      {"squared_exponential", "squared_exponental", "did you mean \"squared_exponential\""},
      {"rho: [0.1, 0.2]", "rho: [0.1]", "expected 2 numbers, found 1"},
      {"sigma: 0.5", "sigma: -0.5", "spec.yaml:8:29: \"parameters.sigma\""},
      {"sigma: 0.5, ", "", "a value for \"sigma\" is missing"},
      {"cases: 20\n", "", "cases"},
      {"covariance:\n", "covariance: [\n", "spec.yaml:"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.to);
    const Simulation place(with(specification, mistake.from, mistake.to));
    const Outcome outcome = place.simulate();
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, Contains(mistake.message));
    CHECK(place.list() == Words{"spec.yaml"});
  }
}

TEST_CASE("simulate needs a specification and a file to write") {
  const Simulation place;
  CHECK(place.run({"simulate", "none.yaml", "--out", "data.csv"}).code == 66);
  CHECK(place.run({"simulate", "spec.yaml"}).code == 64);
  CHECK(place.run({"simulate", "--out", "data.csv"}).code == 64);
  CHECK(place.run({"simulate", "spec.yaml", "--out", "no/such/folder/data.csv"}).code == 73);
  place.write("empty.yaml", "");
  CHECK(place.run({"simulate", "empty.yaml", "--out", "data.csv"}).code == 78);
}

TEST_CASE("A pipeline samples what simulate has drawn") {
  const Simulation place;
  REQUIRE(place.simulate().code == 0);
  place.write("pipeline.yaml", gp_pipeline);
  CHECK(place.run({"pipeline.yaml", "--quiet"}).code == 0);
  CHECK(place.run({"predict", "results", "--at", "data.csv"}).code == 0);
}

}  // namespace mcmc::testing
