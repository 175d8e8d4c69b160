#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.hpp"
#include "strict_stan_csv.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// A wrong command line, and a part of what the program says to it.
struct WrongUsage {
  Words arguments;
  std::string message;
};

Words types_in(const std::string& listed) {
  std::istringstream lines(listed.substr(0, listed.find("\n\nlibraries")));
  Words types;
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    std::string kind, type;
    std::istringstream(line) >> kind >> type;
    types.push_back(type);
  }
  return types;
}

const nlohmann::json& member(const nlohmann::json& options, const std::string& name) {
  for (const nlohmann::json& option : options)
    if (option["name"] == name) return option;
  throw std::out_of_range("no option " + name);
}

}  // namespace

TEST_CASE("Run may be said or left out") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  REQUIRE(place.run({"run", "pipeline.yaml", "--out", "said"}).code == 0);
  REQUIRE(place.run({"--out", "left_out", "pipeline.yaml"}).code == 0);
  for (const char* chain : {"/chain-1.csv", "/chain-2.csv"})
    CHECK(without_comments(place.read(std::string("said") + chain)) ==
          without_comments(place.read(std::string("left_out") + chain)));
}

TEST_CASE("A wrong command line is answered with what is right") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  const std::vector<WrongUsage> mistakes = {
      {{}, "expected a pipeline file or a verb"},
      {{"chek", "pipeline.yaml"}, "no verb is called \"chek\"; expected \"run\", \"check\""},
      {{"sumary"}, "; did you mean \"summary\"?"},
      {{"nonsense"}, "or a pipeline file (NAME.yaml)"},
      {{"run"}, "expected PIPELINE.yaml\nusage: mcmc-host run PIPELINE.yaml"},
      {{"check"}, "usage: mcmc-host check PIPELINE.yaml"},
      {{"pipeline.yaml", "other.yaml"}, "expected one argument, found \"other.yaml\" too"},
      {{"pipeline.yaml", "--thread", "2"}, "no option --thread; did you mean \"--threads\"?"},
      {{"pipeline.yaml", "--threads", "two"}, "--threads two: expected a whole number"},
      {{"pipeline.yaml", "--threads", "-1"}, "--threads -1: expected a whole number"},
      {{"pipeline.yaml", "--seed=-1"}, "--seed -1: expected a whole number"},
      {{"pipeline.yaml", "--chains", "1.5"}, "--chains 1.5: expected a whole number"},
      {{"pipeline.yaml", "--out"}, "usage: mcmc-host run PIPELINE.yaml"},
      {{"pipeline.yaml", "--set", "sample.draws"}, "expected KEY=VALUE, such as sample.draws=100"},
      {{"pipeline.yaml", "--set", "sample.draws.x=3"},
       "there is nothing below \"100\", so no \"x\""},
      {{"pipeline.yaml", "--set", "sample.warmup.2.iterations=3"}, "a position from 1 to 1"},
      {{"list", "densty"}, "; did you mean \"density\"?"},
      {{"list", "density", "cache"}, "expected one argument"},
      {{"describe"}, "expected TYPE"},
      {{"describe", "slise"},
       "no component type is called \"slise\"; mcmc-host list shows all; did you mean \"slice\"?"},
      {{"describe", "slice", "--format", "xml"}, "expected \"text\", \"yaml\" or \"json\""},
      {{"summary"}, "expected a folder of a run, or CSV files with draws"},
      {{"summary", "x.csv", "--format", "yaml"}, "expected \"table\", \"csv\" or \"json\""},
      {{"evaluate", "pipeline.yaml"}, "usage: mcmc-host evaluate PIPELINE.yaml"},
  };
  for (const WrongUsage& mistake : mistakes) {
    CAPTURE(mistake.arguments);
    const Outcome outcome = place.run(mistake.arguments);
    CHECK(outcome.code == 64);
    CHECK_THAT(outcome.err, StartsWith("mcmc-host: "));
    CHECK_THAT(outcome.err, Contains(mistake.message));
    CHECK(place.list() == Words{"pipeline.yaml"});
  }
}

TEST_CASE("A setting is checked as if it stood in the file, and named in messages") {
  const Workplace place;
  place.write("pipeline.yaml", toy_pipeline);
  const auto message_for = [&](const std::string& setting) {
    const Outcome outcome = place.run({"pipeline.yaml", "--set", setting});
    CHECK(outcome.code == 78);
    CHECK(place.list() == Words{"pipeline.yaml"});
    return outcome.err;
  };
  CHECK_THAT(message_for("sample.draws=x"),
             Contains("--set sample.draws: \"draws\": expected an integer at least 1 and at most "
                      "1000000000, found \"x\""));
  CHECK_THAT(message_for("sample.drawz=3"),
             Contains("--set sample.drawz: unknown key \"drawz\"; expected \"chains\", \"draws\""));
  CHECK_THAT(
      message_for("sampel.draws=3"),
      Contains("--set sampel.draws: unknown key \"sampel\"; expected \"densities\", \"output\""));
  CHECK_THAT(message_for("sample.draws="), Contains("--set sample.draws: \"draws\" has no value"));
  CHECK_THAT(message_for("sample.draws=["), Contains("--set sample.draws:1:"));
}

TEST_CASE("Every verb has help, and the program's lists the verbs") {
  const Workplace place;
  const Outcome all = place.run({"--help"});
  CHECK(all.code == 0);
  for (const std::string verb :
       {"run", "check", "list", "describe", "evaluate", "summary", "new"}) {
    CHECK_THAT(all.out, Contains("mcmc-host " + verb));
    const Outcome one = place.run({verb, "--help"});
    CHECK(one.code == 0);
    CHECK(one.err.empty());
    CHECK_THAT(one.out, StartsWith("mcmc-host " + verb + " ") && Contains("--help"));
  }
  for (const char* option : {"--out DIR", "--force", "--set KEY=VALUE", "--seed N", "--chains N",
                             "--threads N", "--quiet", "--plugin-path DIR"})
    CHECK_THAT(place.run({"run", "--help"}).out, Contains(option));
}

TEST_CASE("The version tells what was built and how") {
  const Outcome outcome = Workplace().run({"--version"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             StartsWith("mcmc-host ") && (Contains("instruction set") || Contains("any machine")));
  CHECK_THAT(outcome.out, Contains("plugin ABI 4") && Contains("eigen-3.4") && Contains("align-"));
}

TEST_CASE("List tells kind, plugin and version of every component") {
  const Workplace place;
  const std::string all = place.run({"list"}).out;
  for (const char* type : {"sequence", "repeat", "mixture", "for_each_parameter", "none", "lru",
                           "slice", "metropolis", "gp.exact", "constant", "squared_exponential",
                           "normal", "toy.gaussian", "toy.banana", "toy.mixture"})
    CHECK_THAT(all, Contains(std::string("  ") + type + "  "));
  const std::string densities = place.run({"list", "density"}).out;
  CHECK_THAT(densities, Contains("toy.banana") && !Contains("metropolis   "));
  CHECK_THAT(densities, Contains("libraries\n") && Contains("searched: "));
}

TEST_CASE("List is JSON on request") {
  const Workplace place;
  const auto all = nlohmann::json::parse(place.run({"list", "cache", "--format", "json"}).out);
  REQUIRE(all["components"].size() == 2);
  CHECK(all["components"][0]["kind"] == "cache");
  CHECK(all["components"][0]["type"] == "none");
  CHECK(all["libraries"].size() >= 8);
  CHECK_FALSE(all["libraries"][0].contains("refused"));
  CHECK(all["searched"].size() >= 1);
}

TEST_CASE("Every type can be described as text, as YAML and as JSON") {
  const Workplace place;
  const Words types = types_in(place.run({"list"}).out);
  REQUIRE(types.size() > 14);
  for (const std::string& type : types) {
    CAPTURE(type);
    CHECK_THAT(place.run({"describe", type}).out,
               StartsWith(type + " (") && Contains("\nOptions:\n"));
    for (const YAML::Node& yaml :
         YAML::LoadAll(place.run({"describe", type, "--format", "yaml"}).out))
      CHECK(yaml["type"].as<std::string>() == type);
    const auto json = nlohmann::json::parse(place.run({"describe", type, "--format", "json"}).out);
    const nlohmann::json& first = json.is_array() ? json[0] : json;
    CHECK(first["type"] == type);
    CHECK(first["options"].is_array());
  }
}

TEST_CASE("A name that two kinds use is described for both") {
  const Workplace place;
  const auto json =
      nlohmann::json::parse(place.run({"describe", "linear", "--format", "json"}).out);
  REQUIRE(json.size() == 2);
  CHECK(json[0]["kind"] == "covariance");
  CHECK(json[1]["kind"] == "mean");
  CHECK_THAT(place.run({"describe", "linear"}).out,
             Contains("linear (covariance)") && Contains("\nlinear (mean)"));
}

TEST_CASE("A description tells type, default, range and meaning of every option") {
  const Workplace place;
  const auto slice =
      nlohmann::json::parse(place.run({"describe", "slice", "--format", "json"}).out);
  const nlohmann::json& width = member(slice["options"], "width");
  CHECK(width["type"] == "number");
  CHECK(width["default"] == 1.0);
  CHECK(width["exclusive_minimum"] == 0.0);
  CHECK(width["required"] == false);
  CHECK_FALSE(width["doc"].get<std::string>().empty());
  CHECK(member(slice["options"], "target")["required"] == true);
  CHECK_THAT(slice["reference"].get<std::string>(), Contains("Neal"));

  const YAML::Node exact = YAML::Load(place.run({"describe", "gp.exact", "--format", "yaml"}).out);
  CHECK(exact["data"]["standardize"].as<bool>() == false);
  CHECK(exact["data"]["on_missing"].as<std::string>() == "error");
  CHECK(exact["on_failure"].as<std::string>() == "reject");
  CHECK_THAT(place.run({"describe", "gp.exact"}).out,
             Contains("on_missing: \"error\" or \"drop_row\" (default: error)"));
}

TEST_CASE("Check builds, evaluates at the start, shows the graph and writes nothing") {
  const Workplace place;
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", gp_pipeline);
  const Outcome outcome = place.run({"check", "pipeline.yaml"});
  CHECK(outcome.code == 0);
  for (const char* part :
       {"posterior (gp.exact): log density -", "at the start", "6 cases, 2 inputs",
        "parameters: log_eta, log_sigma, log_rho.1, log_rho.2", "standard (slice): on posterior",
        "warm-up: 1 x 5 iterations of standard", "sampling: 20 draws of standard",
        "2 chains, seed 7"})
    CHECK_THAT(outcome.out, Contains(part));
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
  CHECK(place.run({"check", "pipeline.yaml", "--set", "sample.draws=0"}).code == 78);
}

}  // namespace mcmc::testing
