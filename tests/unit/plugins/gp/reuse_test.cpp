#include "reuse.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "exact_problem.hpp"
#include "nystrom_cholesky.hpp"
#include "single_precision.hpp"
#include "subset_of_data.hpp"
#include "unusual_problems.hpp"
#include "vecchia.hpp"

namespace mcmc::gp {
namespace {

/// Densities of one type with reuse, without it, and with it again.
template <class D>
void check_bits(const typename D::Options& options, std::size_t dimension) {
  typename D::Options no_reuse = options;
  no_reuse.reuse = false;
  D with(options), without(no_reuse), fresh(options);
  const auto points = testing::wandering_points(dimension, 200);
  CHECK(testing::same_bits(with, without, points));
  CHECK(testing::same_bits(with, fresh, {points[60]}));
}

void check_all_bits(Target& target, std::size_t dimension) {
  check_bits<SubsetOfData>({{&target, {.size = 12}}}, dimension);
  check_bits<SinglePrecision>({&target}, dimension);
  check_bits<Vecchia>({&target, 4}, dimension);
  const auto model = model_of(target);
  Exact with(model, true), without(model, false);
  CHECK(testing::same_bits(with, without, testing::wandering_points(dimension, 200)));
}

/// Counts how often it is asked for covariances.
class Counting final : public CovarianceTerm {
 public:
  std::vector<CovarianceParameter> parameters(const std::vector<std::string>& names) override {
    return term_.parameters(names);
  }
  void add_block(const ConstVector& theta, const Rows& x, const Rows& z, Matrix block) override {
    ++calls;
    term_.add_block(theta, x, z, block);
  }
  void add_pairs(const ConstVector& theta, const Rows& x, const Rows& z, Vector values) override {
    ++calls;
    term_.add_pairs(theta, x, z, values);
  }

  int calls = 0;

 private:
  SquaredExponentialTerm term_{{{}, "shared"}};
};

struct CountingProblem {
  CountingProblem() {
    for (const char* name : {"log_eta", "log_sigma", "log_rho"}) priors.emplace_back(name, &prior);
    density = std::make_unique<Exact>(std::make_shared<Model>(
        testing::scattered_dataset(30, 2), std::vector<CovarianceTerm*>{&constant, &term}, priors));
    target = std::make_unique<Target>("posterior", *density, cache, OnFailure::reject);
  }

  int calls_at(Density& approximation, const Eigen::Vector3d& x) {
    term.calls = 0;
    CHECK_FALSE(approximation.log_density(x).failed());
    return term.calls;
  }

  ConstantTerm constant{{.value = 3}};
  Counting term;
  NormalPrior prior{{.mean = 0, .sd = 1}};
  NamedComponents<Prior> priors;
  NoCache cache;
  std::unique_ptr<Exact> density;
  std::unique_ptr<Target> target;
};

}  // namespace

TEST_CASE("Reuse changes no bit of gp.exact and of what factorises like it") {
  for (const double c : {0.0, 10.0})
    check_all_bits(*testing::scattered_problem(40, c, "per_input")->target, 4);
  check_all_bits(*testing::noisy_problem()->target, 4);
  check_all_bits(*testing::SumProblem().target, 5);
}

TEST_CASE("Covariances are computed anew for new length scales only") {
  CountingProblem problem;
  SubsetOfData subset({problem.target.get(), {.size = 12}});
  SinglePrecision single({problem.target.get()});
  Vecchia vecchia({problem.target.get(), 4});
  NystromCholesky nystrom({{problem.target.get(), {.size = 5}}, 1e-8, true});
  for (Density* density :
       std::vector<Density*>{problem.density.get(), &subset, &single, &vecchia, &nystrom}) {
    CHECK(problem.calls_at(*density, {0, 0, 0}) > 0);
    CHECK(problem.calls_at(*density, {1, 0, 0}) == 0);
    CHECK(problem.calls_at(*density, {1, -1, 0}) == 0);
    CHECK(problem.calls_at(*density, {1, -1, 0.5}) > 0);
  }
  Exact exact_anew(problem.density->model(), false);
  NystromCholesky nystrom_anew({{problem.target.get(), {.size = 5}}, 1e-8, false});
  for (Density* density : std::vector<Density*>{&exact_anew, &nystrom_anew}) {
    CHECK(problem.calls_at(*density, {0, 0, 0}) > 0);
    CHECK(problem.calls_at(*density, {1, 0, 0}) > 0);
  }
}

}  // namespace mcmc::gp
