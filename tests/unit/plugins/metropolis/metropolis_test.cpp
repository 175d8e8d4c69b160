#include "metropolis/metropolis.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "mcmc/testing/fixtures.hpp"
#include "mcmc/testing/statistics.hpp"
#include "toy/gaussian.hpp"

using namespace mcmc;
using mcmc::metropolis::Metropolis;
using mcmc::metropolis::Moments;
using mcmc::metropolis::NormalProposal;
using mcmc::testing::OwnedTarget;

namespace {

std::unique_ptr<Density> gaussian(std::vector<double> sd, double correlation) {
  toy::Gaussian::Options options;
  options.sd = std::move(sd);
  options.correlation = correlation;
  return std::make_unique<toy::Gaussian>(options);
}

Metropolis::Options options_for(OwnedTarget& target, const std::string& proposal,
                                double scale = 1) {
  Metropolis::Options options;
  options.target = &*target;
  options.proposal = proposal;
  options.scale = scale;
  return options;
}

void warm_up(Metropolis& metropolis, State& x, Random& random, int iterations) {
  StepReport report;
  for (int i = 0; i < iterations; ++i) {
    metropolis.step(x, random, report);
    metropolis.tune();
  }
}

double acceptance(Metropolis& metropolis, State& x, Random& random, int iterations) {
  metropolis.freeze();
  StepReport report;
  for (int i = 0; i < iterations; ++i) metropolis.step(x, random, report);
  return report.mean_acceptance();
}

}  // namespace

TEST_CASE("Metropolis with normal proposals leaves a correlated Gaussian invariant") {
  OwnedTarget target(gaussian({1, 3}, 0.8));
  const auto& exact = dynamic_cast<CanDrawPrior&>(target->density());
  for (const std::string proposal : {"per_parameter", "joint"}) {
    Metropolis::Options options = options_for(target, proposal, 1.5);
    Metropolis metropolis(options);
    const auto random = make_random_stream(3, 1, Purpose::sampling);
    State x = target.state({0, 0});
    StepReport report;
    std::vector<double> first, second;
    for (int i = 0; i < 6000; ++i) {
      exact.draw_prior(*random, x.x);
      for (int k = 0; k < 3; ++k) metropolis.step(x, *random, report);
      first.push_back(x.x[0]);
      second.push_back(x.x[1] / 3);
    }
    CHECK(mcmc::testing::kolmogorov_smirnov(first, mcmc::testing::normal_cdf) > 1e-3);
    CHECK(mcmc::testing::kolmogorov_smirnov(second, mcmc::testing::normal_cdf) > 1e-3);
  }
}

TEST_CASE("A proposal outside the support is refused and reported as such") {
  const Eigen::VectorXd only = Eigen::VectorXd::Zero(1);
  OwnedTarget target(std::make_unique<mcmc::testing::TableDensity>(
      std::vector<std::string>{"x"}, std::vector<Eigen::VectorXd>{only}, std::vector<double>{0}));
  Metropolis::Options options = options_for(target, "per_parameter");
  Metropolis metropolis(options);
  const auto random = make_random_stream(1, 1, Purpose::sampling);
  StepReport report;
  State inside = target.state({0});
  metropolis.step(inside, *random, report);
  CHECK(inside.x[0] == 0);
  State outside = target.state({5});
  metropolis.step(outside, *random, report);
  CHECK(outside.x[0] == 5);
  CHECK(report.proposals() == 2);
  CHECK(report.mean_acceptance() == 0);
}

TEST_CASE("Scales per parameter are tuned to an acceptance of 0.44, from any start") {
  for (const double scale : {1e-2, 1e2}) {
    OwnedTarget target(gaussian({0.1, 1, 10}, 0));
    Metropolis::Options options = options_for(target, "per_parameter", scale);
    Metropolis metropolis(options);
    State x = target.state({0, 0, 0});
    const auto random = make_random_stream(1, 1, Purpose::sampling);
    warm_up(metropolis, x, *random, 600);
    CHECK(acceptance(metropolis, x, *random, 4000) == Approx(0.44).margin(0.05));
    const double first = metropolis.proposals()[0].scale();
    CHECK(metropolis.proposals()[1].scale() / first == Approx(10).epsilon(0.5));
    CHECK(metropolis.proposals()[2].scale() / first == Approx(100).epsilon(0.5));
  }
}

TEST_CASE("The joint proposal learns the covariance, and is tuned to an acceptance of 0.234") {
  OwnedTarget target(gaussian({0.1, 1, 10}, 0.9));
  Metropolis::Options options = options_for(target, "joint", 0.1);
  Metropolis metropolis(options);
  State x = target.state({0, 0, 0});
  const auto random = make_random_stream(1, 1, Purpose::sampling);
  warm_up(metropolis, x, *random, 4000);
  const Eigen::MatrixXd& factor = metropolis.proposals()[0].cholesky();
  const Eigen::MatrixXd learned = factor * factor.transpose();
  CHECK(std::sqrt(learned(0, 0)) == Approx(0.1).epsilon(0.3));
  CHECK(std::sqrt(learned(2, 2)) == Approx(10).epsilon(0.3));
  CHECK(learned(0, 2) / std::sqrt(learned(0, 0) * learned(2, 2)) == Approx(0.9).margin(0.1));
  CHECK(acceptance(metropolis, x, *random, 4000) == Approx(0.234).margin(0.08));
}

TEST_CASE("The end of warm-up settles the covariance on the latest states") {
  OwnedTarget target(gaussian({1, 5}, 0.95));
  Metropolis::Options options = options_for(target, "joint", 0.5);
  Metropolis metropolis(options);
  State x = target.state({0, 0});
  warm_up(metropolis, x, *make_random_stream(1, 1, Purpose::sampling), 2000);
  const Eigen::MatrixXd before = metropolis.proposals()[0].cholesky();
  metropolis.freeze();
  const Eigen::MatrixXd factor = metropolis.proposals()[0].cholesky();
  CHECK(factor != before);
  CHECK((factor * factor.transpose())(1, 1) == Approx(25).epsilon(0.5));
  metropolis.freeze();
  CHECK(metropolis.proposals()[0].cholesky() == factor);
}

TEST_CASE("A coordinate that never moved leaves the joint proposal as it was") {
  NormalProposal proposal({0, 1}, 1.0);
  for (int i = 0; i < 60; ++i) proposal.note(Eigen::Vector2d(i, 0), 0.234);
  proposal.tune();
  CHECK(proposal.cholesky() == Eigen::MatrixXd::Identity(2, 2));
}

TEST_CASE("Frozen or without tuning, nothing changes") {
  OwnedTarget target(gaussian({1, 1}, 0));
  Metropolis::Options options = options_for(target, "joint", 0.7);
  options.tune = false;
  Metropolis metropolis(options);
  State x = target.state({0, 0});
  warm_up(metropolis, x, *make_random_stream(1, 1, Purpose::sampling), 200);
  metropolis.freeze();
  CHECK(metropolis.proposals()[0].scale() == 0.7);
  CHECK(metropolis.proposals()[0].cholesky() == Eigen::MatrixXd::Identity(2, 2));
}

TEST_CASE("What was learned goes on after a restore as it would have") {
  for (const std::string proposal : {"per_parameter", "joint"}) {
    OwnedTarget target(gaussian({1, 4}, 0.5));
    Metropolis::Options options = options_for(target, proposal);
    Metropolis saved(options), restored(options);
    State x = target.state({0, 0});
    warm_up(saved, x, *make_random_stream(1, 1, Purpose::sampling), 130);
    mcmc::testing::MemoryArchive archive;
    saved.persist(archive);
    archive.put_back();
    restored.persist(archive);
    State of_saved = x, of_restored = x;
    warm_up(saved, of_saved, *make_random_stream(2, 1, Purpose::sampling), 200);
    warm_up(restored, of_restored, *make_random_stream(2, 1, Purpose::sampling), 200);
    CHECK(of_saved.x == of_restored.x);
  }
}

TEST_CASE("Moments of groups merge into the moments of all") {
  Moments all(2), first(2), second(2), empty(2);
  const auto random = make_random_stream(1, 1, Purpose::data);
  for (int i = 0; i < 50; ++i) {
    const Eigen::VectorXd x = Eigen::Vector2d(random->normal(), 100 + random->normal());
    all.add(x);
    (i < 20 ? first : second).add(x);
  }
  first.merge(empty);
  first.merge(second);
  empty.merge(first);
  CHECK(empty.count() == 50);
  CHECK(empty.covariance().isApprox(all.covariance(), 1e-12));
}
