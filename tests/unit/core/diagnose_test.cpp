#include "mcmc/diagnose.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../temporary_directory.hpp"
#include "mcmc/error.hpp"

using namespace mcmc;
using Catch::Matchers::Contains;
using mcmc::testing::error_of;
using mcmc::testing::TemporaryDirectory;
using Levels = std::vector<double>;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Chains of one variable that move without pattern over an interval of length 1 from each level.
Draws draws_about(const Levels& levels, Eigen::Index count = 1000) {
  Draws draws;
  draws.names = {"theta"};
  double value = 0;
  for (const double level : levels) {
    Eigen::MatrixXd x(count, 1);
    for (double& element : x.reshaped()) {
      value = std::fmod(value + std::sqrt(2.0) * std::exp(value), 1.0);
      element = level + value;
    }
    draws.chains.push_back(x);
  }
  return draws;
}

std::string text_of(const std::vector<Remark>& remarks) {
  return remarks_text(remarks);
}

}  // namespace

TEST_CASE("Chains that agree are said to be fine") {
  const std::vector<Remark> remarks = diagnose_draws(draws_about({0, 0, 0, 0}));
  CHECK(is_fine(remarks));
  CHECK_THAT(text_of(remarks), Contains("The chains agree"));
}

TEST_CASE("The chain that is elsewhere is named") {
  const std::vector<Remark> remarks = diagnose_draws(draws_about({0, 0, 5, 0}));
  CHECK_FALSE(is_fine(remarks));
  CHECK_THAT(text_of(remarks), Contains("The chains disagree") &&
                                   Contains("Chain 3 is elsewhere: theta averages 5."));
}

TEST_CASE("No chain is named where they are all over the place, or are two") {
  for (const Levels& levels : {Levels{0, 5, 10, 15}, Levels{0, 5}})
    CHECK_THAT(text_of(diagnose_draws(draws_about(levels))), !Contains("elsewhere"));
}

TEST_CASE("Failures are harmless when they are few and a warning when they are many") {
  const auto few = diagnose_costs({{"posterior", "density", 100000, 3, unknown}});
  CHECK(is_fine(few));
  CHECK_THAT(text_of(few), Contains("posterior: 3 of 100000 evaluations failed (0.003 %)"));
  const auto many = diagnose_costs({{"posterior", "density", 1000, 30, unknown}});
  CHECK_FALSE(is_fine(many));
  CHECK_THAT(text_of(many), Contains("(3 %)"));
}

TEST_CASE("A mapping or a transition that is hardly ever accepted is a warning with advice") {
  CHECK_THAT(text_of(diagnose_costs({{"mapped", "mapping", 100, unknown, 0.02}})),
             Contains("only 2 % of its proposals") && Contains("too poor to help"));
  CHECK_THAT(text_of(diagnose_costs({{"steps", "transition", 100, unknown, 0.02}})),
             Contains("too large"));
  CHECK(diagnose_costs({{"slice", "transition", 100, unknown, 1},
                        {"still", "transition", 0, unknown, unknown}})
            .empty());
}

TEST_CASE("Costs are read from a run's table, and from nothing else") {
  const TemporaryDirectory folder;
  const auto file =
      folder.write("evaluations.csv",
                   "component,kind,calls,cache_hits,failures,cpu_seconds,acceptance\n"
                   "posterior,density,151253,30000,2,6.03,\nstandard,transition,5200,,,,1\n");
  const std::vector<ComponentCost> costs = read_component_costs(file);
  REQUIRE(costs.size() == 2);
  CHECK(costs[0].component == "posterior");
  CHECK(costs[0].failures == 2);
  CHECK(costs[0].cache_hits == 30000);
  CHECK(costs[0].cpu_seconds == 6.03);
  CHECK(std::isnan(costs[1].cpu_seconds));
  CHECK(std::isnan(costs[0].acceptance));
  CHECK(costs[1].kind == "transition");
  CHECK(costs[1].acceptance == 1);
  const auto other = folder.write("other.csv", "a,b\n1,2\n");
  CHECK(error_of<Error>([&] { read_component_costs(other); }).code() == ExitCode::bad_data);
}

TEST_CASE("Remarks as JSON are objects with a warning and a text") {
  const auto json = nlohmann::json::parse(remarks_json({{true, "bad"}, {false, "good"}}));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["warning"] == true);
  CHECK(json[1]["text"] == "good");
}

TEST_CASE("A single chain is remarked upon, without a warning") {
  Draws draws = draws_about({0});
  const auto remarks = diagnose_draws(draws);
  CHECK(is_fine(remarks));
  CHECK_THAT(text_of(remarks), Contains("only one chain"));
}
