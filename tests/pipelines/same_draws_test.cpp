#include <algorithm>

#include "repeatable_runs.hpp"

namespace mcmc::testing {
namespace {

namespace fs = std::filesystem;

/// Much that could make draws depend on threads: tuning in every chain, a learned covariance, a
/// mapping with its own approximation, a choice at random.
const std::string rich_pipeline =
    with(with_mixed_transition(gp_pipeline), "transition: standard\n  draws: 20",
         "transition: mixed\n  draws: 60");

class RegressionPlace : public Workplace {
 public:
  explicit RegressionPlace(const std::string& pipeline = rich_pipeline) {
    write("data.csv", gp_data);
    write("pipeline.yaml", pipeline);
  }

  /// The draws of a run with these further arguments, chain after chain.
  Words draws(Words arguments, const std::string& pipeline = "pipeline.yaml",
              const std::string& directory = ".") const {
    const std::string results = (path() / "draws").string();
    fs::remove_all(results);
    Words words{pipeline, "--quiet", "--out", results};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(words, {directory, {}, false});
    if (outcome.code != 0) FAIL(outcome.err);
    return rows_of_chains(*this, "draws");
  }
};

}  // namespace

TEST_CASE("The draws are the same with one thread and with several", "[threads]") {
  const RegressionPlace place;
  const Words one = place.draws({"--chains", "4", "--threads", "1"});
  REQUIRE(one.size() == 4);
  CHECK(one == place.draws({"--chains", "4", "--threads", "4"}));
  CHECK(one == place.draws({"--chains", "4", "--threads", "3"}));
  CHECK(one[0] != one[1]);
}

TEST_CASE("The draws are the same with a cache, with a small one and with none") {
  const RegressionPlace place;
  const Words large = place.draws({});
  CHECK(large == place.draws({"--set", "densities.posterior.cache.capacity=1"}));
  CHECK(large == place.draws({"--set", "densities.posterior.cache=none"}));
}

TEST_CASE("The written-back pipeline gives the same draws from wherever it is run") {
  const RegressionPlace place;
  const Words original = place.draws({"--seed", "12", "--set", "sample.thin=2"});
  fs::copy(place.path() / "draws", place.path() / "kept", fs::copy_options::recursive);
  fs::create_directories(place.path() / "else/where");
  CHECK(original == place.draws({}, "../../kept/pipeline.yaml", "else/where"));
  CHECK(original == place.draws({}, (place.path() / "kept/pipeline.yaml").string(), "else"));
  CHECK(place.read("draws/pipeline.yaml") == place.read("kept/pipeline.yaml"));
}

TEST_CASE("More chains leave the first ones unchanged, tuning included") {
  const RegressionPlace place;
  const Words two = place.draws({"--chains", "2"});
  const Words five = place.draws({"--chains", "5"});
  REQUIRE(five.size() == 5);
  CHECK(Words(five.begin(), five.begin() + 2) == two);
}

TEST_CASE("Every build draws the same, optimised or with sanitizers, but for rounding") {
  // Written once: the columns lp__ and the parameters of the regression's first chain.
  const std::vector<Words> expected =
      cells_of(Workplace::read_text(MCMC_TEST_REFERENCE_DIR "/draws.csv"));
  const RegressionPlace place(gp_pipeline);
  place.draws({});
  const StanCsv drawn = read_strictly(place.read("draws/chain-1.csv"));
  REQUIRE(drawn.rows.size() + 1 == expected.size());
  for (std::size_t column = 0; column < expected[0].size(); ++column) {
    const auto found = std::find(drawn.names.begin(), drawn.names.end(), expected[0][column]);
    REQUIRE(found != drawn.names.end());
    const auto position = static_cast<std::size_t>(found - drawn.names.begin());
    for (std::size_t row = 0; row < drawn.rows.size(); ++row)
      CHECK(drawn.rows[row][position] ==
            Approx(std::stod(expected[row + 1][column])).epsilon(1e-9));
  }
}

TEST_CASE("The seed and the settings of the command line act") {
  const RegressionPlace place;
  const Words original = place.draws({});
  CHECK(place.draws({"--seed", "7"}) == original);
  CHECK(place.draws({"--seed", "8"}) != original);
  CHECK(place.draws({"--set", "sample.seed=8"}) == place.draws({"--seed", "8"}));
  CHECK(place.draws({"--set", "sample.warmup.1.iterations=6"}) != original);
  CHECK(place.draws({"--set", "sample.start={log_eta: 0, log_sigma: -1, log_rho: [0, 0]}"}) ==
        original);
  CHECK(place.draws({"--set",
                     "sample.start={log_eta: 0, log_sigma: -1, log_rho.1: 0, log_rho.2: "
                     "1}",
                     "--set", "sample.start.log_rho.2=0"}) == original);
  CHECK(place.draws({"--set", "sample.start=prior"}) != original);
}

}  // namespace mcmc::testing
