#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// A data file that the small regression cannot use.
struct BadData {
  std::string text;
  int code;
  std::string message;
};

void check_data(const std::vector<BadData>& files) {
  const Workplace place;
  place.write("pipeline.yaml", gp_pipeline);
  for (const BadData& file : files) {
    CAPTURE(file.text);
    place.write("data.csv", file.text);
    const Outcome outcome = place.run({"pipeline.yaml"});
    CHECK(outcome.code == file.code);
    CHECK_THAT(outcome.err, StartsWith("mcmc-host: "));
    CHECK_THAT(outcome.err, Contains(file.message));
    CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
  }
}

/// What the small regression says with a change of its pipeline; it must leave nothing behind.
Outcome refusal_with(const std::string& from, const std::string& to,
                     const std::string& data = gp_data) {
  const Workplace place;
  place.write("data.csv", data);
  place.write("pipeline.yaml", with(gp_pipeline, from, to));
  Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
  return outcome;
}

const std::string start = "start: {log_eta: 0, log_sigma: -1, log_rho: 0}";
const std::string twin_rows = "x,z,y\n1,2,0.5\n1,2,0.7\n1.5,2.5,0.1\n";

}  // namespace

TEST_CASE("A data file that does not exist is named with the place that asks for it") {
  const Outcome missing = refusal_with("data.csv", "nowhere.csv");
  CHECK(missing.code == 66);
  CHECK_THAT(missing.err, Contains("pipeline.yaml:4:18: \"posterior\": cannot read nowhere.csv"));
  const Outcome directory = refusal_with("data.csv", ".");
  CHECK(directory.code == 66);
  CHECK_THAT(directory.err, Contains("cannot read .: it is a directory"));
}

TEST_CASE("A column that does not exist is answered with the place and the nearest column") {
  const Outcome response = refusal_with("response: y", "response: yy");
  CHECK(response.code == 78);
  CHECK_THAT(response.err,
             Contains("pipeline.yaml:4:38: \"data.response\" of \"posterior\": data.csv has no "
                      "column \"yy\"; its columns are x, z, y; did you mean \"y\"?"));
  const Outcome input = refusal_with("response: y", "inputs: [x, zz]");
  CHECK(input.code == 78);
  CHECK_THAT(input.err,
             Contains("has no column \"zz\"; its columns are x, z, y; did you mean \"z\"?"));
  const Outcome twice = refusal_with("response: y", "inputs: [x, x]");
  CHECK(twice.code == 78);
  CHECK_THAT(twice.err, Contains("column \"x\" is an input already: name it once"));
}

TEST_CASE("A data file without rows is refused") {
  check_data({
      {"", 65, "data.csv: the file is empty"},
      {"# only\n# comments\n", 65, "data.csv: the file has only comments or blank lines"},
      {"x,z,y\n", 65, "data.csv: there is a header, but no rows below it"},
  });
}

TEST_CASE("A ragged data file is refused by row and line") {
  check_data({
      {"x,z,y\n1,2,3\n\n1,2\n", 65, "data.csv:4: row 2: 2 cells, but the header has 3"},
      {"x,z,y\n1,2,3\n1,2,3,4\n", 65, "data.csv:3: row 2: 4 cells, but the header has 3"},
  });
}

TEST_CASE("A cell that is no finite number is refused by row and column") {
  check_data({
      {"x,z,y\n1,2,3\n4,two,6\n", 65, "data.csv: row 2, column \"z\": \"two\" is not a number"},
      {"x,z,y\n1,2,3\n4,NA,6\n", 65, "row 2, column \"z\": the value is missing (\"NA\")"},
      {"x,z,y\n1,2,3\n4,5,NaN\n", 65, "row 2, column \"y\": the value is missing (\"NaN\")"},
      {"x,z,y\n1,2,3\n4,,6\n", 65, "row 2, column \"z\": the value is missing (an empty cell)"},
      {"x,z,y\n1,2,3\ninf,5,6\n", 65, "row 2, column \"x\": inf is not a finite number"},
      {"x,z,y\n1,2,3\n4,-Inf,6\n", 65, "row 2, column \"z\": -Inf is not a finite number"},
      {"x,z,y\n1,2,3\n4,1e999,6\n", 65, "row 2, column \"z\": \"1e999\" is beyond the range"},
  });
}

TEST_CASE("A data file that is no table is refused") {
  check_data({
      {std::string("\0\1\2", 3), 65, "data.csv is not a text file"},
      {"y\n1\n2\n", 65, "data.csv: no column is left to be an input; the columns are y"},
      {"x,x,y\n1,2,3\n", 65, "data.csv: columns 1 and 2 have the same name \"x\": rename one"},
      {"x,z,y\n1,\"2,3\n", 65, "data.csv:2: a double quote stays open"},
  });
}

TEST_CASE("Missing values are dropped on request and counted") {
  const Workplace place;
  place.write("data.csv", gp_data + "2.5,NA,0.4\n");
  place.write("pipeline.yaml", with(gp_pipeline, "response: y", "on_missing: drop_row"));
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("warning: data.csv: 1 of 7 rows left out because of missing "
                                   "values (row 7)"));
}

TEST_CASE("A start outside the support is refused") {
  const Workplace place;
  place.write("pipeline.yaml",
              "densities: {banana: {type: toy.banana}}\n"
              "transitions: {standard: {type: slice, target: banana}}\n"
              "sample: {transition: standard, start: {x: 1e160}}\n"
              "output: {directory: results}\n");
  for (const char* verb : {"run", "check"}) {
    const Outcome outcome = place.run({verb, "pipeline.yaml"});
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, Contains("pipeline.yaml:3:39: \"start\": the log density of \"banana\" "
                                     "is minus infinity at {x.1: 1e+160, x.2: 1e+160}: it is "
                                     "outside the support; choose another start"));
    CHECK(place.list() == Words{"pipeline.yaml"});
  }
}

TEST_CASE("A start whose covariance has no Cholesky factor is refused") {
  const Outcome outcome =
      refusal_with(start, "start: {log_eta: 0, log_sigma: -40, log_rho: 0}", twin_rows);
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("pipeline.yaml:19:10: \"start\": the log density of "
                                   "\"posterior\" could not be computed at {log_eta: 0, "
                                   "log_sigma: -40, log_rho.1: 0, log_rho.2: 0}: a matrix is not "
                                   "positive definite; choose another start"));
}

TEST_CASE("Under abort, a covariance without Cholesky factor at the start is the answer no") {
  const Workplace place;
  place.write("data.csv", twin_rows);
  place.write("pipeline.yaml",
              with(with(gp_pipeline, start, "start: {log_eta: 0, log_sigma: -40, log_rho: 0}"),
                   "    cache:", "    on_failure: abort\n    cache:"));
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err,
             Contains("the density \"posterior\" failed (a matrix is not positive definite) at "
                      "log_eta = 0, log_sigma = -40"));
  CHECK_THAT(outcome.err, Contains("on_failure: reject"));
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
}

TEST_CASE("A prior from which no start can be drawn is refused") {
  const Workplace place;
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", with(with(gp_pipeline, start, "start: prior"), "log_eta: {mean: 0.0",
                                    "log_eta: {mean: 500"));
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err,
             Contains("pipeline.yaml:19:10: \"start\": none of 100 draws from the prior can be a "
                      "start (chain 1); the last: the log density of \"posterior\" could not be "
                      "computed at {log_eta: "));
  CHECK_THAT(outcome.err, Contains("give values, or a prior that fits the data"));
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
}

TEST_CASE("Failures in mid-run are rejected and counted, or end the run with what was drawn") {
  const Workplace place;
  place.write("data.csv", twin_rows);
  const std::string pipeline =
      with(with(gp_pipeline, start, "start: {log_eta: 2, log_sigma: -15, log_rho: 0}"),
           "warmup: [{transition: standard, iterations: 5}]", "warmup: []");
  place.write("pipeline.yaml", pipeline);
  const Outcome rejected = place.run({"pipeline.yaml"});
  CHECK(rejected.code == 0);
  CHECK_THAT(rejected.err, Contains("evaluations failed (a matrix is not positive definite) and "
                                    "were rejected"));

  place.write("pipeline.yaml", with(pipeline, "    cache:", "    on_failure: abort\n    cache:"));
  const Outcome aborted = place.run({"pipeline.yaml", "--force"});
  CHECK(aborted.code == 1);
  CHECK_THAT(aborted.err, Contains(" ended early: the density \"posterior\" failed"));
  CHECK(aborted.err.find("rejected") == std::string::npos);
  CHECK_THAT(place.read("results/chain-1.csv"), Contains("seconds (Total)"));
}

}  // namespace mcmc::testing
