#include <yaml-cpp/yaml.h>

#include <cmath>
#include <set>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

class RegressionPlace : public Workplace {
 public:
  explicit RegressionPlace(const std::string& pipeline = gp_pipeline) {
    write("data.csv", gp_data);
    write("pipeline.yaml", pipeline);
  }
};

}  // namespace

TEST_CASE("A run leaves these files and no others") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  CHECK(place.list("results") == Words{"chain-1.csv", "chain-2.csv", "checkpoint",
                                       "pipeline.input.yaml", "pipeline.yaml", "run.log",
                                       "tables"});
  CHECK(place.list("results/checkpoint") == Words{"barrier", "chain-1", "chain-2", "lock", "run"});
  CHECK(place.list("results/tables") == Words{"evaluations.csv", "summary.csv"});
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml", "results"});
}

TEST_CASE("Chain files have the layout that readers of Stan's draws expect") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml", "--set", "sample.thin=3"}).code == 0);
  std::set<std::string> ids, models;
  for (const char* name : {"results/chain-1.csv", "results/chain-2.csv"}) {
    CAPTURE(name);
    StanCsv chain = read_strictly(place.read(name));
    CHECK(chain.names == Words{"lp__", "accept_stat__", "log_eta", "log_sigma", "log_rho.1",
                               "log_rho.2", "eta", "sigma", "rho.1", "rho.2", "log_likelihood"});
    CHECK(chain.rows.size() == 20);
    CHECK(chain.settings["num_samples"] == "60");
    CHECK(chain.settings["num_warmup"] == "5");
    CHECK(chain.settings["thin"] == "3");
    CHECK(chain.settings["engine"] == "slice");
    CHECK(chain.settings["seed"] == "7");
    ids.insert(chain.settings["id"]);
    models.insert(chain.settings["model"]);
  }
  CHECK(ids == std::set<std::string>{"1", "2"});
  CHECK(models.size() == 1);
}

TEST_CASE("Rows hold a log density, its parts, and derived values that belong together") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  const double log_root_2_pi = 0.5 * std::log(2 * std::acos(-1.0));
  const auto log_normal = [&](double x, double mean, double sd) {
    return -0.5 * std::pow((x - mean) / sd, 2) - std::log(sd) - log_root_2_pi;
  };
  for (const std::vector<double>& row : read_strictly(place.read("results/chain-1.csv")).rows) {
    CHECK(row[1] == 1);
    for (std::size_t i = 0; i < 4; ++i) CHECK(row[6 + i] == Approx(std::exp(row[2 + i])));
    const double log_prior = log_normal(row[2], 0, 1) + log_normal(row[3], -0.7, 1.25) +
                             log_normal(row[4], 0.5, 1.5) + log_normal(row[5], 0.5, 1.5);
    CHECK(row[0] == Approx(row[10] + log_prior));
  }
}

TEST_CASE("Warm-up draws are kept in a folder of their own, on request") {
  const RegressionPlace place(
      with(gp_pipeline, "{directory: results}", "{directory: results, keep_warmup: true}"));
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  CHECK(place.list("results/warmup") == Words{"chain-1.csv", "chain-2.csv"});
  const StanCsv warmup = read_strictly(place.read("results/warmup/chain-2.csv"));
  CHECK(warmup.rows.size() == 5);
  StanCsv chain = read_strictly(place.read("results/chain-2.csv"));
  CHECK(warmup.names == chain.names);
  CHECK(chain.settings["save_warmup"] == "0");
}

TEST_CASE("The tables have their columns and a row for each density, transition and variable") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  const std::vector<Words> summary = cells_of(place.read("results/tables/summary.csv"));
  CHECK(summary.front() == Words{"variable", "mean", "sd", "mcse_mean", "mcse_sd", "q5", "q50",
                                 "q95", "ess_bulk", "ess_tail", "rhat", "autocorrelation_time"});
  REQUIRE(summary.size() == 11);
  CHECK(summary[1].front() == "lp__");
  CHECK(summary[2].front() == "log_eta");
  CHECK(summary[10].front() == "log_likelihood");

  const std::vector<Words> evaluations = cells_of(place.read("results/tables/evaluations.csv"));
  REQUIRE(evaluations.size() == 3);
  CHECK(evaluations[0] ==
        Words{"component", "kind", "calls", "cache_hits", "failures", "cpu_seconds", "acceptance"});
  CHECK(evaluations[1][0] == "posterior");
  CHECK(evaluations[1][1] == "density");
  CHECK(std::stoi(evaluations[1][2]) > std::stoi(evaluations[1][3]));
  CHECK(evaluations[1][4] == "0");
  CHECK(std::stod(evaluations[1][5]) > 0);
  CHECK(evaluations[2][0] == "standard");
  CHECK(evaluations[2][1] == "transition");
  CHECK(evaluations[2][2] == "50");  // 5 + 20 iterations of 2 chains
}

TEST_CASE("The pipeline is kept word for word, and again with all defaults and settings") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml", "--seed", "11", "--chains", "3", "--set", "sample.draws=9"})
              .code == 0);
  CHECK(place.read("results/pipeline.input.yaml") == gp_pipeline);
  const std::string text = place.read("results/pipeline.yaml");
  CHECK_THAT(text, StartsWith("# Written by mcmc-host ") && Contains("gp 1.0.0") &&
                       Contains("slice 1.0.0") && !Contains("toy"));
  const YAML::Node written = YAML::Load(text);
  CHECK(written["sample"]["seed"].as<int>() == 11);
  CHECK(written["sample"]["chains"].as<int>() == 3);
  CHECK(written["sample"]["draws"].as<int>() == 9);
  CHECK(written["sample"]["thin"].as<int>() == 1);
  CHECK(written["transitions"]["standard"]["max_steps_out"].IsScalar());
  CHECK(written["densities"]["posterior"]["data"]["file"].as<std::string>() == "../data.csv");
  CHECK(written["densities"]["posterior"]["data"]["inputs"].size() == 2);
  CHECK(written["densities"]["posterior"]["on_failure"].as<std::string>() == "reject");
}

TEST_CASE("The log tells the command, versions, machine, what was learned and the end") {
  const RegressionPlace place;
  REQUIRE(place.run({"pipeline.yaml", "--threads", "2"}).code == 0);
  const std::string log = place.read("results/run.log");
  for (const char* part : {"command: mcmc-host run pipeline.yaml --threads 2", "mcmc-host 0.",
                           " processors", "plugin slice 1.0.0 from ", "after warm-up:",
                           "standard, chain 1 carries width = [", "ended with exit code 0"})
    CHECK_THAT(log, Contains(part));
}

TEST_CASE("Standard output carries the summary, and nothing when quiet") {
  const RegressionPlace place;
  const Outcome talkative = place.run({"pipeline.yaml"});
  CHECK_THAT(talkative.out, Contains("log_likelihood") && Contains("autocorrelation"));
  CHECK_THAT(talkative.err, StartsWith("2 chains of 5 warm-up and 20 sampling iterations on"));
  const Outcome quiet = place.run({"run", "pipeline.yaml", "--quiet", "--out", "other: #1"});
  CHECK(quiet.code == 0);
  CHECK(quiet.out.empty());
  CHECK_THAT(quiet.err, StartsWith("warning: "));
  CHECK_THAT(quiet.err, !Contains("sampling iterations on"));
  CHECK(place.has("other: #1/chain-1.csv"));
}

}  // namespace mcmc::testing
