#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcmc/gp/dataset.hpp"
#include "mcmc/table.hpp"

namespace mcmc::gp {

/// How a table is read that options describe.
TableFormat table_format(const DataOptions& options);

/// Positions of a table's rows or columns, from 0.
using Positions = std::vector<std::size_t>;

/// 0, 1, ..., count - 1.
Positions first_positions(std::size_t count);

/// The columns of a table that are in use.
struct Columns {
  Positions inputs;
  std::optional<std::size_t> response;
  std::optional<std::size_t> noise_variance;

  Positions all() const;
};

/// `data.csv, row 3, column "x"`, and the error that starts with such a place.
std::string place(const Table& table, std::size_t row, std::size_t column);
[[noreturn]] void refuse_data(const std::string& where, const std::string& what);
[[noreturn]] void refuse_missing(const Table& table, std::size_t row, std::size_t column,
                                 const std::string& advice);

/// What to say of a name that is none of the table's.
std::string no_such_column(const Table& table, const std::string& name);
/// "1, 2, 3, ...": not more than a message can bear.
std::string some_of(const std::vector<std::string>& values);
std::string some_of(const Positions& values);

/// The first of the columns in which the row's value is missing.
std::optional<std::size_t> missing_in(const Table& table, std::size_t row, const Positions& columns,
                                      const std::vector<std::string>& markers);

/// @throws Error bad_data, from all of these, for a cell that is not a finite number
double number_in(const Table& table, std::size_t row, std::size_t column);
Eigen::VectorXd numbers_in(const Table& table, const Positions& rows, std::size_t column);
Eigen::MatrixXd inputs_in(const Table& table, const Positions& rows, const Columns& columns);
/// Empty without such a column. @throws Error bad_data for a negative one
Eigen::VectorXd variances_in(const Table& table, const Positions& rows, const Columns& columns);

}  // namespace mcmc::gp
