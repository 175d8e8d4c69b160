#include <cmath>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

std::string library(const std::string& name) {
  return std::string(MCMC_TEST_FAKE_STAN) + "/" + name + ".so";
}

const std::string pipeline =
    "densities:\n"
    "  posterior:\n"
    "    type: stan\n"
    "    library: " +
    library("normal_sample") +
    "\n"
    "    data: data.json\n"
    "transitions:\n"
    "  standard: {type: slice, target: posterior}\n"
    "sample:\n"
    "  chains: 4\n"
    "  start: {unconstrained_mu: 1, unconstrained_sigma: 0}\n"
    "  warmup: [{transition: standard, iterations: 20}]\n"
    "  transition: standard\n"
    "  draws: 300\n"
    "output: {directory: results}\n";

class StanPlace : public Workplace {
 public:
  explicit StanPlace(const std::string& text = pipeline) {
    write("pipeline.yaml", text);
    write("data.json", "{\"y\": [1, 2, 4]}");
  }
  Outcome sample(Words more = {}) const {
    Words words{"pipeline.yaml", "--quiet", "--allow-programs"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

void check_library(const std::string& name, const std::string& message) {
  const StanPlace place(with(pipeline, library("normal_sample"), library(name)));
  const Outcome outcome = place.sample();
  CAPTURE(name);
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err,
             StartsWith("mcmc-host: pipeline.yaml:4:14: \"library\" of \"posterior\": "));
  CHECK_THAT(outcome.err, Contains(message));
}

}  // namespace

TEST_CASE("A Stan model is refused unless programs are allowed") {
  const StanPlace place;
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("pipeline.yaml:4:14: \"library\" of \"posterior\": a pipeline"));
  CHECK_THAT(outcome.err, Contains("give --allow-programs"));
  CHECK_THAT(outcome.err, !Contains("the model has its data"));
}

TEST_CASE("Draws of a Stan model hold its unconstrained parameters and all that Stan names") {
  const StanPlace place;
  const Outcome outcome = place.sample();
  CHECK(outcome.code == 0);
  const std::vector<Words> rows = cells_of(without_comments(place.read("results/chain-1.csv")));
  CHECK(rows.front() == Words{"lp__", "accept_stat__", "unconstrained_mu", "unconstrained_sigma",
                              "mu", "sigma", "moment.1", "moment.2"});
  for (const Words& row : {rows[1], rows.back()}) {
    CHECK(row[4] == row[2]);
    CHECK(std::stod(row[5]) == Approx(std::exp(std::stod(row[3]))).epsilon(1e-12));
  }
}

TEST_CASE("A Stan model's log density has the Jacobian and every constant") {
  const StanPlace place;
  place.write("points.csv", "unconstrained_mu,unconstrained_sigma\n1.5,0.5\n60,0\n");
  const Outcome outcome = place.run({"evaluate", "pipeline.yaml", "--density", "posterior", "--at",
                                     "points.csv", "--allow-programs"});
  CHECK(outcome.code == 0);
  const auto normal = [](double y, double mean, double sd) {
    return -0.5 * std::pow((y - mean) / sd, 2) - std::log(sd * std::sqrt(2 * M_PI));
  };
  const double sigma = std::exp(0.5);
  CHECK(std::stod(cells_of(outcome.out)[1][0]) ==
        Approx(normal(1.5, 0, 10) - sigma + 0.5 + normal(1, 1.5, sigma) + normal(2, 1.5, sigma) +
               normal(4, 1.5, sigma))
            .epsilon(1e-12));
  CHECK_THAT(outcome.err, Contains("row 2: it reported a failure: log_density() failed with "
                                   "exception: reject: mu is above 50"));
  CHECK_THAT(outcome.out, !Contains("the model has its data"));
  CHECK_THAT(outcome.err, Contains("the model has its data"));
}

TEST_CASE("A model that was compiled without STAN_THREADS is in one thread at a time") {
  const StanPlace place(with(pipeline, library("normal_sample"), library("one_at_a_time")));
  const Outcome outcome = place.sample({"--threads", "4", "--set", "sample.draws=3000"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("compiled without STAN_THREADS=true, so chains take turns"));
}

TEST_CASE("The models of a pipeline agree about threads") {
  const StanPlace place(with(pipeline, "transitions:",
                             "  other: {type: stan, data: data.json, library: " +
                                 library("one_at_a_time") + "}\ntransitions:"));
  const Outcome outcome = place.sample();
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("must all be compiled with STAN_THREADS=true, or none"));
}

TEST_CASE("A library that is no Stan model is refused with what it lacks") {
  check_library("missing_function", "has no bs_model_destruct; expected a Stan model");
  check_library("other_version", "is of BridgeStan 3; expected BridgeStan 2");
  check_library("undefined_symbol", "cannot be loaded: ");
  const StanPlace plugin(with(pipeline, library("normal_sample"), MCMC_TEST_PLUGIN));
  CHECK_THAT(plugin.sample().err, Contains("has no bs_major_version"));
}

TEST_CASE("Files of a Stan model that cannot be read or used are named") {
  const StanPlace no_library(with(pipeline, library("normal_sample"), "missing.so"));
  const Outcome first = no_library.sample();
  CHECK(first.code == 66);
  CHECK_THAT(first.err, Contains("there is no library missing.so"));
  const StanPlace no_data(with(pipeline, "data.json", "missing.json"));
  const Outcome second = no_data.sample();
  CHECK(second.code == 66);
  CHECK_THAT(second.err, Contains("cannot read the data file missing.json"));
  const StanPlace wrong_data;
  wrong_data.write("data.json", "{\"x\": 1}");
  const Outcome third = wrong_data.sample();
  CHECK(third.code == 65);
  CHECK_THAT(third.err, Contains("data.json: the model "));
  CHECK_THAT(third.err, Contains("variable does not exist; name=y"));
  const StanPlace without(with(pipeline, "    data: data.json\n", ""));
  const Outcome fourth = without.sample();
  CHECK(fourth.code == 78);
  CHECK_THAT(fourth.err, Contains("the model cannot be made without \"data\""));
}

}  // namespace mcmc::testing
