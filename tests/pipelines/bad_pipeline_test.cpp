#include <algorithm>
#include <sstream>

#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// A change of the small regression's pipeline, and what the program should say to it.
struct Mistake {
  std::string from;
  std::string to;
  std::string where;  ///< "LINE:COLUMN"
  Words message;      ///< parts that the message should have
};

void check_refusal(const Workplace& place, const std::string& where, const Words& message) {
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 78);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, StartsWith("mcmc-host: pipeline.yaml:" + where +
                                     (where.empty() || where.ends_with(':') ? "" : ": ")));
  for (const std::string& part : message) CHECK_THAT(outcome.err, Contains(part));
  CHECK(place.list() == Words{"data.csv", "pipeline.yaml"});
}

void check_mistakes(const std::vector<Mistake>& mistakes) {
  const Workplace place;
  place.write("data.csv", gp_data);
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.from, mistake.to);
    place.write("pipeline.yaml", with(gp_pipeline, mistake.from, mistake.to));
    check_refusal(place, mistake.where, mistake.message);
  }
}

/// A whole file, what is wrong with it and where.
struct WrongFile {
  std::string text;
  std::string where;
  std::string message;
};

void check_files(const std::vector<WrongFile>& files) {
  const Workplace place;
  place.write("data.csv", gp_data);
  for (const WrongFile& file : files) {
    CAPTURE(file.text.substr(0, 200));
    place.write("pipeline.yaml", file.text);
    check_refusal(place, file.where, {file.message});
  }
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("The pipeline whose mistakes are tested is right itself") {
  const Workplace place;
  place.write("data.csv", gp_data);
  place.write("pipeline.yaml", gp_pipeline);
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 0);
  CHECK(place.has("results/chain-2.csv"));
}

TEST_CASE("A misspelt type is answered with the place and the nearest type of its kind") {
  check_mistakes({
      {"gp.exact",
       "gp.exat",
       "3:11",
       {R"(no density type is called "gp.exat")", R"(did you mean "gp.exact"?)", "\"toy.gaussian\"",
        "searched: "}},
      {"type: slice",
       "type: slise",
       "14:20",
       {R"(no transition type is called "slise")", R"(did you mean "slice"?)", "\"metropolis\""}},
      {"type: squared_exponential",
       "type: square_exponential",
       "6:16",
       {R"(no covariance type is called "square_exponential")",
        R"(did you mean "squared_exponential"?)"}},
      {"type: lru",
       "type: lrw",
       "11:19",
       {R"(no cache type is called "lrw")", R"(did you mean "lru"?)"}},
      {"type: slice, ", "", "14:13", {R"("type" is missing here; expected one of )", "\"slice\""}},
  });
}

TEST_CASE("A misspelt key is answered with the place, the nearest key and all keys") {
  check_mistakes({
      {"width:",
       "widht:",
       "14:46",
       {R"(unknown key "widht")", R"(did you mean "width"?)", "\"max_steps_out\""}},
      {"capacity:",
       "capcity:",
       "11:24",
       {R"(unknown key "capcity")", R"(did you mean "capacity"?)"}},
      {"response:",
       "respons:",
       "4:28",
       {R"(unknown key "respons")", R"(did you mean "response"?)"}},
      {"sd: 1.0", "sdd: 1.0", "8:28", {R"(unknown key "sdd")", R"(did you mean "sd"?)"}},
      {"chains:", "chain:", "17:3", {R"(unknown key "chain")", R"(did you mean "chains"?)"}},
      {"iterations:",
       "iteration:",
       "20:35",
       {R"(unknown key "iteration")", R"(did you mean "iterations"?)"}},
      {"output:", "ouput:", "24:1", {R"(unknown key "ouput")", R"(did you mean "output"?)"}},
      {"sample:", "samples:", "16:1", {R"(unknown key "samples")", R"(did you mean "sample"?)"}},
      {"log_eta: {",
       "log_etta: {",
       "8:7",
       {R"(there is no parameter "log_etta")", R"(did you mean "log_eta"?)"}},
      {"log_eta: 0,",
       "log_etta: 0,",
       "19:11",
       {R"("start": unknown parameter "log_etta")", R"(did you mean "log_eta"?)", "log_rho.2"}},
  });
}

TEST_CASE("A misspelt label is answered with the place and the nearest label") {
  check_mistakes({
      {"target: posterior",
       "target: posteriro",
       "14:35",
       {R"(no density is labelled "posteriro")", R"(did you mean "posterior"?)"}},
      {"{transition: standard",
       "{transition: standart",
       "20:25",
       {R"(no transition is labelled "standart")", R"(did you mean "standard"?)"}},
      {"  standard: {",
       "  Standard!: {",
       "14:3",
       {R"(the label "Standard!" may hold small letters, digits and underscores only)"}},
      {"{type: squared_exponential,",
       "{type: squared_exponential, name: Trend 1,",
       "6:43",
       {R"(expected small letters, digits and underscores only, found "Trend 1")"}},
  });
}

TEST_CASE("A duplicate key is refused with both places") {
  check_mistakes({
      {"  seed: 7",
       "  seed: 7\n  seed: 8",
       "19:3",
       {R"(duplicate key "seed" (first at line 18); keep one of them)"}},
      {"width: 1.1",
       "width: 1.1, width: 1.1",
       "14:58",
       {R"(duplicate key "width" (first at line)"}},
      {"transitions:", "densities:", "13:1", {R"(duplicate key "densities" (first at line 1))"}},
  });
}

TEST_CASE("A value of the wrong type is answered with the type that was expected") {
  check_mistakes({
      {"draws: 20",
       "draws: ten",
       "22:10",
       {R"("draws": expected an integer at least 1 and at most 1000000000, found "ten")"}},
      {"draws: 20",
       "draws: 1.5",
       "22:10",
       {R"("draws": expected an integer at least 1 and at most 1000000000, found "1.5")"}},
      {"draws: 20", "draws: \"20\"", "22:10", {R"("draws": expected an integer)"}},
      {"draws: 20",
       "draws: [20]",
       "22:10",
       {R"("draws": expected an integer at least 1 and at most 1000000000, found a list)"}},
      {"draws: 20",
       "draws:",
       "22:3",
       {R"("draws" has no value; expected an integer at least 1 and at most 1000000000)"}},
      {"width: 1.1", "width: {a: b}", "14:53", {R"("width": expected a number)", "found a map"}},
      {"width: 1.1", "tune: yes", "14:52", {R"("tune": expected true or false, found "yes")"}},
      {"per_input}",
       "per_imput}",
       "6:52",
       {R"("length_scales": expected "shared" or "per_input", found "per_imput"; did you mean "per_input"?)"}},
      {"{file: data.csv, response: y}", "data.csv", "4:11", {R"("data": expected a map)"}},
      {"covariance:\n      - {type: squared_exponential, length_scales: per_input}",
       "covariance: 3",
       "5:17",
       {R"("covariance": expected a list of covariance components)"}},
      {"transition: standard\n", "transition: [standard]\n", "21:15", {"expected a transition"}},
  });
}

TEST_CASE("A value out of range is answered with the range") {
  check_mistakes({
      {"draws: 20",
       "draws: 0",
       "22:10",
       {"expected an integer at least 1 and at most 1000000000, found \"0\""}},
      {"draws: 20",
       "draws: -3",
       "22:10",
       {"expected an integer at least 1 and at most 1000000000, found \"-3\""}},
      {"draws: 20",
       "draws: 99999999999999999999",
       "22:10",
       {"expected an integer at least 1 and at most 1000000000"}},
      {"seed: 7", "seed: -7", "18:9", {"expected an integer at least 0, found \"-7\""}},
      {"chains: 2", "chains: 1000000", "17:11", {"expected an integer at least 1 and at most"}},
      {"width: 1.1", "width: 0", "14:53", {"expected a number above 0", "found \"0\""}},
      {"capacity: 64", "capacity: 0", "11:34", {"\"capacity\": expected an integer at least"}},
      {"sd: 1.0", "sd: -1", "8:32", {"\"sd\": expected a number above 0, found \"-1\""}},
  });
}

TEST_CASE("A prior of standard deviation 0 is refused") {
  check_mistakes(
      {{"sd: 1.0", "sd: 0", "8:32", {"\"sd\": expected a number above 0, found \"0\""}}});
}

TEST_CASE("No option takes a NaN or an infinity") {
  check_mistakes({
      {"width: 1.1", "width: .nan", "14:53", {"expected a number above 0", "found \".nan\""}},
      {"width: 1.1", "width: nan", "14:53", {"expected a number above 0", "found \"nan\""}},
      {"width: 1.1", "width: .inf", "14:53", {"expected a number above 0", "found \".inf\""}},
      {"mean: 0.0", "mean: NaN", "8:23", {"\"mean\": expected a number, found \"NaN\""}},
      {"mean: 0.0", "mean: 1e999", "8:23", {"\"mean\": expected a number, found \"1e999\""}},
      {"log_eta: 0,", "log_eta: nan,", "19:20", {"\"start.log_eta\": expected a number"}},
  });
}

TEST_CASE("A circle of references is shown") {
  const std::string sample = "sample: {transition: one, start: {x: 0}}\n";
  const std::string gaussian = "densities: {gaussian: {type: toy.gaussian, dimension: 2}}\n";
  const std::string slice = "{type: slice, target: gaussian, parameters: [$parameter]}";
  check_files({
      {gaussian +
           "transitions:\n"
           "  one: {type: repeat, times: 2, do: two}\n"
           "  two: {type: repeat, times: 2, do: one}\n" +
           sample,
       "4:37", "in a circle: transitions.one -> transitions.two -> transitions.one"},
      {gaussian + "transitions: {one: {type: repeat, times: 2, do: one}}\n" + sample, "2:49",
       "in a circle: transitions.one -> transitions.one"},
      {"densities:\n"
       "  a: {type: tempered, of: b, power: 0.5}\n"
       "  b: {type: tempered, of: a, power: 0.5}\n"
       "transitions: {one: {type: slice, target: a}}\n" +
           sample,
       "3:27", "in a circle: densities.a -> densities.b -> densities.a"},
      {gaussian +
           "transitions:\n"
           "  a: {type: sequence, do: [" +
           slice +
           ", b]}\n"
           "  b: {type: sequence, do: [" +
           slice +
           ", a]}\n"
           "  one: {type: for_each_parameter, do: a}\n" +
           sample,
       "3:28", "these templates refer to each other in a circle"},
  });
}

TEST_CASE("A file without a pipeline is told what is expected") {
  const Workplace place;
  for (const char* text : {"", "\n\n", "# nothing but a comment\n"}) {
    place.write("pipeline.yaml", text);
    const Outcome outcome = place.run({"pipeline.yaml"});
    CHECK(outcome.code == 78);
    CHECK_THAT(outcome.err, StartsWith("mcmc-host: pipeline.yaml is empty; expected a pipeline"));
    CHECK_THAT(outcome.err, Contains("\"densities\", \"transitions\", \"sample\" or \"output\""));
    CHECK(place.list() == Words{"pipeline.yaml"});
  }
  check_files({
      {"- densities\n- transitions\n", "1:1", "at the top, found a list"},
      {"hello\n", "1:1", "at the top, found \"hello\""},
      {"densities:\ntransitions:\nsample:\n", "1:1", "\"densities:\" is empty"},
      {"transitions: {}\n", "1:1", "\"densities:\" is missing in this file"},
  });
}

TEST_CASE("A bad file is refused as such, whatever the command line sets") {
  const Workplace place;
  for (const std::string text : {"", "- a\n- b\n", "densities\n", "sample: 3\n", "output: x\n"}) {
    place.write("pipeline.yaml", text);
    const Outcome plain = place.run({"pipeline.yaml"});
    const Outcome changed =
        place.run({"pipeline.yaml", "--out", "o", "--seed", "3", "--set", "sample.draws=9"});
    CHECK(plain.code == 78);
    CHECK(changed.code == 78);
    CHECK(changed.err == plain.err);
    CHECK_THAT(changed.err, StartsWith("mcmc-host: pipeline.yaml"));
  }
}

TEST_CASE("A file that is no valid YAML is told where and why") {
  check_files({
      {"densities:\n  a: {type: toy.gaussian\n  b: 1\n",
       "3:", "a \"{\" is not closed here or before"},
      {"sample: [1, 2\n", "2:1", "a \"[\" is not closed here or before"},
      {"densities: {a: {type: \"toy.gaussian}}\n", "", "not closed"},
      {"output: {directory: r}\ndensities: \"toy", "2:12", "this quote is not closed in its line"},
      {"densities:\n\ta: 1\n", "2:", "a tab begins this line; indent with spaces"},
      {"densities:\n  a:\n  \ttype: toy.gaussian\n", "3:", "a tab begins this line"},
      {"densities: a: b\n", "1:13", "put text with a colon in quotes"},
      {"densities:\n    a: {type: toy.gaussian}\n  b: 1\n", "3:3",
       "should begin at the same column"},
      {"densities: *nowhere\n", "1:12", "anchor is not defined"},
  });
}

TEST_CASE("What YAML allows and a pipeline has no use for is refused") {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (const char letter : std::string("bcdefgh")) {
    const std::string previous = std::string("*") + static_cast<char>(letter - 1);
    bomb += std::string(1, letter) + ": &" + letter + " [" + previous +
            repeated(", " + previous, 9) + "]\n";
  }
  check_files({
      {gp_pipeline + "---\nsample: {}\n", "25:1",
       "a second document begins here; a file holds one"},
      {", densities: {}\n", "1:1", "a second document begins here; a file holds one"},
      {"densities:\n  a: &a {type: toy.gaussian}\n  b: {<<: *a}\n", "3:7",
       "merge keys (<<) are not supported; write the keys out"},
      {"densities: !!python/object:os.system {}\n", "1:12", "tags such as"},
      {"? [a, b]\n: 1\n", "1:3", "expected a word as key"},
      {bomb, "1:", "more than 100000 values (aliases count each time)"},
      {"densities: &a [*a]\n", "1:12", "more than 64 levels deep"},
      {"densities: " + repeated("[", 200) + repeated("]", 200) + "\n", "1:", "more than 64 levels"},
      {"densities: " + repeated("[", 100'000) + "\n", "2:1", "nested too deeply"},
  });
}

TEST_CASE("A file that is too large or no text is not parsed") {
  const Workplace place;
  place.write("pipeline.yaml", repeated("# large\n", 1 << 20));
  const Outcome large = place.run({"pipeline.yaml"});
  CHECK(large.code == 78);
  CHECK_THAT(large.err, Contains("pipeline.yaml is larger than 4 MiB; is it a pipeline file?"));
  place.write("pipeline.yaml", std::string_view("dens\0ities", 10));
  const Outcome binary = place.run({"pipeline.yaml"});
  CHECK(binary.code == 78);
  CHECK_THAT(binary.err, Contains("pipeline.yaml holds NUL bytes; expected a text file"));
}

TEST_CASE("A pipeline file that cannot be read is named") {
  const Workplace place;
  const Outcome missing = place.run({"nowhere.yaml"});
  CHECK(missing.code == 66);
  CHECK_THAT(missing.err, Contains("cannot read the pipeline file nowhere.yaml"));
  const Outcome directory = place.run({"run", "."});
  CHECK(directory.code == 66);
  CHECK_THAT(directory.err, Contains(". is a directory; expected a pipeline file"));
  CHECK(place.list().empty());
}

TEST_CASE("Mistakes that do not follow from each other are told in one go, in the file's order") {
  const Workplace place;
  place.write("data.csv", gp_data);
  std::string text = with(gp_pipeline, "width: 1.1", "widht: 1.1, max_steps_out: 0");
  text = with(text, "mean: -0.7, sd: 1.25", "maen: -0.7, sd: 0");
  text = with(text, "draws: 20", "draws: ten");
  text = with(text, "directory: results", "directory: results, keep: true");
  text = with(text, "log_eta: 0,", "log_etta: 0,");
  place.write("pipeline.yaml", text);
  const Outcome outcome = place.run({"pipeline.yaml"});
  CHECK(outcome.code == 78);
  std::vector<std::string> places;
  std::istringstream lines(outcome.err);
  for (std::string line; std::getline(lines, line);)
    places.push_back(line.substr(0, line.find(": ", line.find(": ") + 2)));
  // The parameters are unknown while the density has errors, so "log_etta" is not among these.
  CHECK(places == Words{"mcmc-host: pipeline.yaml:9:19", "mcmc-host: pipeline.yaml:9:35",
                        "mcmc-host: pipeline.yaml:14:46", "mcmc-host: pipeline.yaml:14:73",
                        "mcmc-host: pipeline.yaml:22:10", "mcmc-host: pipeline.yaml:24:30"});
}

TEST_CASE("What follows from a mistake is not told as one") {
  const Workplace place;
  place.write("data.csv", gp_data);
  const auto errors_with = [&](const std::string& from, const std::string& to) {
    place.write("pipeline.yaml", with(gp_pipeline, from, to));
    const std::string err = place.run({"pipeline.yaml"}).err;
    return std::count(err.begin(), err.end(), '\n');
  };
  CHECK(errors_with("target: posterior", "taget: posterior") == 1);    // no "target" is missing
  CHECK(errors_with("mean: 0.0, sd: 1.0", "mean: 0.0, sd: -1") == 1);  // no density "posterior"
  CHECK(errors_with("width: 1.1", "width: wide") == 1);                // no transition "standard"
  CHECK(errors_with("transitions:", "transition:") == 1);
  CHECK(errors_with("densities:", "density:") == 1);
  CHECK(errors_with("sample:", "smple:") == 1);
  CHECK(errors_with("log_eta: 0,", "log_ta: 0,") == 1);
}

TEST_CASE("A start that lacks values, or has too many, is refused") {
  check_mistakes({
      {"log_eta: 0, ", "", "19:10", {"\"start\": a value for \"log_eta\" is missing"}},
      {"log_rho: 0}", "log_rho: [0, 0, 0]}", "19:47", {"expected 2 numbers, found 3"}},
      {"start: {log_eta: 0, log_sigma: -1, log_rho: 0}",
       "start: pryor",
       "19:10",
       {"expected \"prior\" or a value for each parameter, found \"pryor\""}},
  });
}

}  // namespace mcmc::testing
