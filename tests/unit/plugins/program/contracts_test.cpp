#include <catch2/catch.hpp>
#include <vector>

#include "mcmc/testing/contracts.hpp"
#include "program/program_density.hpp"

using namespace mcmc;
using mcmc::testing::Broken;
using mcmc::testing::broken_promises;

TEST_CASE("A program's density keeps a density's promises") {
  SharedResources shared(Permissions{.programs = true});
  BuildContext context("posterior", shared);
  program::ProgramDensity::Options options;
  options.command = {"sh", "-c",
                     "echo density 1 a b; while read a b; do case $a in 3) echo fail it is three;; "
                     "4) echo -inf;; *) echo -$b;; esac; done"};
  options.parameters = {"a", "b"};
  program::ProgramDensity density(options, context);
  const std::vector<Eigen::VectorXd> points{Eigen::Vector2d(0, 1.5), Eigen::Vector2d(3, 1),
                                            Eigen::Vector2d(4, 1), Eigen::Vector2d(1, 0.1)};
  CHECK(broken_promises(density, points) == Broken{});
  CHECK(density.explanation() == "it is three");
}
