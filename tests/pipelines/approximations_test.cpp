#include "program.hpp"

/// The pipeline that has a mapping for each approximation of a Gaussian process.
namespace mcmc::testing {

TEST_CASE("Proposals of every approximation in the example are accepted often") {
  const Workplace place;
  const Outcome outcome =
      place.run({MCMC_TEST_CONFIGS "/examples/approximations.yaml", "--out", "results", "--set",
                 "sample.draws=50", "--set", "sample.chains=2"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  int mappings = 0;
  for (const Words& row : cells_of(place.read("results/tables/evaluations.csv"))) {
    if (row[1] != "mapping") continue;
    CAPTURE(row[0]);
    ++mappings;
    CHECK(std::stod(row[6]) > 0.3);
  }
  CHECK(mappings == 4 * 5);  // of five parameters each
}

}  // namespace mcmc::testing
