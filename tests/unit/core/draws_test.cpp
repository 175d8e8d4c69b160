#include "mcmc/draws.hpp"

#include <stdlib.h>

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "mcmc/error.hpp"

using Catch::Matchers::Contains;
using mcmc::Draws;
using mcmc::ExitCode;
namespace fs = std::filesystem;

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "draws_test_XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path_); }

  const fs::path& path() const { return path_; }
  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  fs::path path_;
};

const std::string configuration = R"(# stan_version_major = 2
# method = sample
#   sample
#     num_samples = 3
#     num_warmup = 5
#     save_warmup = 0
#     thin = 2
#     algorithm = mcmc_host
# id = 1
)";

const std::string trailer = R"(# 
#  Elapsed Time: 0.009 seconds (Warm-up)
#                0.023 seconds (Sampling)
#                0.032 seconds (Total)
# 
)";

std::string with_warmup(const std::string& save_warmup, const std::string& num_warmup,
                        const std::string& thin, const std::string& algorithm = "hmc") {
  return "#     num_warmup = " + num_warmup + "\n#     save_warmup = " + save_warmup +
         "\n#     thin = " + thin + "\n#     algorithm = " + algorithm + "\nlp__,x\n1,1\n2,2\n" +
         "3,3\n# Adaptation terminated\n# Step size = 0.5\n4,4\n5,5\n";
}

std::vector<double> values(const Draws& draws, const std::string& name, Eigen::Index chain = 0) {
  const Eigen::VectorXd column = draws.column(name).col(chain);
  return {column.begin(), column.end()};
}

std::vector<double> first_values(const Draws& draws) {
  const Eigen::VectorXd row = draws.column("x").row(0);
  return {row.begin(), row.end()};
}

/// The message of the error that reading the paths must throw.
std::string refusal(const std::vector<fs::path>& paths, ExitCode code) {
  try {
    mcmc::read_draws(paths);
  } catch (const mcmc::Error& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  FAIL("nothing was refused");
  return {};
}

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  return refusal({folder.write("a.csv", text)}, ExitCode::bad_data);
}

}  // namespace

TEST_CASE("A file in CmdStan's layout gives its draws") {
  const TemporaryFolder folder;
  const Draws draws = mcmc::read_draws({folder.write(
      "a.csv", configuration + "lp__,accept_stat__,log_rho.1\n-1.5,1,0.25\n-2e-3,0.5,+3\n" +
                   "7,1,-1e-320\n" + trailer)});
  CHECK(draws.names == std::vector<std::string>{"lp__", "accept_stat__", "log_rho.1"});
  REQUIRE(draws.chains.size() == 1);
  CHECK(draws.iterations() == 3);
  CHECK(values(draws, "lp__") == std::vector<double>{-1.5, -2e-3, 7});
  CHECK(values(draws, "log_rho.1") == std::vector<double>{0.25, 3, -1e-320});
  CHECK(draws.notices.empty());
}

TEST_CASE("Notes above the header become notices, once for all chains") {
  const TemporaryFolder folder;
  const std::string noted =
      "# note = rho has no unit\nlp__,x\n1,2\n# note = not above the header\n";
  const Draws draws =
      mcmc::read_draws({folder.write("a.csv", noted), folder.write("b.csv", noted)});
  CHECK(draws.notices == std::vector<std::string>{"rho has no unit"});
}

TEST_CASE("Line ends, byte order mark, quoted names, blank lines and compression do not matter") {
  const TemporaryFolder folder;
  const std::string text = "\xEF\xBB\xBF# comment\r\n\"x\", y\r\n\r\n1, 2\r\n3,4";
  const fs::path gzipped = folder.path() / "b.csv.gz";
  {
    std::ofstream file(gzipped, std::ios::binary);
    boost::iostreams::filtering_ostream stream;
    stream.push(boost::iostreams::gzip_compressor());
    stream.push(file);
    stream << text;
  }
  const Draws draws = mcmc::read_draws({folder.write("a.csv", text), gzipped});
  REQUIRE(draws.chains.size() == 2);
  CHECK(values(draws, "x") == std::vector<double>{1, 3});
  CHECK(values(draws, "y") == std::vector<double>{2, 4});
  CHECK(draws.chains[0] == draws.chains[1]);
}

TEST_CASE("NaN and infinities are read as such") {
  const TemporaryFolder folder;
  const Draws draws = mcmc::read_draws({folder.write("a.csv", "x\nnan\nNaN\ninf\n-Inf\n")});
  const Eigen::MatrixXd x = draws.column("x");
  CHECK(std::isnan(x(0)));
  CHECK(std::isnan(x(1)));
  CHECK(x(2) == std::numeric_limits<double>::infinity());
  CHECK(x(3) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("A column holds one variable's draws, a chain beside the other") {
  const TemporaryFolder folder;
  const Draws draws = mcmc::read_draws(
      {folder.write("a.csv", "x,y\n1,2\n3,4\n"), folder.write("b.csv", "x,y\n5,6\n7,8\n")});
  Eigen::MatrixXd y(2, 2);
  y << 2, 6, 4, 8;
  CHECK(draws.column("y") == y);
  CHECK(draws.column(1) == y);
  CHECK(draws.find("y") == 1);
  CHECK_FALSE(draws.find("z").has_value());
  CHECK_THROWS_WITH(draws.column("yy"), Contains("no variable \"yy\"") && Contains("mean \"y\""));
}

TEST_CASE("Saved warm-up draws are skipped") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    return values(mcmc::read_draws({folder.write("a.csv", text)}), "x");
  };
  CHECK(read(with_warmup("1", "3", "1")) == std::vector<double>{4, 5});
  CHECK(read(with_warmup("true", "3", "1 (Default)")) == std::vector<double>{4, 5});
  CHECK(read(with_warmup("1", "5", "2")) == std::vector<double>{4, 5});
  CHECK(read(with_warmup("1", "6", "2")) == std::vector<double>{4, 5});
  CHECK(read(with_warmup("0", "1000 (Default)", "1")).size() == 5);
  CHECK(read(with_warmup("false (Default)", "3", "1")).size() == 5);
  CHECK(read(with_warmup("1", "1000", "1", "fixed_param")).size() == 5);
}

TEST_CASE("A file that holds nothing but warm-up is refused") {
  CHECK_THAT(refusal(with_warmup("1", "5", "1")), Contains("none that are not warm-up"));
  CHECK_THAT(refusal(with_warmup("1", "1000", "1")), Contains("none that are not warm-up"));
  CHECK_THAT(refusal(with_warmup("1", "many", "1")),
             Contains("a.csv:1: num_warmup is \"many\", expected a whole number"));
}

TEST_CASE("A run's directory gives its chains in natural order and nothing else") {
  const TemporaryFolder folder;
  for (const int chain : {10, 2, 1})
    folder.write("chain-" + std::to_string(chain) + ".csv", "x\n" + std::to_string(chain) + "\n");
  folder.write("other.csv", "y\n1\n");
  folder.write("tables/summary.csv", "variable\n1\n");
  folder.write("chain-3.csv.old", "x\n3\n");
  CHECK(first_values(mcmc::read_draws({folder.path()})) == std::vector<double>{1, 2, 10});
}

TEST_CASE("A directory of somebody else's gives all its CSV files in natural order") {
  const TemporaryFolder folder;
  for (const int chain : {11, 9, 1})
    folder.write("fit_" + std::to_string(chain) + ".csv", "x\n" + std::to_string(chain) + "\n");
  folder.write("fit.json", "{}");
  fs::create_directory(folder.path() / "folder.csv");
  CHECK(first_values(mcmc::read_draws({folder.path()})) == std::vector<double>{1, 9, 11});
}

TEST_CASE("Files keep the order in which they are named") {
  const TemporaryFolder folder;
  const fs::path two = folder.write("chain-2.csv", "x\n2\n");
  const fs::path one = folder.write("chain-1.csv", "x\n1\n");
  CHECK(first_values(mcmc::read_draws({two, one})) == std::vector<double>{2, 1});
}

TEST_CASE("Chains that differ a little in length are cut to the shortest, which is said") {
  const TemporaryFolder folder;
  Draws draws =
      mcmc::read_draws({folder.write("a.csv", "x\n1\n2\n3\n"), folder.write("b.csv", "x\n4\n5\n")});
  CHECK(draws.count() == 5);
  CHECK(draws.notices.empty());
  mcmc::make_equally_long(draws);
  CHECK(values(draws, "x", 0) == std::vector<double>{1, 2});
  CHECK(values(draws, "x", 1) == std::vector<double>{4, 5});
  REQUIRE(draws.notices.size() == 1);
  CHECK_THAT(draws.notices[0], Contains("3, 2 draws") && Contains("the first 2 of each"));
}

TEST_CASE("Chains that ended much earlier than others are left out, which is said") {
  Draws draws{{"x"}, {}, {}};
  for (const Eigen::Index length : {100, 7, 80, 0})
    draws.chains.push_back(Eigen::MatrixXd::Constant(length, 1, static_cast<double>(length)));
  mcmc::make_equally_long(draws);
  REQUIRE(draws.chains.size() == 2);
  CHECK(draws.iterations() == 80);
  CHECK(draws.column("x")(0, 1) == 80);
  REQUIRE(draws.notices.size() == 1);
  CHECK_THAT(draws.notices[0], Contains("100, 7, 80, 0 draws") && Contains("2 that ended early"));
}

TEST_CASE("A chain without draws is left out where others have some") {
  const TemporaryFolder folder;
  const Draws draws =
      mcmc::read_draws({folder.write("a.csv", "x\n"), folder.write("b.csv", "x\n4\n5\n")});
  CHECK(draws.chains.size() == 1);
  CHECK_THAT(draws.notices.at(0), Contains("a.csv has no draws"));
}

TEST_CASE("Chains of different variables are refused with both files") {
  const TemporaryFolder folder;
  const fs::path a = folder.write("a.csv", "x,y\n1,2\n");
  CHECK_THAT(
      refusal({a, folder.write("b.csv", "x,z\n1,2\n")}, ExitCode::bad_data),
      Contains("a.csv and ") && Contains("b.csv") && Contains("column 2 is \"y\" and \"z\""));
  CHECK_THAT(refusal({a, folder.write("b.csv", "x\n1\n")}, ExitCode::bad_data),
             Contains("they have 2 and 1 columns"));
}

TEST_CASE("Malformed files are refused with file and line") {
  CHECK_THAT(refusal("# c\nx,y\n1,2\n3\n"),
             Contains("a.csv:4: expected 2 cells as in the header, found 1"));
  CHECK_THAT(refusal("x,y\n1,2,3\n"),
             Contains("a.csv:2: expected 2 cells as in the header, found 3"));
  CHECK_THAT(refusal("x,y\n1,two\n"), Contains("a.csv:2: y: \"two\" is not a number"));
  CHECK_THAT(refusal("x,y\n1,\n"), Contains("a.csv:2: y: \"\" is not a number"));
  CHECK_THAT(refusal("x\n1e999\n"), Contains("a.csv:2: x: \"1e999\" is beyond the range"));
  CHECK_THAT(refusal("x,y,x\n1,2,3\n"), Contains("a.csv:1: two columns are called \"x\""));
  CHECK_THAT(refusal("x,,z\n1,2,3\n"), Contains("a.csv:1: column 2 has no name"));
  CHECK_THAT(refusal("1,2\n3,4\n"), Contains("a.csv:1: expected a header"));
}

TEST_CASE("Files without draws are refused") {
  CHECK_THAT(refusal(""), Contains("no header"));
  CHECK_THAT(refusal("# only\n# comments\n"), Contains("no header"));
  CHECK_THAT(refusal(configuration + "x,y\n" + trailer), Contains("a.csv: no draws"));
  CHECK_THAT(refusal(std::string("x\0y\n1\n", 7)), Contains("not a text file"));
}

TEST_CASE("What cannot be found is refused as missing input") {
  const TemporaryFolder folder;
  CHECK_THAT(refusal({folder.path() / "gone.csv"}, ExitCode::no_input), Contains("gone.csv"));
  CHECK_THAT(refusal({folder.path()}, ExitCode::no_input), Contains("no chain-*.csv"));
  refusal({}, ExitCode::usage);
}
