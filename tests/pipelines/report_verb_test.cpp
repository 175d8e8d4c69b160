#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using nlohmann::json;

const std::string begin_of_data = "<script type=\"application/json\" id=\"report\">";

bool is_left_out() {
  const std::filesystem::path program = MCMC_TEST_PROGRAM;
  return !std::filesystem::exists(program.parent_path().parent_path() /
                                  "share/mcmc-host/report.html");
}

json data_of(const std::string& page) {
  const std::size_t begin = page.find(begin_of_data) + begin_of_data.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// A workplace with a small regression that has been sampled into results/.
void sample(const Workplace& place, const std::string& draws = "draws: 200") {
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", with(gp_pipeline, "draws: 20", draws));
  REQUIRE(place.run({"pipeline.yaml", "--quiet"}).code == 0);
}

}  // namespace

TEST_CASE("Without the page that npm makes, report says that it was left out and what to do") {
  if (!is_left_out()) return;
  const Workplace place;
  sample(place);
  const Outcome outcome = place.run({"report", "results"});
  CHECK(outcome.code == 66);
  CHECK_THAT(outcome.err, Contains("left reports out") && Contains("npm"));
  CHECK_FALSE(place.has("results/report.html"));
}

TEST_CASE("report writes a page into the run's folder, says where, and replaces it") {
  if (is_left_out()) return;
  const Workplace place;
  sample(place);
  place.write("results/report.html", "an earlier one");
  const Outcome outcome = place.run({"report", "results"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out == "results/report.html\n");
  CHECK(outcome.err.empty());
  const std::string page = place.read("results/report.html");
  CHECK_FALSE(place.has("results/report.html.part"));
  const json data = data_of(page);
  CHECK(data["run"] == "results");
  CHECK(data["chains"] == 2);
  CHECK(data["plots"].size() == 10);
  CHECK(data["plots"][0]["prior"].size() == data["plots"][0]["posterior"].size());
  CHECK(data["fit"]["response"] == "y");
  CHECK(data["fit"]["curves"].size() == 2);
  CHECK(data["costs"][0]["component"] == "posterior");
  CHECK_THAT(data["pipeline"].get<std::string>(), Contains("gp.exact"));
}

TEST_CASE("A new run in a folder leaves no report of an earlier one") {
  const Workplace place;
  sample(place);
  place.write("results/report.html", "an earlier one");
  REQUIRE(place.run({"pipeline.yaml", "--force", "--quiet"}).code == 0);
  CHECK_FALSE(place.has("results/report.html"));
}

TEST_CASE("The page of a report names nothing that a browser would fetch") {
  if (is_left_out()) return;
  const Workplace place;
  sample(place);
  REQUIRE(place.run({"report", "results", "--out", "page.html"}).code == 0);
  CHECK_FALSE(place.has("results/report.html"));
  const std::string page = place.read("page.html");
  CHECK_THAT(page, Contains("default-src 'none'") && !Contains(" src=") && !Contains("@import") &&
                       !Contains("url(http"));
}

TEST_CASE("A report of a density without data has no fit") {
  if (is_left_out()) return;
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  REQUIRE(place.run({"pipeline.yaml", "--quiet"}).code == 0);
  REQUIRE(place.run({"report", "results"}).code == 0);
  CHECK(data_of(place.read("results/report.html"))["fit"].is_null());
}

TEST_CASE("A run whose data have gone still has a report, which says what is left out") {
  if (is_left_out()) return;
  const Workplace place;
  sample(place);
  std::filesystem::remove(place.path() / "data.csv");
  const Outcome outcome = place.run({"report", "results"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("cannot be built here") && Contains("data.csv"));
  CHECK_THAT(data_of(place.read("results/report.html"))["missing"][0].get<std::string>(),
             Contains("data.csv"));
}

TEST_CASE("Paths that look like tags stay text in a report") {
  if (is_left_out()) return;
  const Workplace place;
  sample(place);
  const std::string odd = "<img src=x onerror=alert(1)> &amp; $& '\"";
  std::filesystem::rename(place.path() / "results", place.path() / odd);
  REQUIRE(place.run({"report", odd}).code == 0);
  const std::string page = place.read(odd + "/report.html");
  CHECK_THAT(page, !Contains("<img src=x"));
  CHECK(data_of(page)["run"] == odd);
}

TEST_CASE("report refuses what is no run, and what it cannot write") {
  if (is_left_out()) return;
  const Workplace place;
  CHECK(place.run({"report"}).code == 64);
  CHECK(place.run({"report", "nowhere"}).code == 66);
  std::filesystem::create_directory(place.path() / "empty");
  CHECK(place.run({"report", "empty"}).code == 66);
  sample(place);
  CHECK(place.run({"report", "results", "--draws", "0"}).code == 64);
  const Outcome outcome = place.run({"report", "results", "--out", "nowhere/page.html"});
  CHECK(outcome.code == 73);
  CHECK_THAT(outcome.err, Contains("cannot create nowhere/page.html: No such file or directory"));
  CHECK(place.run({"report", "results", "--out", "empty"}).code == 73);
  CHECK_FALSE(place.has("empty.part"));
}

TEST_CASE("A report of draws that nothing else is left of shows the draws") {
  if (is_left_out()) return;
  const Workplace place;
  sample(place);
  std::filesystem::create_directory(place.path() / "copies");
  std::filesystem::rename(place.path() / "results/chain-1.csv",
                          place.path() / "copies/chain-1.csv");
  const Outcome outcome = place.run({"report", "copies"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("no table of costs") && Contains("pipeline cannot be built"));
  CHECK(data_of(place.read("copies/report.html"))["chains"] == 1);
}

}  // namespace mcmc::testing
