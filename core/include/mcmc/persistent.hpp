#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>

namespace mcmc {

/// A visitor of named values: one that reads them out (for the report of what was learned, or for
/// a checkpoint) or one that puts stored values back.
class Archive {
 public:
  virtual ~Archive();
  /// When values are put back the vector takes the stored size.
  virtual void array(std::string_view name, Eigen::VectorXd& values) = 0;
  virtual void integer(std::string_view name, std::uint64_t& value) = 0;

  /// An array whose size is known beforehand. @throws Error bad_data when another one is put back
  void fixed_array(std::string_view name, Eigen::VectorXd& values);
  void number(std::string_view name, double& value);
};

/// Whatever carries anything from one iteration to the next (tuned widths, fits, observations,
/// counters) shows it here and nowhere else. One function serves saving, restoring and reporting.
/// When values have been put back, it goes on as the one from which they were taken: what it keeps
/// beside them is worked out from them, or does not matter.
class Persistent {
 public:
  virtual ~Persistent();
  virtual void persist(Archive& archive) = 0;
};

}  // namespace mcmc
