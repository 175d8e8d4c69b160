#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "../../temporary_directory.hpp"
#include "approximation_oracle.hpp"
#include "exact_problem.hpp"
#include "fitc.hpp"
#include "mcmc/error.hpp"
#include "nystrom_cholesky.hpp"
#include "nystrom_eigen.hpp"
#include "reuse.hpp"
#include "unusual_problems.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using Eigen::Index;
using mcmc::testing::error_of;
using mcmc::testing::log_likelihood;

namespace {

Node number(double value) {
  return Node::scalar(std::to_string(value));
}

Node point(double eta, double sigma, double rho) {
  Node at = Node::map();
  at.set("log_eta", number(eta));
  at.set("log_sigma", number(sigma));
  at.set("log_rho", number(rho));
  return at;
}

NystromOptions pivoted(Target& target, std::size_t size, const Node& at) {
  return {{&target, {.size = size}}, 1e-8, true, "pivoted", at};
}

/// By its definition: in each step all cases, conditioned on the chosen ones.
std::vector<Index> least_determined(Model& model, const Eigen::VectorXd& x, std::size_t size) {
  const Dataset& data = model.data();
  Eigen::MatrixXd k(data.size(), data.size());
  model.covariance(x, data.inputs, data.inputs, k, Part::varying);
  std::vector<Index> chosen;
  while (chosen.size() < size) {
    Index next = 0;
    k.diagonal().maxCoeff(&next);
    chosen.push_back(next);
    const Eigen::VectorXd column = k.col(next);
    k -= column * column.transpose() / column(next);
  }
  return chosen;
}

}  // namespace

TEMPLATE_TEST_CASE("Columns that pivoting chooses are those that it should", "", NystromCholesky,
                   NystromEigen, Fitc) {
  const auto problem = testing::scattered_problem(40);
  Model& model = *problem->density->model();
  const std::vector<Index> chosen = least_determined(model, Eigen::Vector3d(0.3, 0, -0.7), 7);
  CaseSelection selection;
  for (const Index position : chosen)
    selection.rows.push_back(static_cast<std::size_t>(position) + 1);
  TestType density(pivoted(*problem->target, 7, point(0.3, 0, -0.7)));
  TestType expected(NystromOptions{{problem->target.get(), selection}});
  CHECK(testing::same_bits(density, expected, testing::wandering_points(3, 10)));
  TestType elsewhere(pivoted(*problem->target, 7, point(0.3, 0, 1.5)));
  CHECK_FALSE(testing::same_bits(density, elsewhere, testing::wandering_points(3, 3)));
}

TEST_CASE("Pivoting explains more than a permutation does") {
  const auto problem = testing::scattered_problem(60);
  const Eigen::Vector3d x(0, -1, 0);
  const double exact = log_likelihood(*problem->density, x);
  NystromCholesky chosen(pivoted(*problem->target, 10, point(0, 0, 0)));
  NystromCholesky at_random(NystromOptions{{problem->target.get(), {.size = 10}}});
  CHECK(std::abs(log_likelihood(chosen, x) - exact) <
        std::abs(log_likelihood(at_random, x) - exact));
}

TEST_CASE("Choices that cannot be made are refused") {
  const auto problem = testing::repeated_problem();
  Target& target = *problem->target;
  const auto refusal = [](const NystromOptions& options) {
    return error_of<OptionError>([&] { NystromCholesky density(options); });
  };
  NystromOptions options = pivoted(target, 3, point(0, 0, 0));
  CHECK(refusal(options).option() == "size");
  CHECK_THAT(refusal(options).what(), Catch::Contains("chosen after the first 2 add nothing"));
  options.at = Node();
  CHECK(refusal(options).option() == "choice");
  options.at = point(800, 0, 0);
  CHECK(refusal(options).option() == "at");
  options.at = Node::map();
  CHECK_THAT(refusal(options).what(), Catch::Contains("a value for"));
  options.choice = "permutation";
  CHECK(refusal(options).option() == "at");
  options = {{&target, {.size = {}, .rows = {1, 2}}}, 1e-8, true, "pivoted", point(0, 0, 0)};
  CHECK(refusal(options).option() == "rows");
}
