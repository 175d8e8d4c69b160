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
#include "mcmc/predictor.hpp"

namespace mcmc::gp {

struct Dataset;

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
  /// Equal for equal options: the key under which chains share the data. Take it before
  /// `fill_in`, which all of the sharers then call.
  std::string key() const;
  /// Says which columns were chosen where that was left open.
  void fill_in(const Dataset& data);
};

/// How original units relate to those in which the model works: z = (v - mean) / sd. The identity
/// without `standardize`. A constant column has its value as mean and 1 as sd.
struct Scaling {
  Eigen::VectorXd input_mean;
  Eigen::VectorXd input_sd;  ///< with divisor n - 1
  double response_mean = 0;
  double response_sd = 1;

  Eigen::MatrixXd scaled_inputs(const Eigen::MatrixXd& inputs) const;
  Eigen::VectorXd scaled_response(const Eigen::VectorXd& response) const;
  /// Variances of the response: divided by response_sd squared.
  Eigen::VectorXd scaled_variance(const Eigen::VectorXd& variance) const;
  /// Back from the model's units to those of the file.
  Eigen::MatrixXd original_inputs(const Eigen::MatrixXd& inputs) const;
  Eigen::VectorXd original_response(const Eigen::VectorXd& response) const;
  Eigen::VectorXd original_variance(const Eigen::VectorXd& variance) const;
};

/// Cases in the model's units, in the order of the file. Immutable, shared by all chains.
struct Dataset {
  std::vector<std::string> input_names;
  std::string response_name;
  Eigen::MatrixXd inputs;          ///< n x p
  Eigen::VectorXd response;        ///< n
  Eigen::VectorXd noise_variance;  ///< n known variances v_i, or empty
  Scaling scaling;
  std::vector<std::size_t> row_numbers;  ///< n: each case's data row in the file, from 1
  std::size_t rows_dropped = 0;          ///< for missing values
  DataOptions read_with;                 ///< how the file is written, for new cases

  Eigen::Index size() const { return inputs.rows(); }
  Eigen::Index input_count() const { return inputs.cols(); }
};

/// Reads the cases. The response is by default the last column that is not `noise_variance`, the
/// inputs are all other columns.
/// `warn` hears of dropped rows, constant and duplicated columns, and a column of row numbers.
/// @throws OptionError for an option that does not fit the file, such as a column that is missing
/// @throws Error bad_data with row and column for cells that are not finite numbers, for negative
///         noise variances, and for a file without a complete row or an input
std::shared_ptr<const Dataset> read_dataset(const DataOptions& options,
                                            const std::function<void(const std::string&)>& warn);

/// New cases for a model of a Dataset, in the order of their file.
struct Cases {
  NewCases original;               ///< in the units of the file
  Eigen::MatrixXd inputs;          ///< m x p, in the model's units
  Eigen::VectorXd noise_variance;  ///< m, in the model's units; empty when they are not needed
};

/// Reads new cases written like the data: same separator, comment and missing values. Columns are
/// found by name. A file without a header has the columns of the data's file, or only the inputs
/// in the order of `data.input_names` and the noise variance where it is needed: when the data have
/// it and the response is predicted. The response is optional, as a column and in each row.
/// @throws Error no_input or bad_data, also for missing inputs whatever `on_missing` says
Cases read_cases(const Dataset& data, const std::filesystem::path& file, Predicted what);

}  // namespace mcmc::gp
