#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "temporary_directory.hpp"
#include "text_writers/coda_writer.hpp"
#include "text_writers/getdist_writer.hpp"

namespace mcmc::text_writers {
namespace {

using testing::TemporaryDirectory;
using Names = std::vector<std::string>;

/// Column c of draw i of chain k is 100 k + 10 i + c, all counted from 1.
RunResults results_of(const std::vector<std::size_t>& numbers, const std::vector<int>& lengths) {
  RunResults results;
  results.thin = 2;
  results.columns = {{"lp__", ColumnRole::log_density},
                     {"accept_stat__", ColumnRole::statistic},
                     {"log_rho.1", ColumnRole::parameter},
                     {"rho.1", ColumnRole::derived}};
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    ChainDraws chain;
    chain.number = numbers[k];
    chain.draws.resize(lengths[k], 4);
    for (Eigen::Index i = 0; i < lengths[k]; ++i)
      for (Eigen::Index c = 0; c < 4; ++c)
        chain.draws(i, c) = 100.0 * static_cast<double>(numbers[k]) +
                            10.0 * static_cast<double>(i + 1) + static_cast<double>(c + 1);
    results.chains.push_back(std::move(chain));
  }
  return results;
}

std::string read(const TemporaryDirectory& folder, const std::string& name) {
  std::ifstream file(folder.path() / name);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("CODA files have an index for all chains, and iterations with values") {
  const TemporaryDirectory folder;
  const CodaWriter writer({"a"});
  CHECK(writer.files(2) == Names{"aCODAindex.txt", "aCODAchain1.txt", "aCODAchain2.txt"});
  CHECK(writer.write(results_of({1, 2}, {2, 2}), folder.path()).empty());
  CHECK(read(folder, "aCODAindex.txt") == "lp__ 1 2\nlog_rho[1] 3 4\nrho[1] 5 6\n");
  CHECK(read(folder, "aCODAchain2.txt") == "2 211\n4 221\n2 213\n4 223\n2 214\n4 224\n");
}

TEST_CASE("CODA files are of one length and numbered without gaps, which is told") {
  const TemporaryDirectory folder;
  const CodaWriter writer({""});
  const Names notes = writer.write(results_of({1, 2, 4}, {5, 1, 4}), folder.path());
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] ==
        "the chains have 5, 1, 4 draws; the CODA files have the first 4 of each of the chains 1, "
        "4, numbered from 1");
  CHECK(read(folder, "CODAindex.txt") == "lp__ 1 4\nlog_rho[1] 5 8\nrho[1] 9 12\n");
  CHECK(read(folder, "CODAchain2.txt").starts_with("2 411\n"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "CODAchain3.txt"));
}

TEST_CASE("GetDist files have weights, minus log densities and derived variables with a star") {
  const TemporaryDirectory folder;
  const GetdistWriter writer({"d"});
  CHECK(writer.files(2) == Names{"d.paramnames", "d_1.txt", "d_2.txt"});
  CHECK(writer.write(results_of({1, 3}, {2, 1}), folder.path()).empty());
  CHECK(read(folder, "d.paramnames") ==
        "log_rho.1 \\mathrm{log\\_rho}_{1}\nrho.1* \\mathrm{rho}_{1}\n");
  CHECK(read(folder, "d_1.txt") == "1 -111 113 114\n1 -121 123 124\n");
  CHECK(read(folder, "d_3.txt") == "1 -311 313 314\n");
}

TEST_CASE("A text file that cannot be written is an input or output error with the reason") {
  const auto write = [] { GetdistWriter({"d"}).write(results_of({1}, {1}), "/no/such/folder"); };
  const Error error = testing::error_of(write);
  CHECK(error.code() == ExitCode::io_error);
  CHECK(std::string(error.what()) == "cannot write d.paramnames: No such file or directory");
}

}  // namespace mcmc::text_writers
