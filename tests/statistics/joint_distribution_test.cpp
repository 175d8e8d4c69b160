/// Posterior kernels of Gaussian processes, by the joint distribution of parameters and data
/// (Geweke 2004; Gandy and Scott 2021): parameters from the prior and responses given them, then
/// some steps that leave the posterior invariant; the joint distribution must be as before.
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "depth.hpp"
#include "discretizing_chain/discretizing_chain.hpp"
#include "exact_problem.hpp"
#include "fitc.hpp"
#include "lru_cache/lru_cache.hpp"
#include "mcmc/compositions.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/testing/statistics.hpp"
#include "nystrom_cholesky.hpp"
#include "pivoted_cholesky.hpp"
#include "single_precision.hpp"
#include "slice/slice.hpp"
#include "subset_of_data.hpp"
#include "tempered_transitions/tempered_transitions.hpp"
#include "vecchia.hpp"

using namespace mcmc;
using namespace mcmc::testing;
using Eigen::Index;

namespace {

constexpr Index cases = 10;

/// A density with its cache and target.
template <class T>
struct Owned {
  template <class... Arguments>
  explicit Owned(Arguments&&... arguments)
      : density(std::forward<Arguments>(arguments)...),
        cache(64),
        target("approximation", density, cache, OnFailure::reject) {}
  T density;
  lru_cache::LruCache cache;
  Target target;
};

std::unique_ptr<slice::Slice> slice_on(Target& target) {
  slice::Slice::Options options;
  options.target = &target;
  options.tune = false;
  return std::make_unique<slice::Slice>(options);
}

/// A model of ten cases whose responses are replaced from replicate to replicate.
struct Replicate {
  std::shared_ptr<gp::Dataset> data = scattered_dataset(cases, 2);
  std::unique_ptr<ExactProblem> problem;
  State theta;

  explicit Replicate(Random& random) {
    data->response.setZero();
    const ExactProblem prior(data, 1, "shared", prior_options());
    theta = {prior.target->shared_parameters(), Eigen::VectorXd::Zero(3)};
    prior.density->draw_prior(random, theta.x);
    Eigen::MatrixXd c(cases, cases);
    prior.density->model()->covariance(theta.x, data->inputs, data->inputs, c);
    c.diagonal().array() += prior.density->model()->noise_variance(theta.x);
    Eigen::VectorXd z(cases);
    for (double& value : z) value = random.normal();
    auto with_response = std::make_shared<gp::Dataset>(*data);
    with_response->response = c.llt().matrixL() * z;
    problem = std::make_unique<ExactProblem>(with_response, 1, "shared", prior_options());
  }

  static gp::NormalPrior::Options prior_options() { return {.mean = -0.3, .sd = 0.7}; }

  /// Parameters, their products with the data, and the log likelihood.
  std::vector<double> statistics() const {
    const double log_likelihood =
        problem->target->log_density(theta) - problem->density->log_prior(theta.x);
    const double size = problem->density->model()->data().response.norm();
    return {theta.x[0],     theta.x[1],        theta.x[2],
            log_likelihood, size * theta.x[0], size * theta.x[1]};
  }
};

using Move = std::function<void(Replicate&, Random&)>;

void step(Transition& transition, Replicate& replicate, Random& random) {
  constexpr int steps = 3;
  StepReport report;
  for (int i = 0; i < steps; ++i) transition.step(replicate.theta, random, report);
}

/// Through one mapping for each parameter on an approximation.
template <class Approximation>
void map_through(Approximation& approximation, Replicate& replicate, Random& random) {
  std::vector<std::unique_ptr<slice::Slice>> updates;
  std::vector<std::unique_ptr<discretizing_chain::DiscretizingChain>> mappings;
  std::vector<std::unique_ptr<MappedTransition>> transitions;
  std::vector<Transition*> parts;
  for (const char* parameter : {"log_eta", "log_sigma", "log_rho"}) {
    slice::Slice::Options update_options;
    update_options.target = &approximation.target;
    update_options.parameters = {parameter};
    update_options.tune = false;
    updates.push_back(std::make_unique<slice::Slice>(update_options));
    discretizing_chain::DiscretizingChain::Options options;
    options.target = replicate.problem->target.get();
    options.chain = updates.back().get();
    mappings.push_back(std::make_unique<discretizing_chain::DiscretizingChain>(options));
    transitions.push_back(std::make_unique<MappedTransition>(*mappings.back(), 2));
    parts.push_back(transitions.back().get());
  }
  Sequence sequence(std::move(parts));
  step(sequence, replicate, random);
}

bool keeps_joint_distribution(const Move& move) {
  const auto random = make_random_stream(7, 1, Purpose::sampling);
  const auto add = [](std::vector<std::vector<double>>& samples,
                      const std::vector<double>& values) {
    samples.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) samples[i].push_back(values[i]);
  };
  const auto p_values = [&](std::size_t observations) {
    std::vector<std::vector<double>> moved, fresh;
    for (std::size_t i = 0; i < observations; ++i) {
      add(fresh, Replicate(*random).statistics());
      Replicate replicate(*random);
      move(replicate, *random);
      add(moved, replicate.statistics());
    }
    std::vector<double> p;
    for (std::size_t i = 0; i < moved.size(); ++i)
      p.push_back(kolmogorov_smirnov(std::move(moved[i]), std::move(fresh[i])));
    return p;
  };
  return holds(p_values, starting_with(1000));
}

gp::SubsetOptions first(const Replicate& replicate, std::size_t size) {
  return {replicate.problem->target.get(), {.size = size}};
}

}  // namespace

TEST_CASE("Slice sampling of a Gaussian process keeps the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    step(*slice_on(*replicate.problem->target), replicate, random);
  }));
}

TEST_CASE("Mappings to chains on a subset of the data keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::SubsetOfData> subset(gp::SubsetOfData::Options{first(replicate, 5)});
    map_through(subset, replicate, random);
  }));
}

TEST_CASE("Mappings to chains on a Nystrom approximation keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::NystromCholesky> nystrom(gp::NystromCholesky::Options{first(replicate, 4)});
    map_through(nystrom, replicate, random);
  }));
}

TEST_CASE("Mappings to chains on FITC keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::Fitc> fitc(gp::Fitc::Options{first(replicate, 4)});
    map_through(fitc, replicate, random);
  }));
}

TEST_CASE("Mappings to chains on a rank that chooses itself keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    gp::PivotedCholesky::Options options{.of = replicate.problem->target.get(), .tolerance = 0.5};
    Owned<gp::PivotedCholesky> pivoted(options);
    map_through(pivoted, replicate, random);
  }));
}

TEST_CASE("Mappings to chains on nearest neighbours keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::Vecchia> vecchia(
        gp::Vecchia::Options{.of = replicate.problem->target.get(), .neighbours = 3});
    map_through(vecchia, replicate, random);
  }));
}

TEST_CASE("Mappings to chains in single precision keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::SinglePrecision> single(
        gp::SinglePrecision::Options{replicate.problem->target.get()});
    map_through(single, replicate, random);
  }));
}

TEST_CASE("Tempered transitions through subsets keep the joint distribution") {
  CHECK(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    Owned<gp::SubsetOfData> larger(gp::SubsetOfData::Options{first(replicate, 7)}),
        smaller(gp::SubsetOfData::Options{first(replicate, 4)});
    const auto up = slice_on(larger.target), top = slice_on(smaller.target);
    tempered_transitions::TemperedTransitions::Options options;
    options.target = replicate.problem->target.get();
    options.ladder = {{up.get()}, {top.get()}};
    tempered_transitions::TemperedTransitions mapping(options);
    MappedTransition transition(mapping, 1);
    step(transition, replicate, random);
  }));
}

TEST_CASE("A likelihood that counts its prior twice is found out") {
  CHECK_FALSE(keeps_joint_distribution([](Replicate& replicate, Random& random) {
    const ExactProblem narrower(
        std::make_shared<gp::Dataset>(replicate.problem->density->model()->data()), 1, "shared",
        {.mean = -0.3, .sd = 0.5});
    step(*slice_on(*narrower.target), replicate, random);
  }));
}

TEST_CASE("Simulation-based calibration: the truth is as likely at any rank among draws") {
  constexpr std::size_t draws = 15, thin = 4, warm_up = 20;
  const auto random = make_random_stream(8, 1, Purpose::sampling);
  CHECK(holds(
      [&](std::size_t observations) {
        std::vector<std::vector<std::size_t>> counts(4, std::vector<std::size_t>(draws + 1));
        for (std::size_t i = 0; i < observations; ++i) {
          Replicate replicate(*random);
          const std::vector<double> truth = replicate.statistics();
          const auto slice = slice_on(*replicate.problem->target);
          StepReport report;
          for (std::size_t j = 0; j < warm_up; ++j) slice->step(replicate.theta, *random, report);
          std::vector<std::size_t> ranks(counts.size());
          for (std::size_t draw = 0; draw < draws; ++draw) {
            for (std::size_t j = 0; j < thin; ++j) slice->step(replicate.theta, *random, report);
            const std::vector<double> values = replicate.statistics();
            for (std::size_t k = 0; k < ranks.size(); ++k) ranks[k] += values[k] < truth[k] ? 1 : 0;
          }
          for (std::size_t k = 0; k < ranks.size(); ++k) ++counts[k][ranks[k]];
        }
        std::vector<double> p;
        for (const std::vector<std::size_t>& of_one : counts) p.push_back(chi_square(of_one));
        return p;
      },
      starting_with(320)));
}

TEST_CASE("Without data the posterior is the prior") {
  auto none = scattered_dataset(1, 2);
  none->inputs.resize(0, 2);
  none->response.resize(0);
  none->row_numbers.clear();
  const ExactProblem problem(none, 1, "shared", {.mean = 0.4, .sd = 1.5});
  const auto slice = slice_on(*problem.target);
  const auto random = make_random_stream(9, 1, Purpose::sampling);
  State state{problem.target->shared_parameters(), Eigen::VectorXd::Zero(3)};
  StepReport report;
  CHECK(holds([&](std::size_t observations) {
    std::vector<std::vector<double>> draws(3);
    for (std::size_t i = 0; i < observations; ++i) {
      for (int j = 0; j < 10; ++j) slice->step(state, *random, report);
      for (Index k = 0; k < 3; ++k) draws[static_cast<std::size_t>(k)].push_back(state.x[k]);
    }
    std::vector<double> p;
    for (std::vector<double>& of_one : draws)
      p.push_back(kolmogorov_smirnov(std::move(of_one),
                                     [](double x) { return normal_cdf((x - 0.4) / 1.5); }));
    return p;
  }));
}
