#include "mcmc/flush_subnormals.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace {

double half_of_the_smallest_normal_number() {
  const volatile double smallest = std::numeric_limits<double>::min();
  return smallest / 2;
}

}  // namespace

#ifdef __x86_64__
TEST_CASE("Subnormal results are zero while they are flushed, and no longer afterwards") {
  {
    const mcmc::FlushSubnormals flush;
    {
      const mcmc::FlushSubnormals within;
      CHECK(half_of_the_smallest_normal_number() == 0);
    }
    CHECK(half_of_the_smallest_normal_number() == 0);
  }
  CHECK(half_of_the_smallest_normal_number() > 0);
}
#endif
