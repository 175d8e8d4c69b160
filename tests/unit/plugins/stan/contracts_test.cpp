#include <catch2/catch.hpp>
#include <vector>

#include "mcmc/testing/contracts.hpp"
#include "stan/stan_density.hpp"
#include "temporary_directory.hpp"

using namespace mcmc;
using mcmc::testing::Broken;
using mcmc::testing::broken_promises;

TEST_CASE("A Stan model keeps a density's promises") {
  const mcmc::testing::TemporaryDirectory place;
  SharedResources shared(Permissions{.programs = true});
  BuildContext context("posterior", shared);
  stan::StanDensity::Options options;
  options.library = MCMC_TEST_FAKE_STAN "/normal_sample.so";
  options.data = place.write("data.json", "{\"y\": [1, 2, 4]}");
  stan::StanDensity density(options, context);
  const std::vector<Eigen::VectorXd> points{Eigen::Vector2d(0, 1.5), Eigen::Vector2d(60, 1),
                                            Eigen::Vector2d(4, -1), Eigen::Vector2d(1, 0.1)};
  CHECK(broken_promises(density, points) == Broken{});
  CHECK(density.parameters() == ParameterNames({"unconstrained_mu", "unconstrained_sigma"}));
}
