#include "program.hpp"

namespace mcmc::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const Words kinds = {"cache", "covariance", "density", "mapping", "transition", "writer"};

struct Refusal {
  Words arguments;
  std::string message;
};

}  // namespace

TEST_CASE("A new plugin is named throughout as the user says, whatever the kind") {
  for (const std::string& kind : kinds) {
    CAPTURE(kind);
    const Workplace place;
    const Outcome outcome = place.run({"new", kind, "mine.steep_hill"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK_THAT(outcome.out, StartsWith("steep_hill has a " + kind + " called \"mine.steep_hill\""));
    CHECK(place.list() == Words{"steep_hill"});
    for (const char* file : {"CMakeLists.txt", "plugin.cpp", "steep_hill.hpp", "steep_hill.yaml",
                             "steep_hill_test.cpp"})
      CHECK(place.has(std::string("steep_hill/") + file));
    for (const std::string& file : place.list("steep_hill")) {
      CAPTURE(file);
      CHECK_THAT(outcome.out, Contains(file));
      const std::string text = place.read("steep_hill/" + file);
      CHECK_THAT(text, !Contains("my_" + kind) && !Contains("My") && !Contains("/opt/mcmc-host"));
    }
    CHECK_THAT(place.read("steep_hill/plugin.cpp"), Contains("MCMC_PLUGIN(\"steep_hill\"") &&
                                                        Contains("add<SteepHill>(") &&
                                                        Contains("\"mine.steep_hill\""));
    CHECK_THAT(place.read("steep_hill/steep_hill.yaml"), Contains("type: mine.steep_hill"));
  }
}

TEST_CASE("A name that contains the template's own is not replaced within") {
  const Workplace place;
  REQUIRE(place.run({"new", "density", "my_density_two"}).code == 0);
  CHECK_THAT(place.read("my_density_two/plugin.cpp"),
             Contains("add<MyDensityTwo>(\"my_density_two\"") && !Contains("two_two"));
}

TEST_CASE("The next commands are quoted for the shell where that is needed") {
  const Workplace place;
  const std::string plain = place.run({"new", "cache", "shelf"}).out;
  CHECK_THAT(plain, Contains("\n  cmake -S shelf -B shelf/build\n  cmake --build shelf/build\n"
                             "  ctest --test-dir shelf/build\n") &&
                        Contains(" shelf/shelf.yaml --plugin-path shelf/build\n"));
  const std::string quoted = place.run({"new", "cache", "shelf", "--dir", "it's mine"}).out;
  CHECK_THAT(quoted, Contains("cmake -S 'it'\\''s mine' -B 'it'\\''s mine/build'\n") &&
                         Contains(" 'it'\\''s mine/shelf.yaml' --plugin-path "));
}

TEST_CASE("The program is called by its name where the shell would find it") {
  const Workplace place;
  const std::filesystem::path program = MCMC_TEST_PROGRAM;
  const auto last_command = [&](const std::string& name, const std::string& path) {
    return place.run({"new", "cache", name}, {{}, {{"PATH", path}}, false}).out;
  };
  CHECK_THAT(last_command("one", "/nowhere"),
             Contains("\n  " + program.string() + " one/one.yaml"));
  CHECK_THAT(last_command("two", "/nowhere:" + program.parent_path().string()),
             Contains("\n  mcmc-host two/two.yaml"));
}

TEST_CASE("A new plugin that cannot be is refused with what could be, and nothing is made") {
  const std::vector<Refusal> refusals = {
      {{"new"}, "expected cache|covariance|density|mapping|transition|writer NAME"},
      {{"new", "density"}, "usage: mcmc-host new cache|"},
      {{"new", "density", "hill", "valley"}, "expected 2 arguments, found \"valley\" too"},
      {{"new", "densty", "hill"}, "\"transition\" or \"writer\"; did you mean \"density\"?"},
      {{"new", "prior", "hill"},
       "expected \"cache\", \"covariance\", \"density\", \"mapping\", \"transition\" or"},
      {{"new", "density", "SteepHill"}, "mine.banana; did you mean \"steep_hill\"?"},
      {{"new", "density", "steep-hill"}, "; did you mean \"steep_hill\"?"},
      {{"new", "density", "my.SteepHill"}, "; did you mean \"my.steep_hill\"?"},
      {{"new", "density", "hill/valley"}, "; did you mean \"hill_valley\"?"},
      {{"new", "density", "2hills"}, "; did you mean \"hills\"?"},
      {{"new", "density", "hill__valley"}, "; did you mean \"hill_valley\"?"},
      {{"new", "density", "hill."}, "; did you mean \"hill\"?"},
      {{"new", "density", ""}, "\"\" cannot be a component's name; expected"},
      {{"new", "density", "???"}, "\"???\" cannot be a component's name; expected"},
      {{"new", "density", "\xc3\xa9tage"}, "cannot be a component's name"},
      {{"new", "density", "test"}, "no plugin can be called \"test\""},
      {{"new", "density", "mine.options"}, "such as my_options"},
      {{"new", "density", "gp.exact"}, "there is a density called \"gp.exact\" already"},
      {{"new", "cache", "mine.slice"}, "there is a plugin called \"slice\" already"},
      {{"new", "density", "hill", "--folder", "x"}, "no option --folder"},
  };
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.arguments);
    const Workplace place;
    const Outcome outcome = place.run(refusal.arguments);
    CHECK(outcome.code == 64);
    CHECK_THAT(outcome.err, StartsWith("mcmc-host: ") && Contains(refusal.message));
    CHECK(outcome.out.empty());
    CHECK(place.list().empty());
  }
}

TEST_CASE("A folder with something in it is never touched, an empty one is taken") {
  const Workplace place;
  REQUIRE(place.run({"new", "density", "hill"}).code == 0);
  place.write("hill/plugin.cpp", "precious\n");
  place.write("file", "");
  std::filesystem::create_directory(place.path() / "empty");
  const Outcome again = place.run({"new", "density", "hill"});
  CHECK(again.code == 73);
  CHECK_THAT(again.err, Contains("hill is there already") && Contains("--dir"));
  CHECK(place.read("hill/plugin.cpp") == "precious\n");
  CHECK(place.run({"new", "density", "hill", "--dir", "empty"}).code == 0);
  CHECK(place.run({"new", "density", "hill", "--dir", "deep/down"}).code == 0);
  for (const char* in_the_way : {"file", "file/hill"}) {
    const Outcome outcome = place.run({"new", "density", "hill", "--dir", in_the_way});
    CHECK(outcome.code == 73);
    CHECK_THAT(outcome.err, Contains(std::string("cannot make the folder ") + in_the_way));
  }
}

TEST_CASE("An installation without templates says so") {
  const Workplace place;
  const std::filesystem::path built = std::filesystem::path(MCMC_TEST_PROGRAM).parent_path();
  std::filesystem::create_directory(place.path() / "bin");
  std::filesystem::copy_file(MCMC_TEST_PROGRAM, place.path() / "bin/mcmc-host");
  std::filesystem::create_symlink(built.parent_path() / "lib", place.path() / "lib");
  const Outcome outcome = place.run_other({"bin/mcmc-host", "new", "density", "hill"});
  CHECK(outcome.code == 66);
  CHECK_THAT(outcome.err, Contains("no templates for plugins in ") && Contains("/scaffold"));
}

}  // namespace mcmc::testing
