#include <fmt/format.h>

#include <regex>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

namespace fs = std::filesystem;

const Words everything_of_ours{
    "gp", "slice", "metropolis", "lru_cache", "toy", "discretizing_chain", "tempered_transitions"};

/// A workplace with a folder `plugins` that holds copies of broken libraries.
class PluginPlace : public Workplace {
 public:
  explicit PluginPlace(const Words& broken = {}) {
    fs::create_directory(path() / "plugins");
    for (const std::string& name : broken)
      fs::copy_file(fs::path(MCMC_TEST_BROKEN_PLUGINS) / (name + ".so"),
                    path() / "plugins" / (name + ".so"));
  }

  Outcome list() const { return run({"list", "--plugin-path", "plugins"}); }

  /// What `list` says to a library; the test fails when that is no refusal.
  std::string refusal_of(const std::string& name) const {
    const Outcome outcome = list();
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    for (const std::string& plugin : everything_of_ours)
      CHECK_THAT(outcome.out, Contains("\n  " + plugin + " 1.0.0: "));
    const std::string row = "\n  refused: plugins/" + name + ".so: ";
    const std::size_t begin = outcome.out.find(row);
    if (begin == std::string::npos) FAIL(name << " is not refused:\n" << outcome.out);
    const std::size_t reason = begin + row.size();
    return outcome.out.substr(reason, outcome.out.find('\n', reason) - reason);
  }
};

std::string refusal_of(const std::string& name) {
  return PluginPlace({name}).refusal_of(name);
}

std::string pipeline_for(const std::string& density) {
  return with(with(toy_pipeline, "{type: toy.gaussian, dimension: 3}", "{type: " + density + "}"),
              "draws: 100", "draws: 10000");
}

}  // namespace

TEST_CASE("A file that is no library is refused") {
  const PluginPlace place;
  place.write("plugins/junk.so", "This is text.\n");
  place.write("plugins/empty.so", "");
  CHECK(place.refusal_of("junk") == "not a shared library, or a damaged one");
  CHECK(place.refusal_of("empty") == "not a shared library, or a damaged one");
}

TEST_CASE("A truncated library is refused wherever it was cut") {
  const PluginPlace place;
  const std::string whole = Workplace::read_text(MCMC_TEST_PLUGIN);
  REQUIRE(whole.size() > 4096);
  for (const double part : {0.001, 0.1, 0.5, 0.9, 0.999}) {
    const auto size = static_cast<std::size_t>(part * static_cast<double>(whole.size()));
    place.write("plugins/cut.so", whole.substr(0, size));
    CHECK(place.refusal_of("cut") == "not a shared library, or a damaged one");
  }
}

TEST_CASE("A library that is no plugin is refused") {
  CHECK_THAT(refusal_of("no_manifest"), Contains("no mcmc-host plugin (it has no MCMC_PLUGIN)"));
}

TEST_CASE("A plugin of another ABI is refused with both numbers") {
  CHECK(refusal_of("other_abi") == "built for plugin ABI 0, this host has ABI 4; rebuild it");
  CHECK(refusal_of("other_number") == "built for plugin ABI 5, this host has ABI 4; rebuild it");
  CHECK_THAT(refusal_of("wrong_magic"), Contains("its manifest is damaged"));
}

TEST_CASE("A plugin of another alignment is refused with both fingerprints") {
  const std::string reason = refusal_of("other_alignment");
  CHECK(std::regex_search(reason,
                          std::regex("built as \"(gcc|clang)-.* align-[0-9]+/0\", this host as")));
  CHECK_THAT(reason, Contains("rebuild it with mcmc_add_plugin"));
}

TEST_CASE("A plugin that throws while it registers is refused with what it threw") {
  CHECK(refusal_of("throws_exception") ==
        "failed while it registered its components: the licence has expired");
  CHECK(refusal_of("throws_number") == "failed while it registered its components");
}

TEST_CASE("A plugin with an undefined symbol is refused with its name") {
  const std::string reason = refusal_of("undefined_symbol");
  CHECK_THAT(reason, Contains("cannot be loaded: "));
  CHECK_THAT(reason, Contains("defined_nowhere"));
}

TEST_CASE("The second of two plugins with one name is refused") {
  const PluginPlace place({"twin", "twin_again"});
  CHECK(place.refusal_of("twin_again") ==
        "a plugin named \"twin\" was already loaded from plugins/twin.so");
  CHECK_THAT(place.list().out, Contains("twin.flat") && !Contains("twin.other"));
}

TEST_CASE("A plugin with a component that is another's is refused as a whole") {
  const PluginPlace place({"taken_type", "twin"});
  // Libraries are loaded in the order of their names.
  fs::rename(place.path() / "plugins/taken_type.so", place.path() / "plugins/z_taken_type.so");
  CHECK_THAT(place.refusal_of("z_taken_type"),
             Contains("its density \"twin.flat\" is already provided by the plugin \"twin\""));
  CHECK_THAT(place.list().out, !Contains("taken.new"));
}

TEST_CASE("Broken libraries stop neither each other nor a run") {
  const Words broken{"fails_later",  "no_manifest",      "other_abi",     "other_alignment",
                     "other_number", "throws_exception", "throws_number", "twin",
                     "twin_again",   "undefined_symbol", "wrong_magic"};
  const PluginPlace place(broken);
  place.write("plugins/junk.so", "This is text.\n");
  place.write("pipeline.yaml", toy_pipeline);
  const std::string listed = place.list().out;
  for (const std::string& name : broken) CHECK_THAT(listed, Contains("plugins/" + name + ".so"));
  CHECK_THAT(listed, Contains("\n  twin 1.0.0: plugins/twin.so\n"));
  const Outcome outcome = place.run({"pipeline.yaml", "--plugin-path", "plugins"});
  CHECK(outcome.code == 0);
  CHECK_THAT(place.read("results/run.log"), Contains("refused plugins/junk.so: not a shared"));
}

TEST_CASE("A pipeline that needs a refused plugin is told why it is not there") {
  const PluginPlace place({"throws_exception"});
  place.write("pipeline.yaml", pipeline_for("licenced.density"));
  const Outcome outcome = place.run({"pipeline.yaml", "--plugin-path", "plugins"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("no density type is called \"licenced.density\""));
  CHECK_THAT(outcome.err, Contains("\n  refused: plugins/throws_exception.so: failed while it "
                                   "registered its components: the licence has expired"));
  CHECK_THAT(outcome.err, Contains("\n  searched: plugins\n"));
  CHECK_FALSE(place.has("results"));
}

TEST_CASE("What anyone may write to is no place for plugins") {
  namespace fs = std::filesystem;
  const PluginPlace place({"twin"});
  fs::permissions(place.path() / "plugins/twin.so", fs::perms::others_write, fs::perm_options::add);
  CHECK(place.refusal_of("twin") ==
        "anyone may write to this file; take that right away with chmod o-w");
  fs::permissions(place.path() / "plugins", fs::perms::others_write, fs::perm_options::add);
  const Outcome named = place.list();
  CHECK(named.code == 78);
  CHECK_THAT(named.err, Contains("plugins: anyone may write to this folder"));
  const Outcome by_variable =
      place.run({"list"}, {{}, {{"MCMC_HOST_PLUGIN_PATH", "plugins"}}, false});
  CHECK(by_variable.code == 0);
  CHECK_THAT(by_variable.out,
             Contains("anyone may write to this folder") && !Contains("twin.flat"));
}

TEST_CASE("Plugins are found along MCMC_HOST_PLUGIN_PATH, but a named folder must exist") {
  const PluginPlace place({"twin"});
  const Outcome by_variable =
      place.run({"list"}, {{}, {{"MCMC_HOST_PLUGIN_PATH", "nowhere:plugins"}}, false});
  CHECK(by_variable.code == 0);
  CHECK_THAT(by_variable.out, Contains("twin.flat") && Contains("searched: nowhere"));
  const Outcome missing = place.run({"list", "--plugin-path", "nowhere"});
  CHECK(missing.code == 66);
  CHECK_THAT(missing.err, Contains("cannot read the plugin folder nowhere: No such file"));
}

TEST_CASE("A component that fails to be built names its plugin and leaves nothing") {
  const PluginPlace place({"fails_later"});
  const auto [thrown, reason] = GENERATE(table<const char*, const char*>(
      {{"words",
        "the plugin \"fails_later\" failed to build \"gaussian\" (fails.when_built): no instrument "
        "is "
        "attached"},
       {"a number", "(fails.when_built): it threw something that is no exception"},
       {"no memory", "\"gaussian\" (fails.when_built) needs more memory than there is"}}));
  place.write("pipeline.yaml", pipeline_for("fails.when_built"));
  const Outcome outcome = place.run({"pipeline.yaml", "--plugin-path", "plugins", "--set",
                                     fmt::format("densities.gaussian.with={}", thrown)});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("pipeline.yaml:2:13: ") && Contains(reason));
  CHECK_FALSE(place.has("results"));
}

TEST_CASE("What a plugin throws while a point is evaluated is told, whatever it is") {
  const PluginPlace place({"fails_later"});
  const auto [density, reason] = GENERATE(table<const char*, const char*>(
      {{"fails.when_run", "the instrument was unplugged"},
       {"fails.with_number", "a plugin threw something that is no exception"}}));
  place.write("pipeline.yaml", pipeline_for(density));
  place.write("points.csv", "x\n0\n");
  const Outcome outcome = place.run({"evaluate", "pipeline.yaml", "--density", "gaussian", "--at",
                                     "points.csv", "--repeat", "200", "--plugin-path", "plugins"});
  CHECK(outcome.code == 70);
  CHECK_THAT(outcome.err, Contains(reason));
}

TEST_CASE("An option without bounds is described in valid JSON") {
  const PluginPlace place({"fails_later"});
  const Outcome outcome =
      place.run({"describe", "fails.when_built", "--format", "json", "--plugin-path", "plugins"});
  CHECK(nlohmann::json::parse(outcome.out)["options"].size() == 4);
}

TEST_CASE("A run that needs more memory than there is does not begin") {
  const PluginPlace place({"fails_later"});
  place.write("pipeline.yaml", pipeline_for("fails.for_memory"));
  const auto verb = GENERATE("run", "check");
  const Outcome outcome = place.run({verb, "pipeline.yaml", "--plugin-path", "plugins"});
  CHECK(outcome.code == 78);
  CHECK_THAT(outcome.err, Contains("the densities need 1152921504.6 GB for each chain, ") &&
                              Contains("; expected fewer chains, fewer cases, or approximations"));
  CHECK_FALSE(place.has("results"));
}

TEST_CASE("A component that throws in mid-run ends its chain, and what was drawn is kept") {
  const PluginPlace place({"fails_later"});
  const auto [density, reason] = GENERATE(table<const char*, const char*>(
      {{"fails.when_run", "the instrument was unplugged"},
       {"fails.with_number", "a plugin threw something that is no exception"}}));
  place.write("pipeline.yaml", with(pipeline_for(density), "iterations: 20", "iterations: 2"));
  const Outcome outcome = place.run({"pipeline.yaml", "--plugin-path", "plugins", "--force"});
  CHECK(outcome.code == 70);
  CHECK_THAT(outcome.err, Contains(fmt::format("warning: chain 1 ended early: {}", reason)));
  CHECK_THAT(outcome.err, Contains(fmt::format("warning: chain 2 ended early: {}", reason)));
  CHECK(place.has("results/chain-1.csv"));
}

}  // namespace mcmc::testing
