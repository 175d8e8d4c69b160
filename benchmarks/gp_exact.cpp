/// What one evaluation of gp.exact costs beside the factorisation that it cannot do without.
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <random>

#include "mcmc/flush_subnormals.hpp"
#include "mcmc/gp/constant.hpp"
#include "mcmc/gp/exact_likelihood.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/gp/stationary.hpp"
#include "mcmc/memory.hpp"

namespace {

using Eigen::Index;

std::shared_ptr<const mcmc::gp::Dataset> uniform_inputs(Index n, Index p) {
  auto data = std::make_shared<mcmc::gp::Dataset>();
  std::mt19937_64 bits(1);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  data->inputs = Eigen::MatrixXd::NullaryExpr(n, p, uniform);
  data->response = Eigen::VectorXd::NullaryExpr(n, uniform);
  for (Index k = 0; k < p; ++k) data->input_names.push_back("x" + std::to_string(k + 1));
  data->scaling.input_mean = Eigen::VectorXd::Zero(p);
  data->scaling.input_sd = Eigen::VectorXd::Ones(p);
  return data;
}

/// Data and model of the paper's kind: c = 10, eta = 5, sigma = 0.5, per-input length scales.
struct Problem {
  Problem(Index n, Index p, double log_rho)
      : data(uniform_inputs(n, p)), x(Eigen::VectorXd::Constant(p + 2, log_rho)) {
    x.head(2) << std::log(5.0), std::log(0.5);
    for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
    model = std::make_unique<mcmc::gp::Model>(
        data, std::vector<mcmc::gp::CovarianceTerm*>{&constant, &varying}, priors);
  }

  std::shared_ptr<const mcmc::gp::Dataset> data;
  mcmc::gp::ConstantTerm constant{{.value = 10}};
  mcmc::gp::SquaredExponentialTerm varying{{.length_scales = "per_input", .name = ""}};
  mcmc::gp::NormalPrior prior{{.mean = 0, .sd = 1}};
  mcmc::NamedComponents<mcmc::gp::Prior> priors;
  std::unique_ptr<mcmc::gp::Model> model;
  Eigen::VectorXd x;
};

void exact(benchmark::State& state) {
  const mcmc::FlushSubnormals flush;
  Problem problem(state.range(0), state.range(1), std::log(0.5));
  mcmc::gp::ExactLikelihood likelihood(*problem.model, problem.data);
  likelihood.evaluate(problem.x);  // has the system provide the memory
  for (auto _ : state) benchmark::DoNotOptimize(likelihood.evaluate(problem.x).log_density());
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
}

BENCHMARK(factorisation_only)->Apply(sizes);
BENCHMARK(exact)->Apply(sizes);
BENCHMARK(covariance_only)->Apply(sizes);

}  // namespace

int main(int argc, char** argv) {
  mcmc::keep_freed_memory();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
