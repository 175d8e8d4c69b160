#include <algorithm>
#include <string>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

/// A Gaussian process whose sampling is left to the program.
class UntunedPlace : public Workplace {
 public:
  UntunedPlace() {
    write("data.csv", gp_data);
    write("pipeline.yaml", with(gp_pipeline, "  transition: standard\n", "  tune: auto\n"));
  }

  std::string rows(const std::string& folder) const {
    return without_comments(read(folder + "/chain-1.csv"));
  }
};

}  // namespace

TEST_CASE("tune tries approximations and writes the pipeline that it chose") {
  const UntunedPlace place;
  const Outcome outcome = place.run({"tune", "pipeline.yaml", "--out", "tuned.yaml"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("own transition") && Contains("chosen"));
  CHECK_THAT(outcome.err, Contains("tuned: ") && Contains("written: tuned.yaml"));
  CHECK_THAT(place.read("tuned.yaml"), Contains("tune: none"));
  CHECK(place.run({"check", "tuned.yaml"}).code == 0);
  CHECK(place.run({"tuned.yaml", "--out", "sampled"}).code == 0);
}

TEST_CASE("tune names every way in CSV and JSON") {
  const UntunedPlace place;
  const Outcome csv = place.run({"tune", "pipeline.yaml", "--format", "csv"});
  CHECK(csv.code == 0);
  CHECK_THAT(csv.out, Contains("way,evaluation_cost,error,acceptance,autocorrelation_time,"
                               "cpu_per_iteration,cost,ratio,draws,outcome\n\"own transition\","));
  CHECK_THAT(place.read("pipeline-tuned.yaml"), Contains("densities:"));
  const Outcome json = place.run({"tune", "pipeline.yaml", "--format", "json", "--force"});
  CHECK(json.code == 0);
  CHECK_THAT(json.out, Contains("\"outcome\": \"chosen\""));
}

TEST_CASE("tune leaves an existing file alone") {
  const UntunedPlace place;
  place.write("tuned.yaml", "mine\n");
  const Outcome outcome = place.run({"tune", "pipeline.yaml", "--out", "tuned.yaml"});
  CHECK(outcome.code == 73);
  CHECK_THAT(outcome.err, Contains("tuned.yaml is there already"));
  CHECK(place.read("tuned.yaml") == "mine\n");
}

TEST_CASE("A cheap density keeps its own transition") {
  const UntunedPlace place;
  place.write("toy.yaml", toy_pipeline);
  const Outcome outcome = place.run({"tune", "toy.yaml"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("the pipeline's own transition stays"));
}

TEST_CASE("A run that tunes itself can be repeated from what it wrote, and resumed") {
  const UntunedPlace place;
  const Outcome outcome = place.run({"pipeline.yaml", "--out", "auto"});
  REQUIRE(outcome.code == 0);
  CHECK_THAT(place.read("auto/run.log"), Contains("chosen"));
  REQUIRE(place.run({"auto/pipeline.yaml", "--out", "again"}).code == 0);
  CHECK(place.rows("again") == place.rows("auto"));
  const Outcome longer =
      place.run({"pipeline.yaml", "--out", "auto", "--resume", "--set", "sample.draws=150"});
  CHECK(longer.code == 0);
  CHECK_THAT(longer.err, !Contains("trying "));
  CHECK(place.rows("auto").starts_with(place.rows("again")));
  CHECK(place.rows("auto").size() > place.rows("again").size());
}

TEST_CASE("A folder that is in use is refused before anything is tried") {
  const UntunedPlace place;
  std::filesystem::create_directory(place.path() / "auto");
  place.write("auto/notes.txt", "mine\n");
  const Outcome outcome = place.run({"pipeline.yaml", "--out", "auto"});
  CHECK(outcome.code == 73);
  CHECK_THAT(outcome.err, !Contains("trying "));
}

TEST_CASE("compare is told to take what tune writes") {
  const UntunedPlace place;
  const Outcome outcome = place.run({"compare", "pipeline.yaml"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("mcmc-host tune pipeline.yaml"));
}

TEST_CASE("Without a transition one density must be all that there is") {
  const UntunedPlace place;
  const Outcome outcome =
      place.run({"check", "pipeline.yaml", "--set", "densities.posterior.cache=none"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("slice"));
}

}  // namespace mcmc::testing
