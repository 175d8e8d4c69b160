#include "netcdf/array_layout.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mcmc::netcdf {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<Eigen::Index>;
using Shape = std::vector<std::size_t>;

std::vector<Array> arrays_called(const Names& names) {
  std::vector<DrawColumn> columns;
  for (const std::string& name : names) columns.push_back({name, ColumnRole::parameter});
  return arrays_of(columns, [](const DrawColumn&) { return true; });
}

Names names_of(const std::vector<Array>& arrays) {
  Names names;
  for (const Array& array : arrays) names.push_back(array.name);
  return names;
}

}  // namespace

TEST_CASE("Elements of a vector are put together where the first of them stands") {
  const std::vector<Array> arrays = arrays_called({"a", "rho.1", "rho.2", "rho.3", "b"});
  CHECK(names_of(arrays) == Names{"a", "rho", "b"});
  CHECK(arrays[0].shape.empty());
  CHECK(arrays[1].shape == Shape{3});
  CHECK(arrays[1].columns == Numbers{1, 2, 3});
  CHECK(arrays[2].columns == Numbers{4});
}

TEST_CASE("A matrix stands row by row, though its columns of draws go the other way") {
  const std::vector<Array> arrays =
      arrays_called({"L.1.1", "L.2.1", "L.1.2", "L.2.2", "L.1.3", "L.2.3"});
  REQUIRE(arrays.size() == 1);
  CHECK(arrays[0].shape == Shape{2, 3});
  CHECK(arrays[0].columns == Numbers{0, 2, 4, 1, 3, 5});
}

TEST_CASE("Elements of which some are missing stay variables of their own") {
  CHECK(names_of(arrays_called({"x.1", "x.3"})) == Names{"x.1", "x.3"});
  CHECK(names_of(arrays_called({"x.1", "x.999999999999"})) == Names{"x.1", "x.999999999999"});
  CHECK(names_of(arrays_called({"x", "x.1", "x.2"})) == Names{"x", "x.1", "x.2"});
  CHECK(names_of(arrays_called({"x.1", "x.1.1"})) == Names{"x.1", "x.1.1"});
}

TEST_CASE("Only wanted columns count") {
  const std::vector<Array> arrays =
      arrays_of({{"lp__", ColumnRole::log_density}, {"x", ColumnRole::parameter}},
                [](const DrawColumn& column) { return column.role == ColumnRole::parameter; });
  CHECK(names_of(arrays) == Names{"x"});
  CHECK(arrays[0].columns == Numbers{1});
}

}  // namespace mcmc::netcdf
