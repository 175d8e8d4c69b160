#include "my_cache.hpp"

#include <cstdio>
#include <string>

#include "mcmc/testing/contracts.hpp"

/// A full cache has forgotten the first state and knows the last ones; and it keeps what every
/// cache promises.
int main() {
  MyCache cache({3});
  const auto point = [](double value) { return Eigen::VectorXd::Constant(2, value); };
  for (int i = 0; i < 4; ++i) cache.insert(point(i), -i);
  const bool remembers = !cache.find(point(0)) && cache.find(point(1)) == -1.0 &&
                         cache.find(point(2)) == -2.0 && cache.find(point(3)) == -3.0;
  std::printf("it remembers the last three: %s\n", remembers ? "yes" : "no");

  const mcmc::testing::Broken broken = mcmc::testing::broken_promises(cache, 2);
  for (const std::string& promise : broken) std::printf("broken: %s\n", promise.c_str());
  return remembers && broken.empty() ? 0 : 1;
}
