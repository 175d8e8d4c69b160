#include "mcmc/testing/fixtures.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mcmc::testing {

TableDensity::TableDensity(std::vector<std::string> names, std::vector<Eigen::VectorXd> points,
                           std::vector<double> log_densities)
    : names_(std::move(names)),
      points_(std::move(points)),
      log_densities_(std::move(log_densities)) {}

TableDensity::~TableDensity() = default;

Evaluation TableDensity::log_density(const Eigen::VectorXd& x) {
  const auto found = std::find(points_.begin(), points_.end(), x);
  if (found == points_.end()) return -std::numeric_limits<double>::infinity();
  return log_densities_[static_cast<std::size_t>(found - points_.begin())];
}

OwnedTarget::OwnedTarget(std::unique_ptr<Density> density, OnFailure on_failure,
                         std::unique_ptr<Cache> cache)
    : density_(std::move(density)),
      cache_(std::move(cache)),
      target_("posterior", *density_, *cache_, on_failure) {}

State OwnedTarget::state(const std::vector<double>& values) const {
  return {
      target_.shared_parameters(),
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()))};
}

MemoryArchive::~MemoryArchive() = default;

void MemoryArchive::array(std::string_view name, Eigen::VectorXd& values) {
  if (saving_)
    arrays.insert_or_assign(std::string(name), values);
  else
    values = arrays.at(std::string(name));
}

void MemoryArchive::integer(std::string_view name, std::uint64_t& value) {
  if (saving_)
    integers.insert_or_assign(std::string(name), value);
  else
    value = integers.at(std::string(name));
}

}  // namespace mcmc::testing
