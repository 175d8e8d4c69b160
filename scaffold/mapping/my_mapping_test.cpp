#include "my_mapping.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/testing/contracts.hpp"
#include "mcmc/testing/enumeration.hpp"
#include "mcmc/testing/fixtures.hpp"

namespace {

/// Metropolis steps to neighbouring points: what the mapping uses here.
class NeighbourWalk final : public mcmc::Transition {
 public:
  explicit NeighbourWalk(mcmc::Target& target) : target_(&target) {}
  mcmc::Target& target() const override { return *target_; }
  mcmc::Transition* reversal() override { return this; }

 private:
  void move(mcmc::State& x, mcmc::Random& random, mcmc::StepReport& report) override {
    const double before = target_->log_density(x);
    const double step = random.bernoulli(0.5) ? 1 : -1;
    x.x[0] += step;
    const double acceptance = std::min(1.0, std::exp(target_->log_density(x) - before));
    report.proposal(acceptance);
    if (!random.bernoulli(acceptance)) x.x[0] -= step;
  }

  mcmc::Target* target_;
};

mcmc::testing::OwnedTarget table(const mcmc::testing::Points& points,
                                 const std::vector<double>& log_densities) {
  return mcmc::testing::OwnedTarget(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"a"}, points, log_densities));
}

}  // namespace

/// The exact transition matrix on four points shows, without any sampling, whether the target's
/// distribution stays invariant and whether the whole is reversible, with a poor approximation.
int main() {
  const mcmc::testing::Points points = mcmc::testing::grid({4});
  mcmc::testing::OwnedTarget target = table(points, {0, -1, 0.5, -2});
  mcmc::testing::OwnedTarget approximation = table(points, {-1, 0, 0.2, -0.7});
  NeighbourWalk walk(*approximation);
  MyMapping mapping({&*target, &walk, 2});
  mcmc::MappedTransition transition(mapping, 2);

  const Eigen::VectorXd pi = mcmc::testing::probabilities(*target, points);
  const Eigen::MatrixXd matrix = mcmc::testing::transition_matrix(transition, points);
  const double variant = mcmc::testing::invariance_error(matrix, pi);
  const double irreversible = mcmc::testing::reversal_error(matrix, matrix, pi);
  std::printf("invariance: wrong by %g; reversal: wrong by %g\n", variant, irreversible);

  const mcmc::testing::Broken broken = mcmc::testing::broken_promises(mapping, points);
  for (const std::string& promise : broken) std::printf("broken: %s\n", promise.c_str());
  return variant < 1e-12 && irreversible < 1e-12 && broken.empty() ? 0 : 1;
}
