#include "mcmc/mapping.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

using namespace mcmc;
using mcmc::testing::OwnedTarget;

namespace {

OwnedTarget a_target() {
  return OwnedTarget(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"x"}, mcmc::testing::Points{}, std::vector<double>{}));
}

/// Writes down what it is asked for; throws at the stage it is told to.
class LoggingMapping final : public Mapping {
 public:
  LoggingMapping(Target& target, bool reversible) : target_(&target), reversible_(reversible) {}
  Target& target() const override { return *target_; }
  bool is_reversible() const override { return reversible_; }
  void map_up(const State&, Random&) override { stage("up "); }
  void update(Random&, StepReport& report) override {
    stage("update ");
    report.proposal(0.25);
  }
  void map_down(State& x, Random&) override {
    x.x[0] += 1;
    stage("down ");
  }
  void abandon() override { log += "abandon "; }

  std::string log;
  std::string throws_at;

 private:
  void stage(const std::string& name) {
    log += name;
    if (name == throws_at) throw std::runtime_error("no");
  }

  Target* target_;
  bool reversible_;
};

}  // namespace

TEST_CASE("A mapped transition maps up, updates so many times, and maps down") {
  OwnedTarget target = a_target();
  LoggingMapping mapping(*target, true);
  MappedTransition transition(mapping, 2);
  State x = target.state({0});
  mcmc::testing::EnumeratingRandom random;
  StepReport report;
  transition.step(x, random, report);
  CHECK(mapping.log == "up update update down ");
  CHECK(x.x[0] == 1);
  CHECK(report.proposals() == 2);
  CHECK(report.mean_acceptance() == 0.25);
}

TEST_CASE("A mapped transition has a reversal, itself, only if its mapping is reversible") {
  OwnedTarget target = a_target();
  LoggingMapping reversible(*target, true), one_way(*target, false);
  CHECK(MappedTransition(reversible, 1).is_reversible());
  CHECK(MappedTransition(one_way, 1).reversal() == nullptr);
}

TEST_CASE("An exception at any stage abandons the mapping and leaves x unchanged") {
  OwnedTarget target = a_target();
  for (const std::string stage : {"up ", "update ", "down "}) {
    LoggingMapping mapping(*target, true);
    mapping.throws_at = stage;
    MappedTransition transition(mapping, 1);
    State x = target.state({5});
    mcmc::testing::EnumeratingRandom random;
    StepReport report;
    CHECK_THROWS_AS(transition.step(x, random, report), std::runtime_error);
    CHECK_THAT(mapping.log, Catch::EndsWith(stage + "abandon "));
    CHECK(x.x[0] == 5);
  }
}
