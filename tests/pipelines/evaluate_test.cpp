#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using nlohmann::json;

/// Rows of numbers below a header.
struct Csv {
  Words names;
  std::vector<std::vector<double>> rows;
};

Csv parse(const std::string& text) {
  Csv csv;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    Words row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (csv.names.empty()) {
      csv.names = row;
      continue;
    }
    csv.rows.emplace_back();
    for (const std::string& cell : row) csv.rows.back().push_back(std::stod(cell));
  }
  return csv;
}

template <class Values>
std::string joined(const Values& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ",") + std::string(value.dump());
  return text;
}

std::string numbered(const std::string& name, std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += name + std::to_string(i) + ",";
  return text;
}

/// One case of the reference values as data, pipeline and points.
void write_case(const Workplace& place, const json& prior, const json& example) {
  const std::size_t inputs = example["inputs"][0].size();
  const bool has_noise = !example["noise"].empty();
  std::string data = numbered("x", inputs) + (has_noise ? "v," : "") + "y\n";
  for (std::size_t i = 0; i < example["inputs"].size(); ++i)
    data += joined(example["inputs"][i]) + "," +
            (has_noise ? example["noise"][i].dump() + "," : "") + example["response"][i].dump() +
            "\n";
  place.write("data.csv", data);

  const std::string normal = "{mean: " + prior["mean"].dump() + ", sd: " + prior["sd"].dump() + "}";
  const bool per_input = example["per_input"];
  place.write("pipeline.yaml",
              "densities:\n"
              "  posterior:\n"
              "    type: gp.exact\n"
              "    data: {file: data.csv" +
                  std::string(has_noise ? ", noise_variance: v" : "") +
                  "}\n"
                  "    covariance:\n"
                  "      - {type: constant, value: " +
                  example["c"].dump() +
                  "}\n"
                  "      - {type: squared_exponential, length_scales: " +
                  (per_input ? "per_input" : "shared") +
                  "}\n"
                  "    priors: {log_eta: " +
                  normal + ", log_sigma: " + normal + ", log_rho: " + normal +
                  "}\n"
                  "transitions: {standard: {type: slice, target: posterior}}\n"
                  "sample: {transition: standard}\n");

  std::string points = "log_eta,log_sigma";
  if (!per_input) points += ",log_rho";
  for (std::size_t i = 1; per_input && i <= inputs; ++i) points += ",log_rho." + std::to_string(i);
  points += "\n";
  for (const json& point : example["points"]) points += joined(point["x"]) + "\n";
  place.write("points.csv", points);
}

const Words evaluate_regression{"evaluate",  "pipeline.yaml", "--density",
                                "posterior", "--at",          "points.csv"};

Words with_more(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class RegressionPlace : public Workplace {
 public:
  explicit RegressionPlace(const std::string& points) {
    write("data.csv", gp_data);
    write("pipeline.yaml", gp_pipeline);
    write("points.csv", points);
  }
  Outcome evaluate(const Words& more = {}) const {
    return run(with_more(evaluate_regression, more));
  }
};

const std::string header = "log_eta,log_sigma,log_rho.1,log_rho.2\n";

}  // namespace

TEST_CASE("Evaluate gives the reference values of every case") {
  const json reference =
      json::parse(Workplace::read_text(MCMC_TEST_REFERENCE_DIR "/gp_reference.json"));
  REQUIRE(reference["cases"].size() > 3);
  for (const json& example : reference["cases"]) {
    const Workplace place;
    write_case(place, reference["prior"], example);
    const Outcome outcome = place.run(evaluate_regression);
    REQUIRE(outcome.code == 0);
    const Csv values = parse(outcome.out);
    CHECK(values.names == Words{"log_density", "log_prior", "log_likelihood"});
    REQUIRE(values.rows.size() == example["points"].size());
    for (std::size_t i = 0; i < values.rows.size(); ++i) {
      const std::vector<double>& row = values.rows[i];
      const double log_prior = example["points"][i]["log_prior"];
      const double log_likelihood = example["points"][i]["log_likelihood"]["exact"];
      CHECK(row[0] == Approx(log_prior + log_likelihood).epsilon(1e-9));
      CHECK(row[1] == Approx(log_prior).epsilon(1e-9));
      CHECK(row[2] == Approx(log_likelihood).epsilon(1e-9));
    }
  }
}

TEST_CASE("Evaluate takes columns in any order") {
  const Outcome ordered = RegressionPlace(header + "0.1,-0.2,0.3,-0.4\n").evaluate();
  const Outcome shuffled =
      RegressionPlace("log_rho.2,log_sigma,log_eta,log_rho.1\n-0.4,-0.2,0.1,0.3\n").evaluate();
  CHECK(ordered.code == 0);
  CHECK(ordered.out == shuffled.out);
  CHECK_THAT(ordered.out, StartsWith("log_density,log_prior,log_likelihood\n"));
}

TEST_CASE("Evaluate repeats on request and tells the CPU time of one evaluation") {
  const RegressionPlace place(header + "0,0,0,0\n1,0,0,0\n");
  const Csv once = parse(place.evaluate().out);
  const Csv repeated = parse(place.evaluate({"--repeat", "2000"}).out);
  REQUIRE(repeated.names.size() == once.names.size() + 1);
  CHECK(repeated.names.back() == "cpu_seconds");
  REQUIRE(repeated.rows.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(std::vector<double>(repeated.rows[i].begin(), repeated.rows[i].end() - 1) ==
          once.rows[i]);
    CHECK(repeated.rows[i].back() > 1e-8);
    CHECK(repeated.rows[i].back() < 0.01);
  }
}

TEST_CASE("Evaluate answers an unknown label with the nearest") {
  const RegressionPlace place(header + "0,0,0,0\n");
  const Outcome outcome =
      place.run({"evaluate", "pipeline.yaml", "--density", "posteriro", "--at", "points.csv"});
  CHECK(outcome.code == 64);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Contains("no density is labelled \"posteriro\"; there is \"posterior\"; "
                                   "did you mean \"posterior\"?"));
}

TEST_CASE("Evaluate refuses points that do not fit the parameters") {
  const auto check = [](const std::string& points, const std::string& message) {
    const Outcome outcome = RegressionPlace(points).evaluate();
    CHECK(outcome.code == 65);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(message));
  };
  check("log_eta,log_sigma,log_rho.1\n0,0,0\n",
        "points.csv: the column \"log_rho.2\" is missing; expected log_eta, log_sigma, log_rho.1, "
        "log_rho.2");
  check("log_eta,log_sgma,log_rho.1,log_rho.2\n0,0,0,0\n",
        "the column \"log_sgma\" is no parameter; expected log_eta, log_sigma, log_rho.1, "
        "log_rho.2; did you mean "
        "\"log_sigma\"?");
  check(header + "0,0,0,0\n0,0,x,0\n",
        "row 2, column \"log_rho.1\": expected a finite number, found \"x\"");
  check(header + "0,0,nan,0\n", "row 1, column \"log_rho.1\": expected a finite number");
  check(header + "0,0,0\n", "points.csv:2: row 1: 3 cells, but the header has 4");
  check(header, "there is a header, but no rows below it");
}

TEST_CASE("Evaluate names a missing file of points") {
  const Workplace place;
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", gp_pipeline);
  const Outcome outcome = place.run(evaluate_regression);
  CHECK(outcome.code == 66);
  CHECK_THAT(outcome.err, Contains("cannot read points.csv: No such file"));
}

TEST_CASE("Evaluate says minus infinity outside the support") {
  const Workplace place;
  place.write("pipeline.yaml", with(toy_pipeline, "toy.gaussian, dimension: 3", "toy.banana"));
  place.write("points.csv", "x.1,x.2\n0,0\n1e160,0\n");
  const Outcome outcome =
      place.run({"evaluate", "pipeline.yaml", "--density", "gaussian", "--at", "points.csv"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, StartsWith("log_density\n-") && EndsWith("\n-inf\n"));
  const json points = json::parse(place
                                      .run({"evaluate", "pipeline.yaml", "--density", "gaussian",
                                            "--at", "points.csv", "--format", "json"})
                                      .out);
  CHECK(points[0]["log_density"].is_number());
  CHECK(points[1]["log_density"].is_null());
  CHECK(points[1]["outside_support"] == true);
}

TEST_CASE("Evaluate leaves a cell empty where the density fails, or ends under abort") {
  RegressionPlace place(header + "0,-40,0,0\n0,0,0,0\n");
  place.write("data.csv", "x,z,y\n1,2,0.5\n1,2,0.7\n1.5,2.5,0.1\n");
  const Outcome rejected = place.evaluate();
  CHECK(rejected.code == 0);
  CHECK_THAT(rejected.out, Contains("log_likelihood\n,-"));
  CHECK_THAT(rejected.err, Contains("points.csv: row 1: a matrix is not positive definite"));
  const json points = json::parse(place.evaluate({"--format", "json"}).out);
  REQUIRE(points.size() == 2);
  CHECK(points[0]["log_density"].is_null());
  CHECK(points[0]["failure"] == "a matrix is not positive definite");
  CHECK(points[1]["log_density"].get<double>() ==
        Approx(points[1]["log_prior"].get<double>() + points[1]["log_likelihood"].get<double>()));
  const Outcome aborted = place.evaluate({"--set", "densities.posterior.on_failure=abort"});
  CHECK(aborted.code == 1);
  CHECK(aborted.out.empty());
}

}  // namespace mcmc::testing
