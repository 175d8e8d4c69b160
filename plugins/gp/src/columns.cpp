#include "columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mcmc/error.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc::gp {
namespace {

template <class T>
std::string joined(const std::vector<T>& values) {
  constexpr std::size_t most = 20;
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), most));
  return fmt::format("{}{}", fmt::join(values.begin(), end, ", "),
                     end == values.end() ? "" : ", ...");
}

}  // namespace

TableFormat table_format(const DataOptions& options) {
  return {options.header, options.separator, options.comment, options.missing};
}

Positions first_positions(std::size_t count) {
  Positions positions(count);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  return positions;
}

Positions Columns::all() const {
  Positions columns = inputs;
  for (const auto& column : {response, noise_variance}) {
    if (column) columns.push_back(*column);
  }
  return columns;
}

std::string place(const Table& table, std::size_t row, std::size_t column) {
  return fmt::format("{}: row {}, column \"{}\"", table.file, row + 1, table.names[column]);
}

void refuse_data(const std::string& where, const std::string& what) {
  throw Error(ExitCode::bad_data, where + ": " + what);
}

void refuse_missing(const Table& table, std::size_t row, std::size_t column,
                    const std::string& advice) {
  const std::string& cell = table.rows[row][column];
  refuse_data(place(table, row, column),
              fmt::format("the value is missing ({}): {}",
                          cell.empty() ? "an empty cell" : fmt::format("\"{}\"", cell), advice));
}

std::string no_such_column(const Table& table, const std::string& name) {
  const std::string hint = did_you_mean(name, table.names);
  return fmt::format("{} has no column \"{}\"; its columns are {}{}{}", table.file, name,
                     some_of(table.names), table.has_header ? "" : " (it has no header)", hint);
}

std::string some_of(const std::vector<std::string>& values) {
  return joined(values);
}

std::string some_of(const Positions& values) {
  return joined(values);
}

std::optional<std::size_t> missing_in(const Table& table, std::size_t row, const Positions& columns,
                                      const std::vector<std::string>& markers) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](std::size_t column) {
    return is_missing(table.rows[row][column], markers);
  });
  return found == columns.end() ? std::nullopt : std::optional(*found);
}

double number_in(const Table& table, std::size_t row, std::size_t column) {
  const std::string& cell = table.rows[row][column];
  const std::optional<double> number = parse_number(cell);
  if (!number) {
    refuse_data(place(table, row, column),
                not_a_number(cell) + "; `inputs:` chooses the columns to use");
  }
  if (!std::isfinite(*number)) {
    refuse_data(
        place(table, row, column),
        cell + " is not a finite number; if it means a missing value, say so in `missing:`");
  }
  return *number;
}

Eigen::VectorXd numbers_in(const Table& table, const Positions& rows, std::size_t column) {
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(rows.size()));
  std::transform(rows.begin(), rows.end(), numbers.begin(),
                 [&](std::size_t row) { return number_in(table, row, column); });
  return numbers;
}

Eigen::MatrixXd inputs_in(const Table& table, const Positions& rows, const Columns& columns) {
  Eigen::MatrixXd inputs(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(columns.inputs.size()));
  for (Eigen::Index j = 0; j < inputs.cols(); ++j) {
    inputs.col(j) = numbers_in(table, rows, columns.inputs[static_cast<std::size_t>(j)]);
  }
  return inputs;
}

Eigen::VectorXd variances_in(const Table& table, const Positions& rows, const Columns& columns) {
  if (!columns.noise_variance) return {};
  Eigen::VectorXd variances = numbers_in(table, rows, *columns.noise_variance);
  const auto negative = std::find_if(variances.begin(), variances.end(),
                                     [](double variance) { return variance < 0; });
  if (negative != variances.end()) {
    const std::size_t row = rows[static_cast<std::size_t>(negative - variances.begin())];
    refuse_data(place(table, row, *columns.noise_variance),
                fmt::format("{} is no noise variance: expected 0 or more", *negative));
  }
  return variances;
}

}  // namespace mcmc::gp
