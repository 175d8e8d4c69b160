#include <cmath>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const std::string header =
    "pipeline,autocorrelation_time,autocorrelation_time_error,cpu_per_iteration,cost,ratio,"
    "ratio_error,exact_equivalents,acceptance,evaluations_per_iteration\n";

/// Two pipelines of one problem: the second keeps every second iteration's worth of work.
struct TwoPipelines : Workplace {
  TwoPipelines() {
    write("data.csv", gp_data);
    const std::string longer = with(gp_pipeline, "draws: 20", "draws: 300");
    write("standard.yaml", longer);
    write("mapped.yaml",
          with(with(with(longer, "\ntransitions:\n",
                         "  subset: {type: gp.subset_of_data, of: posterior, size: 4}\n"
                         "\ntransitions:\n"),
                    "\nsample:\n",
                    "  mapped: {type: discretizing_chain, target: posterior,\n"
                    "           chain: {type: slice, target: subset}}\n"
                    "\nsample:\n"),
               "transition: standard\n  draws", "transition: mapped\n  draws"));
  }

  Outcome compare(const Words& more = {}) const {
    Words words{"compare", "standard.yaml", "mapped.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

}  // namespace

TEST_CASE("compare prints a row for each pipeline, the first being the unit") {
  const TwoPipelines place;
  const Outcome outcome = place.compare({"--format", "csv"});
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, StartsWith(header));
  const std::vector<Words> rows = cells_of(outcome.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == "standard");
  CHECK(rows[1][5] == "1");
  CHECK(rows[1][6] == "0");
  CHECK(rows[2][0] == "mapped");
  const auto number = [&](std::size_t row, std::size_t column) {
    return std::stod(rows[row][column]);
  };
  for (const std::size_t row : {1, 2}) {
    CHECK(number(row, 4) == Approx(number(row, 1) * number(row, 3)));
    CHECK(number(row, 2) > 0);
    CHECK(number(row, 7) > 0);
  }
  CHECK(number(2, 5) == Approx(number(2, 4) / number(1, 4)));
  CHECK(number(1, 8) == 1);
  CHECK(number(2, 8) < 1);
  CHECK(number(1, 9) > 10);
  CHECK(number(2, 9) == Approx(1).margin(0.02));
  CHECK_FALSE(place.has("results"));
}

TEST_CASE("compare runs several seeds, and its error is then between seeds") {
  const TwoPipelines place;
  const Outcome outcome = place.compare({"--format", "json", "--seeds", "3"});
  REQUIRE(outcome.code == 0);
  const auto rows = nlohmann::json::parse(outcome.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["ratio"] == 1);
  CHECK(rows[0]["ratio_error"] == 0);
  CHECK(rows[1]["ratio_error"].get<double>() > 0);
  CHECK_THAT(outcome.err, Contains("mapped.yaml, run 3 of 3"));
}

TEST_CASE("The autocorrelation time counts iterations, however many of them are kept") {
  const TwoPipelines place;
  const auto time_of = [&](const std::string& draws, const std::string& thin) {
    const Outcome outcome =
        place.run({"compare", "standard.yaml", "--quiet", "--format", "json", "--set",
                   "sample.draws=" + draws, "--set", "sample.thin=" + thin, "--set",
                   "transitions.standard={type: metropolis, target: posterior, scale: 0.5}"});
    return nlohmann::json::parse(outcome.out)[0]["autocorrelation_time"].get<double>();
  };
  const double every = time_of("6000", "1");
  CHECK(every > 5);
  CHECK(time_of("2000", "3") == Approx(every).epsilon(0.4));
}

TEST_CASE("The measured chains are the same each time, whatever the threads") {
  const TwoPipelines place;
  const auto times = [&](const Words& more) {
    Words words{"--format", "json", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const auto rows = nlohmann::json::parse(place.compare(words).out);
    return std::pair(rows[0]["autocorrelation_time"].get<double>(),
                     rows[1]["autocorrelation_time"].get<double>());
  };
  const auto original = times({});
  CHECK(times({"--threads", "1"}) == original);
  CHECK(times({"--set", "sample.seed=8"}) != original);
}

TEST_CASE("compare writes its table and the autocorrelations as a picture") {
  const TwoPipelines place;
  const Outcome outcome = place.compare({"--out", "out/comparison"});
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("tau") && Contains("evaluations/draw"));
  CHECK(place.list("out/comparison") == Words{"autocorrelation.svg", "comparison.csv"});
  CHECK_THAT(place.read("out/comparison/comparison.csv"), StartsWith(header));
  const std::string picture = place.read("out/comparison/autocorrelation.svg");
  CHECK_THAT(picture, Contains("<svg") && Contains("standard") && Contains("mapped"));
  CHECK_THAT(picture, Contains("</svg>") && !Contains("nan"));
}

TEST_CASE("compare refuses what it cannot compare before anything runs") {
  const TwoPipelines place;
  const auto refusal = [&](const Words& words, int code) {
    Words all{"compare"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = place.run(all);
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal({}, 64), Contains("at least one pipeline"));
  CHECK_THAT(refusal({"standard.yaml", "--format", "pdf"}, 64), Contains("\"table\""));
  CHECK_THAT(refusal({"standard.yaml", "--seeds", "0"}, 64), Contains("at least 1"));
  CHECK_THAT(refusal({"standard.yaml", "none.yaml"}, 66), Contains("none.yaml"));
  place.write("wrong.yaml", with(gp_pipeline, "slice", "slyce"));
  const std::string wrong = refusal({"standard.yaml", "wrong.yaml", "--out", "new"}, 78);
  CHECK_THAT(wrong, StartsWith("mcmc-host: wrong.yaml:"));
  place.write("other.yaml",
              with(with(gp_pipeline, "per_input", "shared"), "log_rho: 0}", "log_rho: 1}"));
  CHECK_THAT(refusal({"standard.yaml", "other.yaml"}, 78), Contains("pipelines of one problem"));
  CHECK_FALSE(place.has("new"));
  REQUIRE(place.compare({"--out", "old", "--quiet"}).code == 0);
  CHECK_THAT(refusal({"standard.yaml", "--out", "old"}, 73), Contains("--force"));
  CHECK(place.compare({"--out", "old", "--quiet", "--force"}).code == 0);
  place.write("file", "in the way");
  CHECK_THAT(refusal({"standard.yaml", "--out", "file/in"}, 73), Contains("file/in"));
}

}  // namespace mcmc::testing
