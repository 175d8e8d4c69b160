#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "eigen_exact.hpp"
#include "exact_problem.hpp"
#include "fitc.hpp"
#include "mcmc/testing/contracts.hpp"
#include "nystrom_cholesky.hpp"
#include "nystrom_eigen.hpp"
#include "pivoted_cholesky.hpp"
#include "single_precision.hpp"
#include "subset_of_data.hpp"
#include "vecchia.hpp"

using namespace mcmc;
using namespace mcmc::gp;
using mcmc::testing::Broken;
using mcmc::testing::broken_promises;

TEST_CASE("Every density of Gaussian processes keeps a density's promises") {
  for (const std::string scales : {"shared", "per_input"}) {
    const auto problem = testing::scattered_problem(30, 3, scales);
    const auto size = static_cast<Eigen::Index>(problem->density->parameters().size());
    std::vector<Eigen::VectorXd> points{
        Eigen::VectorXd::Zero(size), Eigen::VectorXd::LinSpaced(size, -1, 1),
        Eigen::VectorXd::Constant(size, -30), Eigen::VectorXd::Constant(size, 500)};
    points.push_back(points[1]);
    points.back()[0] += 0.5;  // the amplitude alone: what is kept can be used again
    CHECK(broken_promises(*problem->density, points) == Broken{});

    SubsetOfData subset({problem->target.get(), {.size = 8}});
    CHECK(broken_promises(subset, points) == Broken{});
    const SubsetOptions cases{problem->target.get(), {.size = 8}};
    NystromCholesky cholesky({cases});
    CHECK(broken_promises(cholesky, points) == Broken{});
    Fitc fitc({cases});
    CHECK(broken_promises(fitc, points) == Broken{});
    NystromEigen eigen({cases});
    CHECK(broken_promises(eigen, points) == Broken{});
    EigenExact eigen_exact({problem->target.get(), 8});
    CHECK(broken_promises(eigen_exact, points) == Broken{});
    PivotedCholesky::Options pivoted_options{problem->target.get()};
    PivotedCholesky pivoted(pivoted_options);
    CHECK(broken_promises(pivoted, points) == Broken{});
    SinglePrecision single({problem->target.get()});
    CHECK(broken_promises(single, points) == Broken{});
    Vecchia vecchia({problem->target.get(), 8});
    CHECK(broken_promises(vecchia, points) == Broken{});
  }
}
