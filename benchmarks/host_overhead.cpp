/// What the host adds to a density that costs next to nothing: log-density calls per second through
/// a transition, the cache and the ledger. The counter "calls" is the figure to read.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "lru_cache/lru_cache.hpp"
#include "mcmc/target.hpp"
#include "metropolis/metropolis.hpp"
#include "slice/slice.hpp"
#include "toy/gaussian.hpp"

namespace {

constexpr std::size_t dimension = 10;

mcmc::toy::Gaussian gaussian() {
  mcmc::toy::Gaussian::Options options;
  options.dimension = dimension;
  return mcmc::toy::Gaussian(options);
}

template <class T>
void calls_per_second(benchmark::State& timer) {
  mcmc::toy::Gaussian density = gaussian();
  mcmc::lru_cache::LruCache cache(1024);
  mcmc::Target target("posterior", density, cache, mcmc::OnFailure::reject);
  typename T::Options options;
  options.target = &target;
  T transition(options);
  const auto random = mcmc::make_random_stream(1, 1, mcmc::Purpose::sampling);
  mcmc::State x{target.shared_parameters(), Eigen::VectorXd::Zero(dimension)};
  mcmc::StepReport report;
  for (auto _ : timer) transition.step(x, *random, report);
  timer.counters["calls"] =
      benchmark::Counter(static_cast<double>(target.ledger().calls), benchmark::Counter::kIsRate);
  timer.counters["calls_per_step"] =
      static_cast<double>(target.ledger().calls) / static_cast<double>(timer.iterations());
}

void density_alone(benchmark::State& timer) {
  mcmc::toy::Gaussian density = gaussian();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(dimension);
  for (auto _ : timer) {
    x[0] += 1e-3;
    benchmark::DoNotOptimize(density.log_density(x).log_density());
  }
}

BENCHMARK(density_alone);
BENCHMARK_TEMPLATE(calls_per_second, mcmc::slice::Slice)->Name("slice_lru_ledger");
BENCHMARK_TEMPLATE(calls_per_second, mcmc::metropolis::Metropolis)->Name("metropolis_lru_ledger");

}  // namespace

BENCHMARK_MAIN();
