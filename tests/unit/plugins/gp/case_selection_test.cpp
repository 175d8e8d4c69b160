#include "mcmc/gp/case_selection.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "mcmc/error.hpp"
#include "small_problem.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Catch::Contains;
using mcmc::testing::scattered_dataset;
using Positions = std::vector<Eigen::Index>;

namespace {

Positions by_size(std::size_t size, std::uint64_t seed = 1) {
  return CaseSelection{size, {}, seed}.choose(*scattered_dataset(20, 1));
}

Positions by_rows(const std::vector<std::size_t>& rows) {
  return CaseSelection{{}, rows}.choose(*scattered_dataset(20, 1));
}

}  // namespace

TEST_CASE("A smaller size chooses the first of a larger one's cases") {
  const Positions all = by_size(20);
  CHECK(std::set<Eigen::Index>(all.begin(), all.end()).size() == 20);
  CHECK_FALSE(std::is_sorted(all.begin(), all.end()));
  for (const std::size_t size : {1, 7, 19})
    CHECK(by_size(size) == Positions(all.begin(), all.begin() + static_cast<long>(size)));
}

TEST_CASE("The seed decides which cases are chosen, and nothing else does") {
  CHECK(by_size(5, 1) == by_size(5, 1));
  CHECK(by_size(5, 1) != by_size(5, 2));
}

TEST_CASE("Every case is chosen about as often as any other") {
  std::vector<int> counts(20);
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (const Eigen::Index position : by_size(5, seed))
      ++counts[static_cast<std::size_t>(position)];
  // 1000 each, give or take 27.
  CHECK(*std::min_element(counts.begin(), counts.end()) > 850);
  CHECK(*std::max_element(counts.begin(), counts.end()) < 1150);
}

TEST_CASE("Rows are those of the file, whatever was left out of it") {
  CHECK(by_rows({3, 1, 20}) == Positions{2, 0, 19});
  const auto data = scattered_dataset(3, 1);
  data->row_numbers = {2, 4, 5};
  data->rows_dropped = 3;
  CHECK(CaseSelection{{}, {5, 2}}.choose(*data) == Positions{2, 0});
  CHECK_THROWS_WITH((CaseSelection{{}, {3}}.choose(*data)), Contains("row 3 is left out"));
  CHECK_THROWS_WITH((CaseSelection{{}, {6}}.choose(*data)), Contains("row 6 is left out"));
  CHECK_THROWS_WITH((CaseSelection{{}, {7}}.choose(*data)),
                    Contains("no row 7: rows count from 1 to 6"));
}

TEST_CASE("Cases that cannot be chosen are refused") {
  CHECK_THROWS_AS(by_rows({}), OptionError);
  CHECK_THROWS_WITH(by_rows({}), Contains("`size`") && Contains("`rows`"));
  CHECK_THROWS_WITH((CaseSelection{2, {1}}.choose(*scattered_dataset(20, 1))), Contains("`size`"));
  CHECK_THROWS_WITH(by_rows({1, 2, 1}), Contains("row 1 occurs twice"));
  CHECK_THROWS_WITH(by_rows({0}), Contains("no row 0"));
  CHECK_THROWS_WITH(by_rows({21}), Contains("no row 21"));
  CHECK_THROWS_WITH(by_size(21), Contains("only 20 cases"));
}
