#include <algorithm>
#include <string>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

/// A run that looks at its draws after 20, 25, 32, 40, ... of each chain.
class OpenEndedPlace : public Workplace {
 public:
  OpenEndedPlace() {
    write("data.csv", gp_data);
    write("pipeline.yaml", gp_pipeline);
  }

  Outcome sample_until(const std::string& rule, const std::string& folder,
                       const Words& more = {}) const {
    Words words{"pipeline.yaml", "--out", folder, "--set", "sample.until={" + rule + "}"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  std::string rows(const std::string& folder, int chain = 1) const {
    return without_comments(read(folder + "/chain-" + std::to_string(chain) + ".csv"));
  }

  long draws(const std::string& folder) const {
    const std::string text = rows(folder);
    return std::count(text.begin(), text.end(), '\n') - 1;
  }
};

}  // namespace

TEST_CASE("A run goes on until every variable has enough effective draws, and says why it ended") {
  const OpenEndedPlace place;
  const Outcome outcome = place.sample_until("ess: 150, rhat: 1.1", "enough");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("at most 2000 sampling iterations"));
  CHECK_THAT(outcome.err, Contains("draws of each chain, which are enough: at least "));
  CHECK_THAT(place.read("enough/run.log"), Contains("which are enough"));
  CHECK(place.draws("enough") > 20);
  CHECK(place.draws("enough") < 2000);
}

TEST_CASE("An open-ended run has the draws of one that was told their number") {
  const OpenEndedPlace place;
  REQUIRE(place.sample_until("ess: 150", "open").code == 0);
  const std::string draws = std::to_string(place.draws("open"));
  REQUIRE(place.run({"pipeline.yaml", "--out", "told", "--set", "sample.draws=" + draws}).code ==
          0);
  for (const int chain : {1, 2}) CHECK(place.rows("open", chain) == place.rows("told", chain));
  CHECK_THAT(place.read("open/chain-1.csv"), Contains("num_samples = " + draws));
  REQUIRE(place.sample_until("ess: 150", "again", {"--threads", "1"}).code == 0);
  CHECK(place.rows("again") == place.rows("open"));
}

TEST_CASE("A run that is allowed no more draws ends, and says that they are not enough") {
  const OpenEndedPlace place;
  const Outcome outcome = place.sample_until("ess: 1e6, draws: 30", "few");
  CHECK(outcome.code == 0);
  CHECK(place.draws("few") == 30);
  CHECK_THAT(outcome.err, Contains("stopped after 30 draws of each chain, the most that `until:` "
                                   "allows, which are not enough: at least "));
}

TEST_CASE("A run ends when its time is over") {
  const OpenEndedPlace place;
  const Outcome outcome = place.sample_until("hours: 1e-5, draws: 100000000", "timed");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("stopped after 1e-05 hours of sampling, as `until:` says"));
  CHECK(place.draws("timed") >= 1);
}

TEST_CASE("A run that has drawn enough is resumed when more is asked for") {
  const OpenEndedPlace place;
  REQUIRE(place.sample_until("ess: 60", "run").code == 0);
  const std::string before = place.rows("run");
  REQUIRE(place.sample_until("ess: 60", "run", {"--resume"}).code == 0);
  CHECK(place.rows("run") == before);
  REQUIRE(place.sample_until("ess: 250", "run", {"--resume"}).code == 0);
  REQUIRE(place.sample_until("ess: 250", "at_once").code == 0);
  CHECK(place.rows("run") == place.rows("at_once"));
  CHECK(place.rows("run").size() > before.size());
}

TEST_CASE("compare samples as long as a run would") {
  const OpenEndedPlace place;
  const Outcome outcome =
      place.run({"compare", "pipeline.yaml", "--set", "sample.until={ess: 150}"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("pipeline.yaml: stopped after ") && Contains("are enough"));
}

TEST_CASE("A rule that allows fewer draws than the first look has is refused") {
  const OpenEndedPlace place;
  const Outcome outcome = place.sample_until("draws: 10", "never");
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err,
             Contains("\"until.draws\": expected at least the 20 of \"draws\", found 10"));
}

}  // namespace mcmc::testing
