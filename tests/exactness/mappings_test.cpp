/// Both mappings of Wang and Neal (2013) on a finite space: their exact transition matrices.
#include <catch2/catch.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "approximation_fixture.hpp"
#include "discretizing_chain/discretizing_chain.hpp"
#include "mcmc/mapping.hpp"
#include "tempered_transitions/tempered_transitions.hpp"

using namespace mcmc;
using namespace mcmc::testing;
using discretizing_chain::DiscretizingChain;
using tempered_transitions::TemperedTransitions;

namespace {

constexpr double exact = 1e-12;
constexpr double plain = 1e-3;

struct MappingFixture : ApproximationFixture {
  DiscretizingChain chain_mapping(Transition& chain, std::size_t step) {
    DiscretizingChain::Options options;
    options.target = &*target;
    options.chain = &chain;
    options.step = step;
    return DiscretizingChain(options);
  }

  TemperedTransitions tempered_mapping(const std::vector<Transition*>& layers) {
    TemperedTransitions::Options options;
    options.target = &*target;
    for (Transition* layer : layers) options.ladder.push_back({layer});
    return TemperedTransitions(options);
  }

  void check_exact(Mapping& mapping, std::size_t updates) {
    MappedTransition transition(mapping, updates);
    const Eigen::MatrixXd kernel = matrix(transition);
    CHECK(invariance_error(kernel, pi) < exact);
    CHECK(reversal_error(kernel, kernel, pi) < exact);
    CHECK(transition.is_reversible());
  }
};

}  // namespace

TEST_CASE_METHOD(MappingFixture, "The sweep used here is far from its own reversal") {
  Transition& r = sweep(approximation);
  const Eigen::VectorXd pi_star = probabilities(*approximation, points);
  CHECK(reversal_error(matrix(r), matrix(r), pi_star) > plain);
  CHECK(reversal_error(matrix(r), matrix(*r.reversal()), pi_star) < exact);
}

TEST_CASE_METHOD(MappingFixture,
                 "A discretizing chain is exact for any step and number of updates") {
  Transition& r = sweep(approximation);
  for (const auto& [step, updates] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {2, 1}, {3, 1}, {1, 2}, {1, 3}}) {
    INFO("s = " << step << ", r = " << updates);
    DiscretizingChain mapping = chain_mapping(r, step);
    check_exact(mapping, updates);
  }
}

TEST_CASE_METHOD(MappingFixture,
                 "A discretizing chain of a reversible update is exact with long ways") {
  Transition& r = sweep(approximation, {"x.2"});
  for (const auto& [step, updates] :
       std::vector<std::pair<std::size_t, std::size_t>>{{2, 2}, {3, 2}, {2, 3}}) {
    INFO("s = " << step << ", r = " << updates);
    DiscretizingChain mapping = chain_mapping(r, step);
    check_exact(mapping, updates);
  }
}

TEST_CASE_METHOD(MappingFixture,
                 "A discretizing chain goes to every point that its sweep reaches") {
  Transition& r = sweep(approximation);
  DiscretizingChain mapping = chain_mapping(r, 1);
  MappedTransition transition(mapping, 1);
  CHECK((matrix(transition) - Eigen::MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff() > 0.1);
}

TEST_CASE_METHOD(MappingFixture, "One mapping for each parameter is exact and reversed in order") {
  DiscretizingChain first = chain_mapping(sweep(approximation, {"x.1"}), 1);
  DiscretizingChain second = chain_mapping(sweep(approximation, {"x.2"}), 1);
  MappedTransition map_first(first, 1), map_second(second, 1);
  Sequence both({&map_first, &map_second});
  const Eigen::MatrixXd kernel = matrix(both);
  CHECK(invariance_error(kernel, pi) < exact);
  CHECK(reversal_error(kernel, matrix(*both.reversal()), pi) < exact);
  CHECK(reversal_error(kernel, kernel, pi) > plain);
}

TEST_CASE_METHOD(MappingFixture, "A mapping inside a mapping is exact") {
  DiscretizingChain::Options inner_options;
  inner_options.target = &*approximation;
  inner_options.chain = &sweep(coarse, {"x.2"});
  DiscretizingChain inner(inner_options);
  MappedTransition inner_transition(inner, 1);
  Sequence r({&inner_transition, &sweep(approximation, {"x.1"})});
  DiscretizingChain mapping = chain_mapping(r, 1);
  check_exact(mapping, 1);
}

TEST_CASE_METHOD(MappingFixture, "A mixture of a mapped and a standard transition is exact") {
  DiscretizingChain mapping = chain_mapping(sweep(approximation), 1);
  MappedTransition mapped(mapping, 1);
  Mixture mixture({&mapped, &sweep(target, {"x.1"})}, {2, 1});
  const Eigen::MatrixXd kernel = matrix(mixture);
  CHECK(invariance_error(kernel, pi) < exact);
  CHECK(reversal_error(kernel, kernel, pi) < exact);
}

TEST_CASE_METHOD(MappingFixture, "Every marked state that is kept has the target's distribution") {
  DiscretizingChain::Options options;
  options.target = &*target;
  options.chain = &sweep(approximation, {"x.2"});
  options.keep_marked = true;
  DiscretizingChain mapping(options);
  constexpr std::size_t updates = 3;
  MappedTransition transition(mapping, updates);
  std::vector<Eigen::VectorXd> marginals(updates, Eigen::VectorXd::Zero(pi.size()));
  for (std::size_t start = 0; start < points.size(); ++start) {
    EnumeratingRandom random;
    do {
      State x{target->shared_parameters(), points[start]};
      StepReport report;
      transition.step(x, random, report);
      REQUIRE(transition.marked_states().size() == updates);
      CHECK(transition.marked_states().back().x == x.x);
      for (std::size_t u = 0; u < updates; ++u)
        for (std::size_t p = 0; p < points.size(); ++p)
          if (points[p] == transition.marked_states()[u].x)
            marginals[u][static_cast<Eigen::Index>(p)] +=
                pi[static_cast<Eigen::Index>(start)] * random.probability();
    } while (random.next_path());
  }
  for (const Eigen::VectorXd& marginal : marginals)
    CHECK((marginal - pi).cwiseAbs().maxCoeff() < exact);
}

TEST_CASE_METHOD(MappingFixture, "Tempered transitions are exact with one, two and three layers") {
  Transition& first = sweep(approximation);
  Transition& second = sweep(coarse);
  Transition& one_parameter = sweep(coarse, {"x.2"});
  const std::vector<std::vector<Transition*>> ladders{
      {&first}, {&first, &one_parameter}, {&one_parameter, &second}};
  for (const std::vector<Transition*>& ladder : ladders) {
    INFO("layers: " << ladder.size());
    TemperedTransitions mapping = tempered_mapping(ladder);
    check_exact(mapping, 1);
    check_exact(mapping, 2);
  }
  TemperedTransitions three =
      tempered_mapping({&sweep(approximation, {"x.1"}), &sweep(coarse, {"x.2"}), &one_parameter});
  check_exact(three, 1);
}

TEST_CASE_METHOD(MappingFixture, "A layer of several updates is exact") {
  Repeat twice(sweep(approximation), 2);
  TemperedTransitions mapping = tempered_mapping({&twice});
  check_exact(mapping, 1);
}

TEST_CASE_METHOD(MappingFixture,
                 "With one layer R^k tempered transitions equal a discretizing chain of step 2k") {
  Transition& r = sweep(approximation, {"x.2"});
  REQUIRE(r.is_reversible());
  for (const std::size_t k : {1, 2}) {
    Repeat layer(r, k);
    TemperedTransitions tempered = tempered_mapping({&layer});
    DiscretizingChain chain = chain_mapping(r, 2 * k);
    MappedTransition tempered_kernel(tempered, 1), chain_kernel(chain, 1);
    CHECK((matrix(tempered_kernel) - matrix(chain_kernel)).cwiseAbs().maxCoeff() < exact);
  }
}
