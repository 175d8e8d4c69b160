#include "run_record.hpp"

#include <catch2/catch.hpp>

#include "mcmc/error.hpp"
#include "temporary_directory.hpp"

namespace mcmc {
namespace {

using Catch::Matchers::Contains;

RunRecord some_record() {
  RunRecord record;
  record.pipeline =
      "densities:\n"
      "  a: {type: unknown, cache: {type: none}}\n"
      "transitions:\n"
      "  pair: {type: repeat, do: one, times: 2}\n"
      "sample: {draws: 10, thin: 1, seed: 3}\n"
      "output: {directory: out, keep_warmup: false, checkpoint_interval: 10}\n";
  record.host = "1.0.0";
  record.plugins = {{"slice", "1.0.0"}};
  record.files = {{"data.csv", 12}};
  return record;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// Nothing, or why the run may not go on.
std::string refusal(const RunRecord& now, bool allow_changes = false) {
  Registry registry;
  add_core_components(registry);
  try {
    require_same_run(some_record(), now, registry, allow_changes);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_pipeline);
    return error.what();
  }
}

std::string refusal_of_change(const std::string& from, const std::string& to,
                              bool allow_changes = false) {
  RunRecord now = some_record();
  now.pipeline = replaced(now.pipeline, from, to);
  return refusal(now, allow_changes);
}

}  // namespace

TEST_CASE("A record is read back as it was written") {
  const testing::TemporaryDirectory place;
  some_record().write(place.path() / "run");
  const RunRecord read = RunRecord::read(place.path() / "run");
  CHECK(read.pipeline == some_record().pipeline);
  CHECK(read.host == "1.0.0");
  CHECK(read.plugins == some_record().plugins);
  CHECK(read.files == some_record().files);
}

TEST_CASE("The same run may go on, also with more draws, elsewhere and saved more often") {
  CHECK(refusal(some_record()).empty());
  CHECK(refusal_of_change("draws: 10", "draws: 20").empty());
  CHECK(refusal_of_change("directory: out", "directory: other").empty());
  CHECK(refusal_of_change("checkpoint_interval: 10", "checkpoint_interval: 1").empty());
}

TEST_CASE("Another version of the program or of a plugin is shown, and admitted when allowed") {
  RunRecord now = some_record();
  now.host = "1.1.0";
  now.plugins["slice"] = "2.0.0";
  now.plugins["another"] = "1.0.0";
  CHECK_THAT(refusal(now),
             Contains("\n  mcmc-host: was 1.0.0, is 1.1.0 (--allow-changes admits this)"
                      "\n  plugin slice: was 1.0.0, is 2.0.0 (--allow-changes admits this)\n"));
  CHECK(refusal(now, true).empty());
}

TEST_CASE("Other contents of a file are shown, and admitted when allowed") {
  RunRecord now = some_record();
  now.files["data.csv"] = 255;
  CHECK_THAT(refusal(now), Contains("contents of data.csv: was checksum 000000000000000c, is "
                                    "00000000000000ff (--allow-changes admits this)"));
  CHECK(refusal(now, true).empty());
}

TEST_CASE("What changes draws is refused whatever is allowed") {
  for (const bool allow : {false, true}) {
    CHECK_THAT(refusal_of_change("thin: 1", "thin: 2", allow),
               Contains("\n  sample.thin: was 1, is 2\n"));
    CHECK_THAT(refusal_of_change("times: 2", "times: 3", allow),
               Contains("\n  transitions.pair.times: was 2, is 3\n"));
    CHECK_THAT(refusal_of_change("keep_warmup: false", "keep_warmup: true", allow),
               Contains("\n  output.keep_warmup: was false, is true\n"));
    CHECK_THAT(refusal_of_change(", seed: 3", "", allow),
               Contains("\n  sample.seed: was 3, is nothing\n"));
  }
}

}  // namespace mcmc
