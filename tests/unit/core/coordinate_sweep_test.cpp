#include "mcmc/coordinate_sweep.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "mcmc/error.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

using namespace mcmc;
using mcmc::testing::OwnedTarget;
using Coordinates = std::vector<std::size_t>;

namespace {

OwnedTarget a_target() {
  const std::vector<std::string> names{"log_eta", "log_rho.1", "log_rho.2"};
  return OwnedTarget(std::make_unique<mcmc::testing::TableDensity>(names, mcmc::testing::Points{},
                                                                   std::vector<double>{}));
}

/// Writes down the order of its updates; reports each; throws at one of them if told to.
class OrderSweep final : public CoordinateSweep {
 public:
  OrderSweep(Target& target, std::size_t updates) : CoordinateSweep(target, updates) {}
  std::vector<std::size_t> order;
  std::size_t throws_at = 1000;

 private:
  void update(std::size_t position, State& x, Random&, StepReport& report) override {
    if (position == throws_at) throw std::runtime_error("no");
    order.push_back(position);
    x.x[static_cast<Eigen::Index>(position)] += 1;
    report.proposal(0.5);
  }
};

Coordinates chosen(std::vector<std::string> parameters) {
  OwnedTarget target = a_target();
  return chosen_coordinates(*target, parameters);
}

}  // namespace

TEST_CASE("A sweep updates in order and its reversal in the opposite order") {
  OwnedTarget target = a_target();
  OrderSweep sweep(*target, 3);
  State x = target.state({0, 0, 0});
  mcmc::testing::EnumeratingRandom random;
  StepReport report;
  sweep.step(x, random, report);
  CHECK(sweep.order == Coordinates{0, 1, 2});
  sweep.order.clear();
  sweep.reversal()->step(x, random, report);
  CHECK(sweep.order == Coordinates{2, 1, 0});
}

TEST_CASE("The reversal of a sweep's reversal is the sweep, and it has the same target") {
  OwnedTarget target = a_target();
  OrderSweep sweep(*target, 3);
  CHECK_FALSE(sweep.is_reversible());
  CHECK(sweep.reversal()->reversal() == &sweep);
  CHECK(&sweep.reversal()->target() == &*target);
}

TEST_CASE("A sweep of one update is its own reversal") {
  OwnedTarget target = a_target();
  OrderSweep sweep(*target, 1);
  CHECK(sweep.is_reversible());
}

TEST_CASE("A step that throws leaves x, the report and the tally as they were") {
  OwnedTarget target = a_target();
  OrderSweep sweep(*target, 3);
  sweep.throws_at = 2;
  State x = target.state({4, 5, 6});
  mcmc::testing::EnumeratingRandom random;
  StepReport report;
  CHECK_THROWS_AS(sweep.step(x, random, report), std::runtime_error);
  CHECK(x.x == target.state({4, 5, 6}).x);
  CHECK(report.proposals() == 0);
  CHECK(sweep.steps() == 0);
  CHECK(sweep.tally().proposals() == 0);
}

TEST_CASE("A step adds to the caller's report and to the transition's tally") {
  OwnedTarget target = a_target();
  OrderSweep sweep(*target, 3);
  State x = target.state({0, 0, 0});
  mcmc::testing::EnumeratingRandom random;
  StepReport report;
  CHECK(report.mean_acceptance() == 1);
  sweep.step(x, random, report);
  sweep.step(x, random, report);
  CHECK(sweep.steps() == 2);
  CHECK(report.proposals() == 6);
  CHECK(report.mean_acceptance() == 0.5);
  CHECK(sweep.tally().proposals() == 6);
}

TEST_CASE("Without a choice all coordinates are chosen, and the choice is filled in") {
  OwnedTarget target = a_target();
  std::vector<std::string> parameters;
  CHECK(chosen_coordinates(*target, parameters) == Coordinates{0, 1, 2});
  CHECK(parameters == std::vector<std::string>{"log_eta", "log_rho.1", "log_rho.2"});
}

TEST_CASE("Coordinates are chosen in the order of the names; a vector's name chooses all of it") {
  CHECK(chosen({"log_rho", "log_eta"}) == Coordinates{1, 2, 0});
  CHECK(chosen({"log_rho.2"}) == Coordinates{2});
}

TEST_CASE("An unknown parameter is refused with the nearest known name") {
  CHECK_THROWS_AS(chosen({"log_rh"}), OptionError);
  CHECK_THROWS_WITH(chosen({"log_rh"}), Catch::Contains("no parameter \"log_rh\"") &&
                                            Catch::Contains("did you mean \"log_rho\"?"));
}

TEST_CASE("A parameter that is chosen twice is refused") {
  CHECK_THROWS_WITH(chosen({"log_rho", "log_rho.1"}), Catch::Contains("\"log_rho.1\""));
}
