#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcmc/component.hpp"
#include "mcmc/permissions.hpp"
#include "mcmc/random.hpp"
#include "mcmc/registry.hpp"

namespace mcmc {

/// A data set: a case in each row, a variable in each column.
struct SimulatedData {
  std::vector<std::string> names;
  Eigen::MatrixXd cases;
};

/// Draws data sets from a model whose parameters are given.
class Simulator : public Component {
 public:
  static constexpr std::string_view kind = "simulator";
  ~Simulator() override;
  /// A data set that depends on `random` only. @throws NumericalFailure when there is none
  virtual SimulatedData simulate(Random& random) = 0;
};

struct SimulateSettings {
  std::optional<std::uint64_t> seed;  ///< instead of the specification's
  bool force = false;                 ///< replace the file that is there
  Permissions permissions;            ///< of the specification
};

/// What was simulated, for the user.
struct SimulationOutcome {
  std::size_t cases = 0;
  std::uint64_t seed = 0;
};

/// Writes a data set to `out`, as CSV with a header. `specification` is a YAML file that describes
/// one simulator: its `type`, its options, `seed` and `digits`.
/// @throws Error no_input or bad_pipeline, with file, line and column, for the specification;
///         cannot_create when `out` cannot be made, or is there already and `force` is off
SimulationOutcome simulate(const std::filesystem::path& specification, const Registry& registry,
                           const std::filesystem::path& out, const SimulateSettings& settings);

}  // namespace mcmc
