#include <algorithm>
#include <csignal>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

/// The toy pipeline with writers.
class WritersPlace : public Workplace {
 public:
  explicit WritersPlace(const std::string& writers = "[coda, {type: getdist, root: d}]") {
    write("pipeline.yaml", with(toy_pipeline, "{directory: results}",
                                "{directory: results, writers: " + writers + "}"));
  }
  /// With the plugin whose writer fails.
  Outcome run_with_broken(Words words) const {
    words.insert(words.end(), {"--plugin-path", MCMC_TEST_BROKEN_PLUGINS});
    return run(words);
  }
};

const Words all_files{"CODAchain1.txt", "CODAchain2.txt", "CODAindex.txt",
                      "d.paramnames",   "d_1.txt",        "d_2.txt"};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("Writers leave their files in a folder of their own, which no reader of chains sees") {
  const WritersPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  CHECK(place.list("results/export") == all_files);
  CHECK_FALSE(place.has("results/export.new"));
  CHECK(lines(place.read("results/export/d_2.txt")) == 100);
  CHECK(place.run({"summary", "results"}).code == 0);
}

TEST_CASE("The written-back pipeline has the writers with all their options, and gives the same") {
  const WritersPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  CHECK_THAT(place.read("results/pipeline.yaml"), Contains("- type: coda\n      prefix: \"\"") &&
                                                      Contains("- type: getdist\n      root: d"));
  REQUIRE(place.run({"results/pipeline.yaml", "--out", "again"}).code == 0);
  for (const std::string& file : all_files)
    CHECK(place.read("again/export/" + file) == place.read("results/export/" + file));
}

TEST_CASE("Writers change no draw, and may change when a run goes on") {
  const WritersPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  REQUIRE(place.run({"pipeline.yaml", "--out", "plain", "--set", "output.writers=[]"}).code == 0);
  CHECK_FALSE(place.has("plain/export"));
  CHECK(cells_of(place.read("plain/tables/summary.csv")) ==
        cells_of(place.read("results/tables/summary.csv")));
  const Outcome resumed =
      place.run({"pipeline.yaml", "--out", "plain", "--resume", "--set", "sample.draws=150"});
  CHECK(resumed.code == 0);
  CHECK(place.list("plain/export") == all_files);
  CHECK(lines(place.read("plain/export/d_1.txt")) == 150);
  CHECK(place.read("plain/export/d_1.txt").starts_with(place.read("results/export/d_1.txt")));
}

TEST_CASE("Files that no writer makes any more go, and those of others stay") {
  const WritersPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  place.write("results/export/mine.txt", "mine\n");
  REQUIRE(place.run({"pipeline.yaml", "--resume", "--set", "output.writers=[coda]"}).code == 0);
  CHECK(place.list("results/export") ==
        Words{"CODAchain1.txt", "CODAchain2.txt", "CODAindex.txt", "mine.txt"});
  REQUIRE(place.run({"pipeline.yaml", "--force", "--set", "output.writers=[]"}).code == 0);
  CHECK(place.list("results/export") == Words{"mine.txt"});
}

TEST_CASE("An interrupted run is exported, and again when it has gone on") {
  const WritersPlace place;
  // Thinned, so that no more draws than needed are made until the signal comes.
  const Words thinned{"pipeline.yaml", "--set", "sample.thin=200", "--set"};
  const auto with_draws = [&](std::size_t draws) {
    Words words = thinned;
    words.push_back("sample.draws=" + std::to_string(draws));
    return words;
  };
  Process process(program(with_draws(1'000'000'000)), {place.path(), {}, false});
  wait_until([&] {
    return !process.is_running() ||
           (place.has("results/chain-1.csv") &&
            std::filesystem::file_size(place.path() / "results/chain-1.csv") > 4096);
  });
  process.send(SIGINT);
  CHECK(process.wait().code == 130);
  const std::size_t kept = std::max(lines(place.read("results/export/d_1.txt")),
                                    lines(place.read("results/export/d_2.txt")));
  CHECK(kept > 0);
  Words more = with_draws(kept + 100);
  more.push_back("--resume");
  CHECK(place.run(more).code == 0);
  CHECK(lines(place.read("results/export/d_1.txt")) == kept + 100);
}

TEST_CASE(
    "A writer that fails is told with its reason, and costs neither draws nor other exports") {
  struct Way {
    const char* with;
    int code;
    const char* reason;
  };
  const Way way = GENERATE(
      Way{"an error", 74, "cannot write half.txt: the ink is dry"}, Way{"words", 70, "no pen"},
      Way{"a number", 70, "it threw something that is no exception"},
      Way{"another file", 70,
          "it made the file \"other.txt\", which is not one of those that it announces"});
  const WritersPlace place(std::string("[{type: fails.to_write, with: ") + way.with + "}, coda]");
  const Outcome outcome = place.run_with_broken({"pipeline.yaml"});
  CHECK(outcome.code == way.code);
  CHECK_THAT(outcome.err, Contains(std::string("the export by \"writers.1\" (fails.to_write) "
                                               "failed: ") +
                                   way.reason + "; all draws are in the chains' files"));
  CHECK_THAT(outcome.out, Contains("log") || Contains("x.1"));  // the summary
  CHECK(place.list("results/export") == Words{"CODAchain1.txt", "CODAchain2.txt", "CODAindex.txt"});
  CHECK_FALSE(place.has("results/export.new"));
  CHECK_THAT(place.read("results/run.log"), Contains("failed: ") && Contains("exit code"));
  const Outcome resumed = place.run_with_broken(
      {"pipeline.yaml", "--resume", "--set", "output.writers.1.with=nothing"});
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.err, Contains("half of it is there"));
  CHECK(place.read("results/export/half.txt") == "half of it");
}

TEST_CASE("What a writer left before stays when it fails") {
  const WritersPlace place("[{type: fails.to_write, with: nothing}]");
  REQUIRE(place.run_with_broken({"pipeline.yaml"}).code == 0);
  CHECK(
      place
          .run_with_broken({"pipeline.yaml", "--resume", "--set", "output.writers.1.with=an error"})
          .code == 74);
  CHECK(place.list("results/export") == Words{"half.txt"});
}

TEST_CASE("An export folder that cannot be made is an input or output error") {
  const WritersPlace place;
  REQUIRE(place.run({"pipeline.yaml", "--set", "output.writers=[]"}).code == 0);
  place.write("results/export", "a file\n");
  const Outcome outcome = place.run({"pipeline.yaml", "--resume"});
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("the export by \"writers.1\" (coda) failed: cannot write "
                                   "results/export: "));
  CHECK_THAT(outcome.err, Contains("warning: the export by \"writers.2\" (getdist) failed"));
}

TEST_CASE("Writers whose files would be the same, or have no plain names, are refused") {
  const auto error = [](const std::string& writers) {
    const WritersPlace place(writers);
    const Outcome outcome = place.run({"check", "pipeline.yaml"});
    CHECK(outcome.code == 78);
    return outcome.err;
  };
  CHECK_THAT(error("[coda, getdist, coda]"),
             Contains("pipeline.yaml:11:55: ") &&
                 Contains("\"writers.3\": it would leave the file \"CODAindex.txt\", as "
                          "\"writers.1\" does; give it another name"));
  CHECK_THAT(error("[{type: getdist, root: ../d}]"),
             Contains("\"writers.1\": expected the plain name of a file, found "
                      "\"../d.paramnames\""));
  CHECK_THAT(error("[getdits]"), Contains("no writer type is called \"getdits\"") &&
                                     Contains("did you mean \"getdist\""));
  CHECK_THAT(error("[{type: coda, prefex: a}]"), Contains("did you mean \"prefix\""));
  CHECK_THAT(
      error("coda"),
      Contains("\"writers\": expected a list of writer components (a label or a map), found"));
}

TEST_CASE("Writers are listed, described and checked") {
  const WritersPlace place;
  const Outcome listed = place.run({"list", "writer"});
  CHECK(listed.code == 0);
  CHECK_THAT(listed.out, Contains("coda") && Contains("getdist") && Contains("text_writers"));
  CHECK_THAT(place.run({"describe", "coda"}).out, Contains("prefix"));
  CHECK_THAT(place.run({"check", "pipeline.yaml"}).out,
             Contains("writers\n  writers.1 (coda): export/CODAindex.txt, export/CODAchain1.txt, "
                      "export/CODAchain2.txt\n  writers.2 (getdist): export/d.paramnames"));
}

}  // namespace mcmc::testing
