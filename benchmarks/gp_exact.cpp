/// What one evaluation of gp.exact costs beside the factorisation that it cannot do without.
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>

#include "gp_problem.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/memory.hpp"

namespace {

using Eigen::Index;
using mcmc::benchmarks::Problem;

void evaluate(benchmark::State& state, bool reuse) {
  const mcmc::FlushSubnormals flush;
  Problem problem(state.range(0), state.range(1), std::log(0.5));
  mcmc::gp::ExactLikelihood likelihood(*problem.model, problem.data, reuse);
  likelihood.evaluate(problem.x);  // has the system provide the memory
  for (auto _ : state) benchmark::DoNotOptimize(likelihood.evaluate(problem.x).log_density());
}

void exact(benchmark::State& state) {
  evaluate(state, false);
}

/// While only the amplitude or sigma changes.
void exact_reusing(benchmark::State& state) {
  evaluate(state, true);
}

void covariance_only(benchmark::State& state) {
  const mcmc::FlushSubnormals flush;
  Problem problem(state.range(0), state.range(1), std::log(0.5));
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(state.range(0), state.range(0));
  for (auto _ : state) {
    problem.model->covariance_lower(problem.x, problem.data->inputs, k);
    benchmark::ClobberMemory();
  }
}

/// Eigen's LLT of the same matrix, as `llt.compute(matrix)` does it.
void factorisation_only(benchmark::State& state) {
  const mcmc::FlushSubnormals flush;
  Problem problem(state.range(0), state.range(1), std::log(0.5));
  Eigen::MatrixXd c(state.range(0), state.range(0));
  problem.model->covariance_lower(problem.x, problem.data->inputs, c);
  c.diagonal().array() += problem.model->noise_variance(problem.x);
  Eigen::LLT<Eigen::MatrixXd> llt(c);
  for (auto _ : state) {
    llt.compute(c);
    benchmark::DoNotOptimize(llt.matrixLLT().data());
  }
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "p"})->Unit(benchmark::kMillisecond);
  for (const Index n : {300, 900, 3000}) benchmark->Args({n, 5});
  benchmark->Args({300, 1});
}

BENCHMARK(factorisation_only)->Apply(sizes);
BENCHMARK(exact)->Apply(sizes);
BENCHMARK(exact_reusing)->Apply(sizes);
BENCHMARK(covariance_only)->Apply(sizes);

}  // namespace

int main(int argc, char** argv) {
  mcmc::keep_freed_memory();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
