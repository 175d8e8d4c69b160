#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mcmc/table.hpp"
#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// The small regression after its run, and new cases for it.
struct FinishedRun : Workplace {
  FinishedRun() {
    write("data.csv", gp_data);
    write("pipeline.yaml", gp_pipeline);
    write("new.csv", "x,z,y\n0.5,0.5,0.4\n3,1,\n");
    REQUIRE(run({"pipeline.yaml", "--quiet"}).code == 0);
  }

  Outcome predict(const Words& more = {}, const std::string& cases = "new.csv") const {
    Words words{"predict", "results", "--at", cases};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  /// The table that a prediction prints.
  Table table(const Words& more = {}, const std::string& cases = "new.csv") const {
    const Outcome outcome = predict(more, cases);
    REQUIRE(outcome.code == 0);
    return read_table(write("out.csv", outcome.out), {});
  }
};

double number(const Table& table, std::size_t row, const std::string& column) {
  return parse_number(table.rows[row][table.find(column).value()]).value();
}

}  // namespace

TEST_CASE("predict prints inputs, moments, quantiles and log predictive density") {
  const FinishedRun run;
  const Outcome outcome = run.predict();
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             StartsWith("x,z,mean,variance,q5,q50,q95,log_predictive_density\n0.5,0.5,"));
  CHECK_THAT(outcome.err, Contains("2 cases predicted with 40 of the 40 draws of 2 chains"));
  CHECK_THAT(outcome.err, !Contains("warning"));
  const Table table = run.table();
  REQUIRE(table.rows.size() == 2);
  for (const std::size_t row : {0, 1}) {
    CHECK(number(table, row, "variance") > 0);
    CHECK(number(table, row, "q5") < number(table, row, "q50"));
    CHECK(number(table, row, "q50") < number(table, row, "q95"));
  }
  CHECK(table.rows[1].back().empty());  // the second response is unknown
}

TEST_CASE("predict gives the same numbers whatever the order of columns, and ignores others") {
  const FinishedRun run;
  run.write("other.csv", "z,y,note,x\n0.5,0.4,old,0.5\n1,NA,new,3\n");
  CHECK(run.predict({}, "other.csv").out == run.predict().out);
}

TEST_CASE("The latent function is known better than the response") {
  const FinishedRun run;
  const Table response = run.table(), latent = run.table({"--latent"});
  CHECK_FALSE(latent.find("log_predictive_density"));
  for (const std::size_t row : {0, 1}) {
    CHECK(number(latent, row, "mean") == number(response, row, "mean"));
    CHECK(number(latent, row, "variance") < number(response, row, "variance"));
  }
}

TEST_CASE("predict can use some of the posterior's draws, and says how many") {
  const FinishedRun run;
  const Outcome outcome = run.predict({"--posterior-draws", "10"});
  CHECK_THAT(outcome.err, Contains("with 10 of the 40 draws"));
  CHECK(outcome.out != run.predict().out);
  CHECK(run.predict({"--posterior-draws", "0"}).code == 64);
}

TEST_CASE("predict prints draws of the predictive distribution, the same each time") {
  const FinishedRun run;
  const Outcome outcome = run.predict({"--draws", "3"});
  CHECK_THAT(outcome.out, StartsWith("x,z,draw.1,draw.2,draw.3\n0.5,0.5,"));
  CHECK(run.predict({"--draws", "3"}).out == outcome.out);
  CHECK(run.predict({"--draws", "3", "--latent"}).out != outcome.out);
  const Table table = run.table({"--draws", "3"});
  REQUIRE(table.rows.size() == 2);
  const auto json = nlohmann::json::parse(run.predict({"--draws", "3", "--format", "json"}).out);
  for (const std::size_t row : {0, 1}) {
    REQUIRE(json[row]["draws"].size() == 3);
    CHECK(json[row]["x"] == number(table, row, "x"));
    CHECK(json[row]["draws"][2] == number(table, row, "draw.3"));
    CHECK_FALSE(json[row].contains("mean"));
  }
  CHECK(run.predict({"--draws", "0"}).code == 64);
  CHECK_THAT(run.predict({"--draws", "0"}).err, Contains("--draws 0: expected 1 or more"));
  CHECK(run.predict({"--draws", "many"}).code == 64);
  REQUIRE(run.run({"pipeline.yaml", "--quiet", "--force", "--seed", "8"}).code == 0);
  CHECK(run.predict({"--draws", "3"}).out != outcome.out);
}

TEST_CASE("predict prints JSON with the same numbers") {
  const FinishedRun run;
  const auto json = nlohmann::json::parse(run.predict({"--format", "json"}).out);
  REQUIRE(json.size() == 2);
  const Table table = run.table();
  CHECK(json[0]["mean"] == number(table, 0, "mean"));
  CHECK(json[1]["log_predictive_density"].is_null());
  CHECK(run.predict({"--format", "yaml"}).code == 64);
}

TEST_CASE("Bad new cases are refused with their place") {
  const FinishedRun run;
  const auto refusal = [&](const std::string& bytes) {
    run.write("bad.csv", bytes);
    const Outcome outcome = run.predict({}, "bad.csv");
    CHECK(outcome.code == 65);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal("x,zz\n1,2\n"), StartsWith("mcmc-host: bad.csv has no column \"z\""));
  CHECK_THAT(refusal("x,z\n1,2\n1,nan\n"), Contains("bad.csv: row 2, column \"z\""));
  CHECK_THAT(refusal("x,z\n1,2\n1,two\n"), Contains("\"two\" is not a number"));
  CHECK_THAT(refusal("x,z\n1,inf\n"), Contains("inf is not a finite number"));
  CHECK(run.predict({}, "none.csv").code == 66);
}

TEST_CASE("predict needs the folder of a run whose data are still there") {
  const FinishedRun run;
  CHECK(run.run({"predict", "elsewhere", "--at", "new.csv"}).code == 66);
  CHECK(run.run({"predict", ".", "--at", "new.csv"}).code != 0);
  CHECK(run.run({"predict", "results"}).code == 64);
  run.write("data.csv", with(gp_data, "1.1\n", "9.9\n"));
  CHECK_THAT(run.predict().err, Contains("did the data change?"));
  std::filesystem::remove(run.path() / "data.csv");
  const Outcome outcome = run.predict();
  CHECK(outcome.code == 66);
  CHECK_THAT(outcome.err, Contains("data.csv"));
}

TEST_CASE("Draws of a density that predicts nothing are refused") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  place.write("new.csv", "x\n1\n");
  REQUIRE(place.run({"pipeline.yaml", "--quiet"}).code == 0);
  const Outcome outcome = place.run({"predict", "results", "--at", "new.csv"});
  CHECK(outcome.code == 64);
  CHECK_THAT(outcome.err, Contains("\"gaussian\""));
}

TEST_CASE("Predictions agree with the reference values to 1e-8") {
  std::ifstream file(MCMC_TEST_REFERENCE_DIR "/gp_reference.json");
  const auto reference = nlohmann::json::parse(file);
  const auto joined = [](const nlohmann::json& numbers) {
    std::string text;
    for (const double value : numbers) text += (text.empty() ? "" : ",") + fmt::format("{}", value);
    return text;
  };
  const auto& one =
      reference["cases"][3];  // one length scale for each of three inputs, no known noise
  const Workplace place;
  std::string data = "a,b,c,y\n", cases = "a,b,c\n";
  for (std::size_t i = 0; i < one["inputs"].size(); ++i)
    data += fmt::format("{},{}\n", joined(one["inputs"][i]), one["response"][i].get<double>());
  for (const auto& row : one["new_inputs"]) cases += joined(row) + "\n";
  place.write("data.csv", data);
  place.write("new.csv", cases);
  place.write("pipeline.yaml",
              with(gp_pipeline, "    covariance:\n",
                   fmt::format("    covariance:\n      - {{type: constant, value: {}}}\n",
                               one["c"].get<double>())));
  REQUIRE(place.run({"pipeline.yaml", "--quiet"}).code == 0);
  for (const auto& point : one["points"]) {
    const std::string chain =
        "lp__,log_eta,log_sigma,log_rho.1,log_rho.2,log_rho.3\n0," + joined(point["x"]) + "\n";
    for (const char* name : {"results/chain-1.csv", "results/chain-2.csv"})
      place.write(name, chain);
    const Outcome outcome = place.run({"predict", "results", "--at", "new.csv"});
    REQUIRE(outcome.code == 0);
    const Table table = read_table(place.write("out.csv", outcome.out), {});
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      for (const char* column : {"mean", "variance"})
        CHECK(number(table, i, column) ==
              Approx(point["predict"][column][i].get<double>()).epsilon(1e-8));
  }
}

}  // namespace mcmc::testing
