#include "mcmc/writer.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mcmc {
namespace {

using Indices = std::vector<std::size_t>;
using Lengths = std::vector<Eigen::Index>;

}  // namespace

TEST_CASE("The name of an element has its array and its indices") {
  CHECK(element_name("log_rho.12").array == "log_rho");
  CHECK(element_name("log_rho.12").indices == Indices{12});
  CHECK(element_name("L.2.1").array == "L");
  CHECK(element_name("L.2.1").indices == Indices{2, 1});
}

TEST_CASE("A name without indices is a variable of its own") {
  for (const std::string name :
       {"sigma", "lp__", "kernel.length", "x.", ".1", "x.0", "x.-1", "x.1e2"}) {
    CHECK(element_name(name).array == name);
    CHECK(element_name(name).indices.empty());
  }
  CHECK(element_name("a.b.3").array == "a.b");
}

TEST_CASE("The common length of chains keeps as many draws as possible") {
  CHECK(common_length({100}) == 100);
  CHECK(common_length({100, 98, 99}) == 98);
  CHECK(common_length({100, 100, 100, 3}) == 100);
  CHECK(common_length(Lengths{10, 5}) == 5);
}

}  // namespace mcmc
