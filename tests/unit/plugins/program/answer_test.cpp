#include "program/answer.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace mcmc::program;

TEST_CASE("A program's answer is a number as Python, R or C writes it") {
  CHECK(parse_answer("-3.25")->log_density == -3.25);
  CHECK(parse_answer(" +1e-3\r")->log_density == 1e-3);
  CHECK(parse_answer("-inf")->log_density == -INFINITY);
  CHECK(parse_answer("-Inf")->log_density == -INFINITY);
  CHECK(parse_answer("Inf")->log_density == INFINITY);
  CHECK(std::isnan(parse_answer("nan")->log_density));
  CHECK(std::isnan(parse_answer("NA")->log_density));
}

TEST_CASE("A program may say that it failed, and why") {
  CHECK(parse_answer("fail")->failed);
  CHECK(parse_answer("fail")->reason.empty());
  CHECK(parse_answer("fail no root within [0, 1] \r")->reason == "no root within [0, 1]");
  CHECK(!parse_answer("-1")->failed);
}

TEST_CASE("Anything else is no answer") {
  for (const char* line : {"", " ", "[1] -3", "-1 -2", "1,5", "failed", "error"})
    CHECK(!parse_answer(line));
}

TEST_CASE("A greeting names the protocol's version and the parameters in order") {
  CHECK(greeting({"mu", "log_rho.1"}) == "density 1 mu log_rho.1");
  CHECK(is_greeting("density  1 mu log_rho.1\r", {"mu", "log_rho.1"}));
  CHECK(!is_greeting("density 1 log_rho.1 mu", {"mu", "log_rho.1"}));
  CHECK(!is_greeting("density 2 mu", {"mu"}));
}
