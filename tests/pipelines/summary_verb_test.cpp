#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// Draws of one variable that alternate about a level, in Stan's format.
std::string chain_about(double level, int draws = 1000) {
  std::string text = "# save_warmup = 0\nlp__,accept_stat__,theta\n";
  for (int i = 0; i < draws; ++i) {
    const double theta = level + ((i * 7919) % 1000) / 1000.0;
    text += std::to_string(-theta * theta) + ",1," + std::to_string(theta) + "\n";
  }
  return text;
}

const std::string csv_header =
    "variable,mean,sd,mcse_mean,mcse_sd,q5,q50,q95,ess_bulk,ess_tail,rhat,autocorrelation_time\n";

}  // namespace

TEST_CASE("Summary of a run's directory is the table that the run wrote") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  const Outcome run = place.run({"pipeline.yaml"});
  REQUIRE(run.code == 0);
  CHECK(place.run({"summary", "results", "--format", "csv"}).out ==
        place.read("results/tables/summary.csv"));
  CHECK(place.run({"summary", "results"}).out == run.out);
  CHECK(place.run({"summary", "results/chain-1.csv", "results/chain-2.csv"}).out == run.out);
}

TEST_CASE("Summary says which derived value stays in standardised units") {
  const Workplace place;
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", with(with(gp_pipeline, "data.csv", "data.csv, standardize: true"),
                                    "length_scales: per_input", "length_scales: shared"));
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  CHECK_THAT(place.run({"summary", "results"}).err, Contains("rho stays in standardised units"));
}

TEST_CASE("Summary reads any files in Stan's format and prints a table, CSV or JSON") {
  const Workplace place;
  place.write("a.csv", chain_about(0));
  place.write("b.csv", chain_about(0));
  const std::string table = place.run({"summary", "a.csv", "b.csv"}).out;
  CHECK_THAT(table, Contains("variable") && Contains("rhat") && Contains("\ntheta "));
  CHECK_THAT(table, !Contains("accept_stat__"));
  const std::string csv = place.run({"summary", "a.csv", "b.csv", "--format", "csv"}).out;
  CHECK_THAT(csv, StartsWith(csv_header + "lp__,") && Contains("\ntheta,0.499"));
  const auto json = nlohmann::json::parse(place.run({"summary", ".", "--format", "json"}).out);
  REQUIRE(json.size() == 2);
  CHECK(json[1]["variable"] == "theta");
  CHECK(json[1]["mean"].get<double>() == Approx(0.4995));
  CHECK_THAT(csv, Contains("\ntheta," + json[1]["mean"].dump().substr(0, 8)));
}

TEST_CASE("Summary says in words when chains agree, disagree or are short") {
  const Workplace place;
  place.write("a.csv", chain_about(0));
  place.write("b.csv", chain_about(0));
  place.write("far.csv", chain_about(5));
  place.write("short.csv", chain_about(0, 20));
  const Outcome agreed = place.run({"summary", "a.csv", "b.csv"});
  CHECK(agreed.code == 0);
  CHECK_THAT(agreed.err, StartsWith("The chains agree: R-hat is at most 1."));
  const Outcome apart = place.run({"summary", "a.csv", "far.csv"});
  CHECK(apart.code == 0);
  CHECK_THAT(apart.err, Contains("The chains disagree: R-hat is above 1.01 for "));
  CHECK_THAT(apart.err, Contains("fewer than 400 for "));
  const Outcome few = place.run({"summary", "a.csv", "short.csv"});
  CHECK(few.code == 0);
  CHECK_THAT(few.err, Contains("the chains have 1000, 20 draws: 1 that ended early is left out"));
}

TEST_CASE("Summary refuses what is no set of draws, with place and reason") {
  const Workplace place;
  place.write("a.csv", chain_about(0));
  place.write("other.csv", "lp__,phi\n1,2\n");
  place.write("text.csv", "lp__,theta\n1,2\n1,x\n");
  place.write("cut.csv", "lp__,theta\n1,2\n1\n");
  place.write("header.csv", "lp__,theta\n");
  const auto check = [&](const Words& files, int code, const std::string& message) {
    Words words{"summary"};
    words.insert(words.end(), files.begin(), files.end());
    const Outcome outcome = place.run(words);
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(message));
  };
  check({"nowhere"}, 66, "cannot read nowhere: No such file or directory");
  check({"a.csv", "other.csv"}, 65, "a.csv and other.csv are not chains of one run");
  check({"text.csv"}, 65, "text.csv:3: theta: ");
  check({"cut.csv"}, 65, "cut.csv:3: expected 2 cells as in the header, found 1");
  check({"header.csv"}, 65, "header.csv: no draws, or none that are not warm-up");
  std::filesystem::create_directory(place.path() / "empty");
  check({"empty"}, 66, "empty: no chain-*.csv and no other *.csv");
}

TEST_CASE("Summary can show some of the variables, and the worst first") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  const std::string csv =
      place.run({"summary", "results", "--variables", "x,lp__", "--format", "csv"}).out;
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
  CHECK_THAT(csv, StartsWith(csv_header + "x.1,") && Contains("\nlp__,"));
  CHECK(place.run({"summary", "results", "--sort", "name"}).out.find("lp__") <
        place.run({"summary", "results", "--sort", "name"}).out.find("x.1"));
  CHECK(place.run({"summary", "results", "--sort", "best"}).code == 64);
  CHECK(place.run({"summary", "results", "--variables", "y"}).code == 64);
}

}  // namespace mcmc::testing
