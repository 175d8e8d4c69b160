#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The option group `data:`.
struct DataOptions {
  std::filesystem::path file;
  std::optional<std::string> response;
  std::vector<std::string> inputs;
  std::string header = "auto";
  std::string separator = "auto";
  std::string comment = "#";
  std::vector<std::string> missing;
  std::string on_missing = "error";
  std::optional<std::string> noise_variance;
  bool standardize = false;

  void declare(OptionTable& table);
  /// Equal for equal options: the key under which chains share the data.
  std::string key() const;
};

/// How original units relate to those in which the model works: z = (v - mean) / sd. The identity
/// without `standardize`.
struct Scaling {
  Eigen::VectorXd input_mean;
  Eigen::VectorXd input_sd;
  double response_mean = 0;
  double response_sd = 1;
};

/// Cases in the model's units, in the order of the file. Immutable, shared by all chains.
struct Dataset {
  std::vector<std::string> input_names;
  std::string response_name;
  Eigen::MatrixXd inputs;          ///< n x p
  Eigen::VectorXd response;        ///< n
  Eigen::VectorXd noise_variance;  ///< n known variances v_i, or empty
  Scaling scaling;
  std::size_t rows_dropped = 0;    ///< for missing values

  Eigen::Index size() const { return inputs.rows(); }
  Eigen::Index input_count() const { return inputs.cols(); }
};

/// Reads the cases, and works out the options that were left open (`response`, `inputs`), so that
/// `options` afterwards says what was done.
/// `warn` hears of dropped rows, constant and duplicated columns.
/// @throws OptionError for an option that does not fit the file, such as a column that is missing
/// @throws Error bad_data with row and column for cells that are not finite numbers
std::shared_ptr<const Dataset> read_dataset(DataOptions& options,
                                            const std::function<void(const std::string&)>& warn);

}  // namespace mcmc::gp
