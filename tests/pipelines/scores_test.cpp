#include <cmath>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Json = nlohmann::json;

/// The small regression after its run, and cases that it has not seen.
struct FinishedRun : Workplace {
  FinishedRun() {
    write("data.csv", gp_data);
    write("pipeline.yaml", gp_pipeline);
    write("held_out.csv", "x,z,y\n0.5,0.5,0.4\n3,1,\n1,1,0.1\n");
    REQUIRE(run({"pipeline.yaml", "--quiet"}).code == 0);
  }
};

}  // namespace

TEST_CASE("summary scores how well a model predicts, in every format") {
  const FinishedRun run;
  const Outcome plain = run.run({"summary", "results", "--format", "csv"});
  const Outcome csv =
      run.run({"summary", "results", "--format", "csv", "--loo", "--held-out", "held_out.csv"});
  REQUIRE(csv.code == 0);
  REQUIRE_THAT(csv.out, StartsWith(plain.out + "\n"));
  const auto rows = cells_of(csv.out.substr(plain.out.size() + 1));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].front() == "predictive_score");
  CHECK(rows[1].front() == "leave-one-out");
  CHECK(rows[2].front() == "held_out.csv");
  CHECK(rows[2][1] == "2");
  const Outcome json =
      run.run({"summary", "results", "--format", "json", "--loo", "--held-out", "held_out.csv"});
  const Json parsed = Json::parse(json.out);
  CHECK(parsed["variables"] ==
        Json::parse(run.run({"summary", "results", "--format", "json"}).out));
  const Json& loo = parsed["predictive_scores"][0];
  CHECK(loo["log_predictive_density"] == std::stod(rows[1][2]));
  CHECK(loo["log_predictive_density"] <= loo["unweighted"]);
  CHECK(loo["draws"] == 40);
  CHECK_THAT(run.run({"summary", "results", "--loo"}).out, Contains("leave-one-out"));
}

TEST_CASE("The score of held-out cases is the sum that predict tells") {
  const FinishedRun run;
  const Json json = Json::parse(
      run.run({"summary", "results", "--format", "json", "--held-out", "held_out.csv"}).out);
  const Json predicted =
      Json::parse(run.run({"predict", "results", "--at", "held_out.csv", "--format", "json"}).out);
  const double sum = predicted[0]["log_predictive_density"].get<double>() +
                     predicted[2]["log_predictive_density"].get<double>();
  CHECK(json["predictive_scores"][0]["log_predictive_density"].get<double>() ==
        Approx(sum).epsilon(1e-10));
}

TEST_CASE("compare has the scores of each pipeline in columns at the end, when they are wanted") {
  const FinishedRun run;
  const auto compare = [&](const Words& more) {
    Words words{"compare", "pipeline.yaml",   "pipeline.yaml", "--quiet",
                "--set",   "sample.draws=60", "--format",      "csv"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run.run(words);
    REQUIRE(outcome.code == 0);
    return cells_of(outcome.out);
  };
  const auto plain = compare({});
  const auto scored = compare({"--loo", "--held-out", "held_out.csv"});
  REQUIRE(scored[0].size() == plain[0].size() + 4);
  CHECK(Words(scored[0].begin(), scored[0].end() - 4) == plain[0]);
  CHECK(Words(scored[0].end() - 4, scored[0].end()) ==
        Words{"leave_one_out", "leave_one_out_error", "held_out", "held_out_error"});
  for (std::size_t column = 10; column < 14; ++column) {
    CHECK(std::isfinite(std::stod(scored[1][column])));
    CHECK(scored[1][column] == scored[2][column]);  // the same draws
  }
  CHECK(compare({"--loo"})[0].size() == plain[0].size() + 2);
}

TEST_CASE("Scores that cannot be are refused with what is wrong") {
  const FinishedRun run;
  const auto refusal = [&](const Words& words, int code) {
    const Outcome outcome = run.run(words);
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal({"summary", "results", "--held-out", "none.csv"}, 66), Contains("none.csv"));
  CHECK_THAT(refusal({"summary", "results/chain-1.csv", "--loo"}, 66),
             Contains("results/chain-1.csv is no folder"));
  CHECK_THAT(refusal({"summary", "results", "results", "--loo"}, 64),
             Contains("--loo and --held-out need the folder of one run"));
  CHECK_THAT(refusal({"summary", "results", "--loo", "--score-draws", "0"}, 64),
             Contains("--score-draws 0: expected 1 or more"));
  CHECK_THAT(refusal({"summary", "results", "--score-draws", "5"}, 64),
             Contains("give one of them too"));
  run.write("blind.csv", "x,z\n1,1\n");
  CHECK_THAT(refusal({"summary", "results", "--held-out", "blind.csv"}, 65),
             Contains("blind.csv: no response is known"));
  run.write("toy.yaml", with(toy_pipeline, "results", "toy"));
  REQUIRE(run.run({"toy.yaml", "--quiet"}).code == 0);
  CHECK_THAT(refusal({"summary", "toy", "--loo"}, 64), Contains("cannot leave cases out"));
  CHECK_THAT(refusal({"compare", "toy.yaml", "--loo", "--quiet"}, 64),
             Contains("cannot leave cases out"));
}

}  // namespace mcmc::testing
