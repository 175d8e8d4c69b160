#include "subset_of_data.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "exact_problem.hpp"
#include "mcmc/error.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using nlohmann::json;

TEST_CASE("gp.subset_of_data agrees with the reference values") {
  testing::for_each_reference_point([](const json& one, const testing::ExactProblem& problem,
                                       const Eigen::VectorXd& x, const json& point) {
    SubsetOfData density({problem.target.get(), {.size = {}, .rows = one["rows"]}});
    const double expected = point["log_likelihood"]["subset_of_data"];
    const double log_likelihood = density.log_density(x).log_density() - density.log_prior(x);
    CHECK(log_likelihood == Approx(expected).epsilon(1e-9));
    CHECK(density.log_prior(x) == problem.density->log_prior(x));
  });
}

TEST_CASE("A subset of all cases is the exact density") {
  const auto problem = testing::scattered_problem(20);
  SubsetOfData density({problem->target.get(), {.size = 20}});
  const Eigen::Vector3d x(0.2, -0.5, 0.1);
  CHECK(density.log_density(x).log_density() ==
        Approx(problem->density->log_density(x).log_density()).epsilon(1e-12));
  CHECK(density.parameters() == problem->density->parameters());
}

TEST_CASE("An approximation shares the model, whatever density it is told of") {
  const auto problem = testing::scattered_problem(20);
  SubsetOfData smaller({problem->target.get(), {.size = 5}});
  Target target("smaller", smaller, problem->cache, OnFailure::reject);
  const SubsetOfData larger({&target, {.size = 10}});
  CHECK(larger.model() == problem->density->model());
  CHECK(larger.size_in_words() == "10 of 20 cases");
}

TEST_CASE("A subset needs the memory of its own matrix") {
  const auto problem = testing::scattered_problem(200);
  const SubsetOfData density({problem->target.get(), {.size = 50}});
  CHECK(density.bytes_per_chain() >= 50 * 75 * sizeof(double));
  CHECK(density.bytes_per_chain() < 50 * 165 * sizeof(double));
}

namespace {

class Flat final : public Density {
 public:
  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd&) override { return 0.0; }

 private:
  ParameterNames names_{{"x"}};
};

}  // namespace

TEST_CASE("What is no Gaussian process cannot be approximated by its cases") {
  Flat flat;
  NoCache cache;
  Target target("flat", flat, cache, OnFailure::reject);
  try {
    const SubsetOfData density({&target, {.size = 1}});
    FAIL("it was built");
  } catch (const OptionError& error) {
    CHECK(error.option() == "of");
    CHECK_THAT(error.what(), Catch::Contains("\"flat\"") && Catch::Contains("gp.exact"));
  }
}
