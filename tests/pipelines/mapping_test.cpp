#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "strict_stan_csv.hpp"

/// Approximations and mappings, as pipelines compose them.
namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// The small regression with more densities and transitions, of which the last is sampled.
std::string pipeline_with(const std::string& densities, const std::string& transitions,
                          const std::string& sampled) {
  std::string text = with(gp_pipeline, "\ntransitions:\n", densities + "\ntransitions:\n");
  text = with(text, "\nsample:\n", transitions + "\nsample:\n");
  return with(text, "  transition: standard\n  draws", "  transition: " + sampled + "\n  draws");
}

std::string with_chain(const std::string& densities, const std::string& options) {
  return pipeline_with(densities,
                       "  mapped:\n"
                       "    type: discretizing_chain\n"
                       "    target: posterior\n" +
                           options,
                       "mapped");
}

const std::string subset = "  subset: {type: gp.subset_of_data, of: posterior, size: 3}\n";
const std::string on_subset = "    chain: {type: slice, target: subset}\n";

struct Regression : Workplace {
  Regression() { write("data.csv", gp_data); }

  Outcome sample(const std::string& pipeline, const Words& more = {}) const {
    write("pipeline.yaml", pipeline);
    Words words{"pipeline.yaml", "--force"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  /// The cells of the row of evaluations.csv that begins with these.
  Words evaluations_of(const std::string& component, const std::string& kind) const {
    for (const Words& row : cells_of(read("results/tables/evaluations.csv")))
      if (row[0] == component && row[1] == kind) return row;
    FAIL("evaluations.csv has no row for the " << kind << " " << component);
    return {};
  }
};

}  // namespace

TEST_CASE("Every approximation serves every mapping") {
  const Regression place;
  for (const std::string approximation :
       {"{type: gp.subset_of_data, of: posterior, size: 3, seed: 4}",
        "{type: gp.subset_of_data, of: posterior, rows: [1, 3, 6]}",
        "{type: gp.nystrom_cholesky, of: posterior, size: 4}",
        "{type: gp.nystrom_eigen, of: posterior, rows: [2, 4, 6]}",
        "{type: gp.nystrom_cholesky, of: posterior, size: 4, choice: pivoted, "
        "at: {eta: 1, sigma: 1, log_rho: -1}}",
        "{type: gp.eigen_exact, of: posterior, rank: 3}", "{type: gp.fitc, of: posterior, size: 3}",
        "{type: gp.fitc, of: posterior, rows: [2, 4], jitter: 0, reuse: false}",
        "{type: gp.pivoted_cholesky, of: posterior, tolerance: 0.5}",
        "{type: gp.single_precision, of: posterior}",
        "{type: gp.vecchia, of: posterior, neighbours: 2}",
        "{type: gp.vecchia, of: posterior, neighbours: 5, scales: [0.5, 2]}",
        "{type: gp.pivoted_cholesky, of: posterior, max_rank: 2, reuse: false}",
        "{type: tempered, of: posterior, power: 0.7, part: likelihood}"}) {
    CAPTURE(approximation);
    const std::string density = "  cheap: " + approximation + "\n";
    const Outcome chain =
        place.sample(with_chain(density, "    chain: {type: slice, target: cheap}\n    step: 2\n"));
    CHECK(chain.code == 0);
    CHECK_THAT(chain.out, Contains("log_likelihood"));
    const Outcome ladder = place.sample(
        pipeline_with(density,
                      "  mapped:\n    type: tempered_transitions\n    target: posterior\n"
                      "    ladder: [{transition: {type: slice, target: cheap}}]\n    updates: 2\n",
                      "mapped"));
    CHECK(ladder.code == 0);
  }
}

TEST_CASE("Every covariance term serves every approximation, and predicts") {
  const Regression place;
  struct Case {
    std::string terms;
    Words parameters;
  };
  const std::vector<Case> cases{
      {"{type: matern12}", {"log_eta", "log_rho"}},
      {"{type: matern32, length_scales: per_input}", {"log_eta", "log_rho"}},
      {"{type: matern52, inputs: [z]}", {"log_eta", "log_rho"}},
      {"{type: rational_quadratic}", {"log_eta", "log_rho", "log_alpha"}},
      {"{type: periodic, inputs: [x]}", {"log_eta", "log_rho", "log_period"}},
      {"{type: linear, name: slope}, {type: matern32}", {"slope_log_eta", "log_eta", "log_rho"}},
      {"{type: product, terms: [{type: squared_exponential, name: slow, inputs: [x]}, {type: "
       "periodic, name: year, inputs: [z]}]}",
       {"slow_log_eta", "slow_log_rho", "year_log_eta", "year_log_rho", "year_log_period"}}};
  for (const auto& [terms, parameters] : cases) {
    CAPTURE(terms);
    std::string priors = "log_sigma: {mean: -1, sd: 1}";
    for (const std::string& name : parameters) priors += ", " + name + ": {mean: 0, sd: 0.5}";
    place.write(
        "pipeline.yaml",
        "densities:\n"
        "  posterior:\n"
        "    type: gp.exact\n"
        "    data: {file: data.csv, response: y, standardize: true}\n"
        "    covariance: [{type: constant, value: 1}, " +
            terms +
            "]\n"
            "    priors: {" +
            priors +
            "}\n"
            "  subset: {type: gp.subset_of_data, of: posterior, size: 3}\n"
            "  nystrom: {type: gp.nystrom_cholesky, of: posterior, size: 3}\n"
            "  eigen: {type: gp.eigen_exact, of: posterior, rank: 3}\n"
            "  pivoted: {type: gp.pivoted_cholesky, of: posterior}\n"
            "  fitc: {type: gp.fitc, of: posterior, size: 3}\n"
            "  single: {type: gp.single_precision, of: posterior}\n"
            "  vecchia: {type: gp.vecchia, of: posterior, neighbours: 2}\n"
            "transitions:\n"
            "  mapped_1: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: subset}}\n"
            "  mapped_2: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: nystrom}}\n"
            "  mapped_3: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: eigen}}\n"
            "  mapped_4: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: pivoted}}\n"
            "  mapped_5: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: fitc}}\n"
            "  mapped_6: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: single}}\n"
            "  mapped_7: {type: discretizing_chain, target: posterior, chain: {type: slice, "
            "target: vecchia}}\n"
            "  all: {type: sequence, do: [mapped_1, mapped_2, mapped_3, mapped_4, mapped_5, "
            "mapped_6, mapped_7]}\n"
            "sample: {chains: 2, transition: all, draws: 20}\n"
            "output: {directory: results}\n");
    const Outcome outcome = place.run({"pipeline.yaml", "--force"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(place.run({"predict", "results", "--at", "data.csv"}).code == 0);
  }
}

TEST_CASE("A mapping with one update evaluates the target once") {
  const Regression place;
  REQUIRE(place
              .sample(with(with_chain(subset, on_subset),
                           "warmup: [{transition: standard, iterations: 5}]", "warmup: []"))
              .code == 0);
  const Words target = place.evaluations_of("posterior", "density");
  const int evaluations = std::stoi(target[2]) - std::stoi(target[3]);
  CHECK(evaluations == 2 * (20 + 1));  // of 2 chains: 20 mappings and the start
  CHECK(place.evaluations_of("mapped", "mapping")[2] == "40");
}

TEST_CASE("Marked states of all updates can be kept as draws") {
  const Regression place;
  const std::string keep = on_subset + "    updates: 5\n    keep_marked: true\n";
  REQUIRE(place.sample(with_chain(subset, keep)).code == 0);
  CHECK(place.evaluations_of("mapped", "mapping")[2] == "8");  // 4 iterations of 2 chains
  CHECK(read_strictly(place.read("results/chain-1.csv")).rows.size() == 20);
  // It may warm up as it samples.
  CHECK(place
            .sample(with(with_chain(subset, keep), "warmup: [{transition: standard",
                         "warmup: [{transition: mapped"))
            .code == 0);
  CHECK(read_strictly(place.read("results/chain-1.csv")).rows.size() == 20);
  const Outcome inner = place.sample(pipeline_with(
      subset,
      "  twice: {type: repeat, times: 2, do: {type: discretizing_chain, target: posterior, "
      "keep_marked: true, chain: {type: slice, target: subset}}}\n",
      "twice"));
  CHECK(inner.code == 78);
  CHECK_THAT(inner.err, Contains("keep_marked"));
  // Unused it may stand beside what is used.
  CHECK(place
            .sample(with(with_chain(subset, keep), "  transition: mapped\n  draws",
                         "  transition: standard\n  draws"))
            .code == 0);
}

TEST_CASE("Mappings combine: for each parameter, within each other, and with other transitions") {
  const Regression place;
  const std::string cheaper =
      subset + "  cheapest: {type: gp.subset_of_data, of: posterior, size: 2}\n";
  const std::string transitions =
      "  one_by_one:\n"
      "    type: for_each_parameter\n"
      "    do: {type: discretizing_chain, target: posterior,\n"
      "         chain: {type: slice, target: subset, parameters: [$parameter]}}\n"
      "  nested:\n"
      "    type: discretizing_chain\n"
      "    target: posterior\n"
      "    chain: {type: discretizing_chain, target: subset,\n"
      "            chain: {type: slice, target: cheapest}}\n"
      "  ladder:\n"
      "    type: tempered_transitions\n"
      "    target: posterior\n"
      "    ladder:\n"
      "      - transition: {type: repeat, times: 2, do: {type: slice, target: subset}}\n"
      "      - transition: {type: sequence, do: [{type: slice, target: cheapest},\n"
      "                                          {type: metropolis, target: cheapest}]}\n"
      "  all: {type: mixture, do: [one_by_one, nested, ladder, standard], weights: [1, 1, 1, 2]}\n";
  REQUIRE(place.sample(pipeline_with(cheaper, transitions, "all")).code == 0);
  for (const char* name : {"nested.chain.chain", "ladder.ladder.1.transition.do",
                           "ladder.ladder.2.transition.do.2", "one_by_one"})
    CHECK(place.evaluations_of(name, "transition")[1] == "transition");
  for (const char* name : {"nested", "nested.chain", "ladder", "one_by_one.log_rho.2"})
    CHECK(place.evaluations_of(name, "mapping")[1] == "mapping");
}

TEST_CASE("What a template uses by label is a part of it") {
  const Regression place;
  const std::string labelled =
      "  cheap: {type: slice, target: subset, parameters: [$parameter]}\n"
      "  one: {type: discretizing_chain, target: posterior, chain: cheap}\n"
      "  each: {type: for_each_parameter, do: one}\n";
  REQUIRE(place.sample(pipeline_with(subset, labelled, "each")).code == 0);
  CHECK(place.evaluations_of("each.log_rho.1", "mapping")[2] == "40");
  const std::string draws = without_comments(place.read("results/chain-1.csv"));
  const std::string inlined =
      "  each: {type: for_each_parameter, do: {type: discretizing_chain, target: posterior,\n"
      "         chain: {type: slice, target: subset, parameters: [$parameter]}}}\n";
  REQUIRE(place.sample(pipeline_with(subset, inlined, "each")).code == 0);
  CHECK(without_comments(place.read("results/chain-1.csv")) == draws);

  const Outcome alone = place.sample(pipeline_with(subset, labelled, "one"));
  CHECK(alone.code == 78);
  CHECK_THAT(alone.err, Contains("\"one\" is a template"));
  const Outcome plain = place.sample(pipeline_with(
      "", "  each: {type: for_each_parameter, do: {type: slice, target: posterior}}\n", "each"));
  CHECK(plain.code == 78);
  CHECK_THAT(plain.err, Contains("expected a transition that says $parameter"));
}

TEST_CASE("Labels that double forty times are no trouble, and templates that do are refused") {
  const Regression place;
  const auto doubling = [](const std::string& last) {
    std::string labels;
    for (int i = 0; i < 40; ++i) {
      const std::string next = "t" + std::to_string(i + 1);
      labels +=
          "  t" + std::to_string(i) + ": {type: sequence, do: [" + next + ", " + next + "]}\n";
    }
    return labels + "  t40: " + last + "\n";
  };
  const std::string shared = doubling("{type: slice, target: posterior}");
  CHECK(place.sample(pipeline_with("", shared, "standard")).code == 0);
  const std::string templates =
      doubling("{type: slice, target: posterior, parameters: [$parameter]}") +
      "  each: {type: for_each_parameter, do: t0}\n";
  const Outcome refused = place.sample(pipeline_with("", templates, "each"));
  CHECK(refused.code == 78);
  CHECK_THAT(refused.err, Contains("more than 100000 parts"));
}

TEST_CASE("Steps of a reversal count as those of its transition") {
  const Regression place;
  REQUIRE(
      place.sample(with_chain(subset, "    chain: {type: metropolis, target: subset}\n")).code ==
      0);
  CHECK(place.evaluations_of("mapped.chain", "transition")[2] == "40");
}

TEST_CASE("Tempered transitions join the modes of a mixture, where plain slice sampling fails") {
  const Workplace place;
  const auto mean_of = [&](const std::string& transition) {
    place.write("modes.yaml",
                "densities:\n"
                "  modes: {type: toy.mixture, modes: [{mean: [-20]}, {mean: [20]}]}\n"
                "  flat_1: {type: tempered, of: modes, power: 0.2}\n"
                "  flat_2: {type: tempered, of: modes, power: 0.04}\n"
                "  flat_3: {type: tempered, of: modes, power: 0.008}\n"
                "transitions:\n"
                "  plain: {type: slice, target: modes, width: 2, tune: false}\n"
                "  tempered:\n"
                "    type: tempered_transitions\n"
                "    target: modes\n"
                "    ladder:\n"
                "      - transition: {type: metropolis, target: flat_1, scale: 3, tune: false}\n"
                "      - transition: {type: metropolis, target: flat_2, scale: 6, tune: false}\n"
                "      - transition: {type: metropolis, target: flat_3, scale: 30, tune: false}\n"
                "  both: {type: sequence, do: [plain, tempered]}\n"
                "sample: {chains: 2, start: {x: -20}, transition: " +
                    transition + ", draws: 4000}\noutput: {directory: results}\n");
    REQUIRE(place.run({"modes.yaml", "--force"}).code == 0);
    const auto json =
        nlohmann::json::parse(place.run({"summary", "results", "--format", "json"}).out);
    return json[1]["mean"].get<double>();
  };
  CHECK(mean_of("plain") == Approx(-20).margin(1));
  CHECK(mean_of("both") == Approx(0).margin(6));
}

TEST_CASE("Sizes, ranks, steps and ladders out of range are refused with their place") {
  struct Mistake {
    std::string pipeline;
    std::string place;
    std::string message;
  };
  const auto approximated = [](const std::string& description) {
    return with_chain("  cheap: " + description + "\n",
                      "    chain: {type: slice, target: cheap}\n");
  };
  const auto ladder = [](const std::string& layers) {
    return pipeline_with(
        subset,
        "  mapped: {type: tempered_transitions, target: posterior, ladder: " + layers + "}\n",
        "mapped");
  };
  const std::vector<Mistake> mistakes{
      {approximated("{type: gp.subset_of_data, of: posterior, size: 0}"), "12:", "at least 1"},
      {approximated("{type: gp.subset_of_data, of: posterior, size: 7}"), "12:", "6 cases"},
      {approximated("{type: gp.subset_of_data, of: posterior, rows: [1, 1]}"), "12:", "twice"},
      {approximated("{type: gp.subset_of_data, of: posterior, rows: [7]}"), "12:", "6"},
      {approximated("{type: gp.subset_of_data, of: posterior}"), "12:", "size"},
      {approximated("{type: gp.nystrom_cholesky, of: posterior, size: 9}"), "12:", "6 cases"},
      {approximated("{type: gp.nystrom_eigen, of: posterior, size: -1}"), "12:", "at least 1"},
      {approximated("{type: gp.nystrom_cholesky, of: posterior, size: 2, jitter: -1}"),
       "12:", "jitter"},
      {approximated("{type: gp.eigen_exact, of: posterior, rank: 7}"), "12:", "rank"},
      {approximated("{type: gp.pivoted_cholesky, of: posterior, tolerance: 0}"), "12:", "above 0"},
      {approximated("{type: gp.pivoted_cholesky, of: posterior, max_rank: 7}"),
       "12:", "7 is no rank for 6 cases"},
      {approximated("{type: gp.pivoted_cholesky, of: posterior, max_rank: 0}"),
       "12:", "at least 1"},
      {approximated("{type: gp.subset_of_data, of: postrior, size: 2}"), "12:", "posterior"},
      {with_chain(subset, on_subset + "    step: 0\n"), "20:", "at least 1"},
      {with_chain(subset, on_subset + "    updates: 0\n"), "20:", "at least 1"},
      {with_chain(subset, ""), "17:", "\"chain\" is missing"},
      {ladder("[]"), "16:", "at least one layer"},
      {ladder("[{transition: {type: slice, target: subset}, powr: 1}]"), "16:", "powr"},
      {ladder("[{}]"), "16:", "\"transition\" is missing"},
  };
  const Regression place;
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.pipeline);
    const Outcome outcome = place.sample(mistake.pipeline);
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, StartsWith("mcmc-host: pipeline.yaml:" + mistake.place));
    CHECK_THAT(outcome.err, Contains(mistake.message));
    CHECK_FALSE(place.has("results"));
  }
}

TEST_CASE("An approximation must be one, of the very same parameters") {
  const Regression place;
  const auto refusal = [&](const std::string& pipeline) {
    const Outcome outcome = place.sample(pipeline);
    CHECK(outcome.code == 78);
    CHECK_FALSE(place.has("results"));
    return outcome.err;
  };
  const std::string toy = "  toy: {type: toy.gaussian, dimension: 4}\n";
  CHECK_THAT(refusal(with_chain("  cheap: {type: gp.subset_of_data, of: toy, size: 2}\n" + toy,
                                "    chain: {type: slice, target: cheap}\n")),
             Contains("\"toy\" is not the density of a Gaussian process"));
  CHECK_THAT(refusal(with_chain(toy, "    chain: {type: slice, target: toy}\n")),
             Contains("exactly its target's parameters"));
  CHECK_THAT(refusal(pipeline_with(toy,
                                   "  mapped: {type: tempered_transitions, target: posterior, "
                                   "ladder: [{transition: {type: slice, target: toy}}]}\n",
                                   "mapped")),
             Contains("exactly its target's parameters"));
  // Invariant for neither of two approximations.
  const std::string other = "  other: {type: gp.subset_of_data, of: posterior, size: 2}\n";
  CHECK_THAT(refusal(with_chain(subset + other,
                                "    chain: {type: sequence, do: [{type: slice, target: subset},\n"
                                "      {type: slice, target: other}]}\n")),
             Contains("subset") && Contains("other"));
}

TEST_CASE("A Nystrom block without a Cholesky factor is a failure that is counted") {
  const Regression place;
  place.write("data.csv", "x,z,y\n1,1,0.3\n1,1,0.4\n1,1,0.2\n2,1,0.9\n2,1,0.8\n3,2,1\n");
  const Outcome outcome = place.sample(with_chain(
      "  cheap: {type: gp.nystrom_cholesky, of: posterior, rows: [1, 2, 3, 4, 5], jitter: 0}\n",
      "    chain: {type: slice, target: cheap}\n"));
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("warning: cheap: 40 of 40 evaluations failed (a matrix is not "
                                   "positive definite) and were rejected"));
  CHECK_THAT(outcome.err, Contains("warning: The chains are stuck"));
  CHECK(place.evaluations_of("cheap", "density")[4] == "40");
}

}  // namespace mcmc::testing
