#include <unistd.h>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;

namespace fs = std::filesystem;

class ToyPlace : public Workplace {
 public:
  explicit ToyPlace(const std::string& pipeline = toy_pipeline) {
    write("pipeline.yaml", pipeline);
  }
  Outcome run_to(const std::string& folder) const {
    return run({"pipeline.yaml", "--out", folder});
  }
};

/// Enough draws to fill a small disk.
std::string long_pipeline() {
  return with(toy_pipeline, "draws: 100", "draws: 100000");
}

}  // namespace

TEST_CASE("An output directory that cannot be made is refused before anything runs") {
  const ToyPlace place;
  place.write("file", "text\n");
  const Outcome file = place.run_to("file");
  CHECK(file.code == 73);
  CHECK_THAT(file.err, Contains("cannot use the output directory file: it is a file"));
  const Outcome below = place.run_to("file/below");
  CHECK(below.code == 73);
  CHECK_THAT(below.err, Contains("cannot use the output directory file/below: Not a directory"));
  const Outcome kernel = place.run_to("/proc/results");
  CHECK(kernel.code == 73);
  CHECK_THAT(kernel.err, Contains("cannot use the output directory /proc/results: "));
  const Outcome unnamed = place.run_to("");
  CHECK(unnamed.code == 78);
  CHECK_THAT(unnamed.err, Contains("--set output.directory"));
  CHECK(place.list() == Words{"file", "pipeline.yaml"});
  CHECK(place.read("file") == "text\n");
}

TEST_CASE("An output directory without permission to write is refused") {
  if (geteuid() == 0) return;  // no permission stops root
  const ToyPlace place;
  fs::create_directory(place.path() / "locked");
  fs::permissions(place.path() / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(place.run_to("locked").code == 73);
  CHECK(place.run_to("locked/below").code == 73);
  CHECK(place.list("locked").empty());
}

TEST_CASE("A directory that is not empty is left alone") {
  const ToyPlace place;
  fs::create_directory(place.path() / "results");
  place.write("results/notes.txt", "mine\n");
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 73);
  CHECK_THAT(outcome.err, Contains("cannot use the output directory results: it is not empty; name "
                                   "another with --out, or give --force"));
  CHECK(place.list("results") == Words{"notes.txt"});
}

TEST_CASE("Force replaces our files, stale chains too, and no other") {
  const ToyPlace place(
      with(toy_pipeline, "{directory: results}", "{directory: results, keep_warmup: true}"));
  REQUIRE(place.run({"pipeline.yaml", "--chains", "4"}).code == 0);
  const std::string first = place.read("results/chain-1.csv");
  const Words strangers{"chain-1.csv.bak", "chain-.csv", "chain-one.csv", "notes.txt"};
  for (const std::string& name : strangers) place.write("results/" + name, "mine\n");
  place.write("results/tables/own.csv", "mine\n");

  REQUIRE(
      place.run({"pipeline.yaml", "--force", "--seed", "5", "--set", "output.keep_warmup=false"})
          .code == 0);
  Words expected = strangers;
  for (const char* name : {"chain-1.csv", "chain-2.csv", "checkpoint", "pipeline.input.yaml",
                           "pipeline.yaml", "run.log", "tables", "warmup"})
    expected.emplace_back(name);
  std::sort(expected.begin(), expected.end());
  CHECK(place.list("results") == expected);
  CHECK(place.list("results/warmup").empty());
  CHECK(place.list("results/tables") == Words{"evaluations.csv", "own.csv", "summary.csv"});
  CHECK(place.read("results/notes.txt") == "mine\n");
  CHECK(place.read("results/chain-1.csv") != first);
}

TEST_CASE("Force deletes nothing when the pipeline is wrong") {
  const ToyPlace place;
  REQUIRE(place.run({"pipeline.yaml"}).code == 0);
  const std::string first = place.read("results/chain-1.csv");
  CHECK(place.run({"pipeline.yaml", "--force", "--set", "sample.draws=0"}).code == 78);
  CHECK(place.read("results/chain-1.csv") == first);
}

TEST_CASE("A file that may grow no further ends the run with an input or output error") {
  const ToyPlace place(long_pipeline());
  // A limit on the size of files stands in for a full disk, which takes privileges to make.
  const Outcome outcome = place.run_other(
      {"sh", "-c", "ulimit -f 32; trap '' XFSZ; exec \"$0\" pipeline.yaml", MCMC_TEST_PROGRAM});
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("chain 1 ended early: cannot write results/chain-1.csv: File "
                                   "too large; what was written before is kept"));
  CHECK_THAT(outcome.err, Contains("chain 2 ended early: cannot write results/chain-2.csv"));
  const std::string kept = place.read("results/chain-1.csv");
  CHECK(kept.size() > 32 * 512 - 200);
  CHECK(kept.ends_with("\n"));  // no half row
  CHECK(place.run({"summary", "results"}).code == 0);
}

TEST_CASE("A full disk ends the run with an input or output error") {
  const ToyPlace place(long_pipeline());
  fs::create_directory(place.path() / "disk");
  const Outcome mounted = place.run_other(
      {"unshare", "-Urm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "disk"});
  if (mounted.code != 0) {
    WARN("no small disk can be mounted here: " << mounted.err);
    return;
  }
  const Outcome outcome = place.run_other(
      {"unshare", "-Urm", "sh", "-c",
       "mount -t tmpfs -o size=64k none disk && exec \"$0\" pipeline.yaml --out disk/results",
       MCMC_TEST_PROGRAM});
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("cannot write disk/results/chain-") &&
                              Contains("No space left on device; what was written before is kept"));
}

TEST_CASE("Results that cannot be printed are an input or output error") {
  const ToyPlace place;
  const Outcome outcome =
      place.run_other({"sh", "-c", "exec \"$0\" list > /dev/full", MCMC_TEST_PROGRAM});
  CHECK(outcome.code == 74);
  CHECK_THAT(outcome.err, Contains("cannot write to standard output"));
}

}  // namespace mcmc::testing
