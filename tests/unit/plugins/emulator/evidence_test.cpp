#include "emulator/evidence.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "mcmc/testing/fixtures.hpp"

using namespace mcmc;
using mcmc::emulator::Evidence;

TEST_CASE("A point that is seen again is known already, so cache hits change nothing") {
  Evidence evidence(2);
  CHECK(evidence.add(Eigen::Vector2d(1, 2), -3));
  CHECK_FALSE(evidence.add(Eigen::Vector2d(1, 2), -3));
  CHECK(evidence.add(Eigen::Vector2d(1, 2.0000000001), -4));
  CHECK(evidence.size() == 2);
  CHECK(evidence.points().col(1)[1] == 2.0000000001);
  CHECK(evidence.log_densities()[1] == -4);
}

TEST_CASE("Points outside the support teach nothing") {
  Evidence evidence(1);
  CHECK_FALSE(evidence.add(Eigen::VectorXd::Zero(1), -std::numeric_limits<double>::infinity()));
  CHECK(evidence.size() == 0);
}

TEST_CASE("The latest points are kept, and what was forgotten may come again") {
  Evidence evidence(1);
  for (int i = 0; i < 5; ++i) evidence.add(Eigen::VectorXd::Constant(1, i), i);
  evidence.keep_latest(2);
  CHECK(evidence.size() == 2);
  CHECK(evidence.points()(0, 0) == 3);
  CHECK_FALSE(evidence.add(Eigen::VectorXd::Constant(1, 4), 4));
  CHECK(evidence.add(Eigen::VectorXd::Constant(1, 0), 0));
}

TEST_CASE("Evidence comes back from an archive as it was") {
  Evidence evidence(2), restored(2);
  evidence.add(Eigen::Vector2d(1, 2), -3);
  evidence.add(Eigen::Vector2d(4, 5), -6);
  testing::MemoryArchive archive;
  evidence.persist(archive, "evidence");
  archive.put_back();
  restored.persist(archive, "evidence");
  CHECK(restored.points() == evidence.points());
  CHECK(restored.log_densities() == evidence.log_densities());
  CHECK_FALSE(restored.add(Eigen::Vector2d(4, 5), -6));
}
