#pragma once

#include <Eigen/Core>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mcmc/cache.hpp"
#include "mcmc/density.hpp"
#include "mcmc/persistent.hpp"
#include "mcmc/target.hpp"

/// Small parts that tests of kernels share.
namespace mcmc::testing {

/// A density given by a table; minus infinity at any point that is not in it.
class TableDensity final : public Density {
 public:
  /// @pre one log density for each point, and one name for each coordinate
  TableDensity(std::vector<std::string> names, std::vector<Eigen::VectorXd> points,
               std::vector<double> log_densities);
  ~TableDensity() override;

  const ParameterNames& parameters() const override { return names_; }
  Evaluation log_density(const Eigen::VectorXd& x) override;

 private:
  ParameterNames names_;
  std::vector<Eigen::VectorXd> points_;
  std::vector<double> log_densities_;
};

/// A target with the density and the cache that it needs: with no cache, unless one is given.
class OwnedTarget {
 public:
  explicit OwnedTarget(std::unique_ptr<Density> density, OnFailure on_failure = OnFailure::reject,
                       std::unique_ptr<Cache> cache = std::make_unique<NoCache>());
  Target& operator*() { return target_; }
  Target* operator->() { return &target_; }
  /// A state with the target's names. @pre one value for each parameter
  State state(const std::vector<double>& values) const;

 private:
  std::unique_ptr<Density> density_;
  std::unique_ptr<Cache> cache_;
  Target target_;
};

/// Keeps what a `Persistent` shows, or puts back what was kept before.
class MemoryArchive final : public Archive {
 public:
  ~MemoryArchive() override;
  void array(std::string_view name, Eigen::VectorXd& values) override;
  void integer(std::string_view name, std::uint64_t& value) override;

  /// From now on values are put back. @throws std::out_of_range for one that was not kept
  void put_back() { saving_ = false; }

  std::map<std::string, Eigen::VectorXd, std::less<>> arrays;
  std::map<std::string, std::uint64_t, std::less<>> integers;

 private:
  bool saving_ = true;
};

}  // namespace mcmc::testing
