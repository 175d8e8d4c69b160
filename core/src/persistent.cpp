#include "mcmc/persistent.hpp"

#include <fmt/format.h>

#include "mcmc/error.hpp"

namespace mcmc {

Archive::~Archive() = default;

void Archive::fixed_array(std::string_view name, Eigen::VectorXd& values) {
  const Eigen::Index size = values.size();
  array(name, values);
  if (values.size() != size)
    throw Error(ExitCode::bad_data, fmt::format("\"{}\" was saved with {} values; expected {}",
                                                name, values.size(), size));
}

void Archive::number(std::string_view name, double& value) {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(1, value);
  fixed_array(name, values);
  value = values[0];
}

Persistent::~Persistent() = default;

}  // namespace mcmc
