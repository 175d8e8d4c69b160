/// Exact transition matrices on small grids: what a kernel leaves invariant and what reverses it,
/// to rounding. Statistical tests miss most mistakes of order; these do not.
#include "mcmc/testing/enumeration.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <memory>

#include "mcmc/compositions.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/testing/fixtures.hpp"
#include "metropolis/metropolis.hpp"

using namespace mcmc;
using mcmc::metropolis::Metropolis;
using namespace mcmc::testing;

namespace {

constexpr double exact = 1e-12;
/// What an error must exceed for a mistake to count as seen.
constexpr double plain = 1e-3;

/// Three by four points with uneven probabilities and a strong dependence between the coordinates,
/// so that the order of updates matters.
struct Fixture {
  Points points = grid({3, 4});
  OwnedTarget target{std::make_unique<TableDensity>(std::vector<std::string>{"x.1", "x.2"}, points,
                                                    log_densities())};
  Eigen::VectorXd pi = probabilities(*target, points);
  std::deque<Metropolis> made;

  std::vector<double> log_densities() const {
    std::vector<double> values;
    for (const Eigen::VectorXd& p : points) {
      const double off_diagonal = p[1] - 1.5 * p[0];
      values.push_back(-0.8 * off_diagonal * off_diagonal + 0.3 * p[0] + 0.1 * std::sin(5 * p[1]));
    }
    return values;
  }

  Metropolis& metropolis(std::vector<std::string> parameters,
                         const std::string& proposal = "per_parameter", double scale = 1) {
    Metropolis::Options options;
    options.target = &*target;
    options.proposal = proposal;
    options.scale = scale;
    options.parameters = std::move(parameters);
    return made.emplace_back(options);
  }

  Eigen::MatrixXd matrix(Transition& transition) { return transition_matrix(transition, points); }

  void check_exact(Transition& transition) {
    const Eigen::MatrixXd forward = matrix(transition);
    CHECK(invariance_error(forward, pi) < exact);
    REQUIRE(transition.reversal() != nullptr);
    const Eigen::MatrixXd backward = matrix(*transition.reversal());
    CHECK(invariance_error(backward, pi) < exact);
    CHECK(reversal_error(forward, backward, pi) < exact);
  }

  /// For a kernel whose reversal is another: taking it for its own would be seen.
  void check_plainly_not_reversible(Transition& transition) {
    CHECK_FALSE(transition.is_reversible());
    const Eigen::MatrixXd forward = matrix(transition);
    CHECK(reversal_error(forward, forward, pi) > plain);
  }
};

/// x -> (x, direction) -> Metropolis steps in that direction, which turn round when they move ->
/// x'.
class GuidedWalk final : public Mapping {
 public:
  explicit GuidedWalk(Target& target) : target_(&target) {}
  Target& target() const override { return *target_; }
  bool is_reversible() const override { return true; }
  void map_up(const State& x, Random& random) override {
    y_ = x;
    direction_ = random.bernoulli(0.5) ? 1 : -1;
  }
  void update(Random& random, StepReport& report) override {
    State moved = y_;
    moved.x[0] += direction_;
    const double p = std::exp(target_->log_density(moved) - target_->log_density(y_));
    report.proposal(std::min(1.0, p));
    if (!random.bernoulli(p)) return;
    y_ = moved;
    direction_ = -direction_;
  }
  void map_down(State& x, Random&) override { x = y_; }
  void abandon() override {}

 private:
  Target* target_;
  State y_;
  double direction_ = 0;
};

/// Maps nothing and updates by any transition: invariant, and reversible only if that is.
class InPlace final : public Mapping {
 public:
  explicit InPlace(Transition& transition) : transition_(&transition) {}
  Target& target() const override { return transition_->target(); }
  bool is_reversible() const override { return transition_->is_reversible(); }
  void map_up(const State& x, Random&) override { y_ = x; }
  void update(Random& random, StepReport& report) override {
    transition_->step(y_, random, report);
  }
  void map_down(State& x, Random&) override { x = y_; }
  void abandon() override {}

 private:
  Transition* transition_;
  State y_;
};

}  // namespace

TEST_CASE("The enumeration sees every path once: probabilities of a known kernel") {
  EnumeratingRandom random;
  double total = 0, both = 0, third = 0;
  do {
    const bool first = random.bernoulli(0.25);
    const bool second = first && random.normal() > 0;
    const std::uint64_t number = random.below(3);
    total += random.probability();
    if (second) both += random.probability();
    if (number == 2) third += random.probability();
  } while (random.next_path());
  CHECK(total == Approx(1));
  CHECK(both == Approx(0.125));
  CHECK(third == Approx(1.0 / 3));
  CHECK_THROWS(random.uniform());
  CHECK_THROWS(random.exponential());
}

TEST_CASE_METHOD(Fixture, "Metropolis of one parameter is exact and reversible") {
  check_exact(metropolis({"x.2"}));
  CHECK(metropolis({"x.2"}).is_reversible());
}

TEST_CASE_METHOD(Fixture, "A Metropolis sweep is exact, and its reversal sweeps backwards") {
  Metropolis& sweep = metropolis({});
  check_exact(sweep);
  check_plainly_not_reversible(sweep);
}

TEST_CASE_METHOD(Fixture, "Joint Metropolis is exact and reversible") {
  Metropolis& joint = metropolis({}, "joint");
  check_exact(joint);
  CHECK(joint.is_reversible());
}

TEST_CASE_METHOD(Fixture, "A sequence is exact, and its reversal takes reversed parts backwards") {
  Sequence sequence({&metropolis({"x.2", "x.1"}), &metropolis({}, "joint"), &metropolis({"x.2"})});
  check_exact(sequence);
  check_plainly_not_reversible(sequence);
}

TEST_CASE_METHOD(Fixture, "A sequence of sequences reverses all the way down") {
  Sequence inner({&metropolis({"x.1"}), &metropolis({"x.2"})});
  Sequence outer({&inner, &metropolis({"x.2"}, "per_parameter", 2), &inner});
  check_exact(outer);
  check_plainly_not_reversible(outer);
}

TEST_CASE_METHOD(Fixture, "A sequence that reads the same backwards is reversible") {
  Metropolis& sweep = metropolis({});
  Sequence there_and_back({&sweep, sweep.reversal()});
  check_exact(there_and_back);
  CHECK(there_and_back.is_reversible());
}

TEST_CASE_METHOD(Fixture, "A repeat is exact, and its reversal repeats the reversal") {
  Repeat repeat(metropolis({}), 3);
  check_exact(repeat);
  check_plainly_not_reversible(repeat);
}

TEST_CASE_METHOD(Fixture, "A mixture of reversible parts is exact and reversible") {
  Mixture mixture({&metropolis({"x.1"}), &metropolis({"x.2"}), &metropolis({}, "joint")},
                  {1, 2, 0.5});
  check_exact(mixture);
  CHECK(mixture.is_reversible());
}

TEST_CASE_METHOD(Fixture, "A mixture of other parts is reversed by the mixture of reversals") {
  Mixture mixture({&metropolis({}), &metropolis({"x.2"})}, {3, 1});
  check_exact(mixture);
  check_plainly_not_reversible(mixture);
}

TEST_CASE_METHOD(Fixture, "A mixture's matrix is the weighted mean of its parts' matrices") {
  Metropolis& first = metropolis({"x.1"});
  Metropolis& second = metropolis({"x.2"});
  Mixture mixture({&first, &second}, {1, 3});
  const Eigen::MatrixXd expected = 0.25 * matrix(first) + 0.75 * matrix(second);
  CHECK((matrix(mixture) - expected).cwiseAbs().maxCoeff() < exact);
}

TEST_CASE_METHOD(Fixture,
                 "for_each_parameter is exact, and its reversal takes the last one first") {
  ForEachParameter::Options options;
  options.transition.bind(&*target,
                          [&](const std::string&, const std::string& name) -> Transition& {
                            return metropolis({name});
                          });
  ForEachParameter each(options);
  check_exact(each);
  check_plainly_not_reversible(each);
  CHECK((matrix(each) - matrix(metropolis({}))).cwiseAbs().maxCoeff() < exact);
}

TEST_CASE_METHOD(Fixture, "A reversible mapping gives an exact, reversible transition") {
  GuidedWalk mapping(*target);
  for (const std::size_t updates : {1, 2, 3}) {
    MappedTransition transition(mapping, updates);
    check_exact(transition);
    CHECK(transition.is_reversible());
  }
}

TEST_CASE_METHOD(Fixture, "A mapping that is not reversible still leaves its target invariant") {
  InPlace mapping(metropolis({}));
  MappedTransition transition(mapping, 2);
  CHECK(invariance_error(matrix(transition), pi) < exact);
  CHECK(transition.reversal() == nullptr);
}

TEST_CASE_METHOD(Fixture, "A composition of mapped transitions reverses as any other") {
  GuidedWalk walk(*target);
  MappedTransition mapped(walk, 1);
  Sequence sequence({&mapped, &metropolis({"x.2"})});
  check_exact(sequence);
  check_plainly_not_reversible(sequence);
}
