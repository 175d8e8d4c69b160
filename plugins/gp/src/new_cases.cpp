#include <fmt/format.h>
#include <algorithm>
#include <limits>

#include "columns.hpp"
#include "mcmc/error.hpp"
#include "mcmc/gp/dataset.hpp"

/// Cases to be predicted, which stand in a file like that of the data.
namespace mcmc::gp {
namespace {

Positions columns_named(const Table& table, const std::vector<std::string>& names) {
  Positions columns;
  for (const std::string& name : names) {
    const std::optional<std::size_t> column = table.find(name);
    if (!column && table.has_header) throw Error(ExitCode::bad_data, no_such_column(table, name));
    if (!column) {
      refuse_data(table.file,
                  fmt::format("{} columns without a header: expected a header, or the columns {} "
                              "in this order",
                              table.names.size(), some_of(names)));
    }
    columns.push_back(*column);
  }
  return columns;
}

Columns columns_of_cases(const Table& table, const Dataset& data, Predicted what) {
  std::vector<std::string> names = data.input_names;
  const bool has_variance = data.noise_variance.size() > 0 && what == Predicted::response;
  if (has_variance) names.push_back(data.read_with.noise_variance.value());

  Columns columns;
  if (!table.has_header && table.names.size() == names.size()) {
    columns.inputs = first_positions(names.size());
  } else {
    columns.inputs = columns_named(table, names);
    columns.response = table.find(data.response_name);
  }
  if (has_variance) {
    columns.noise_variance = columns.inputs.back();
    columns.inputs.pop_back();
  }
  return columns;
}

std::vector<std::string> names_besides(const Table& table, const Columns& columns) {
  const Positions used = columns.all();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table.names.size(); ++i)
    if (std::find(used.begin(), used.end(), i) == used.end()) names.push_back(table.names[i]);
  return names;
}

/// NaN where it is missing.
Eigen::VectorXd response_of_cases(const Table& table, std::optional<std::size_t> column,
                                  const DataOptions& options) {
  if (!column) return {};
  Eigen::VectorXd response(static_cast<Eigen::Index>(table.rows.size()));
  for (const std::size_t row : first_positions(table.rows.size())) {
    response(static_cast<Eigen::Index>(row)) = missing_in(table, row, {*column}, options.missing)
                                                   ? std::numeric_limits<double>::quiet_NaN()
                                                   : number_in(table, row, *column);
  }
  return response;
}

}  // namespace

Cases read_cases(const Dataset& data, const std::filesystem::path& file, Predicted what) {
  const DataOptions& options = data.read_with;
  const Table table = read_table(file, table_format(options));
  const Columns columns = columns_of_cases(table, data, what);
  const Positions rows = first_positions(table.rows.size());
  Columns required = columns;
  required.response.reset();
  for (const std::size_t row : rows) {
    const auto column = missing_in(table, row, required.all(), options.missing);
    if (column) refuse_missing(table, row, *column, "a new case needs all of its inputs");
  }
  Cases cases;
  cases.original.input_names = data.input_names;
  cases.original.inputs = inputs_in(table, rows, columns);
  cases.original.response = response_of_cases(table, columns.response, options);
  cases.original.unused_columns = names_besides(table, columns);
  cases.inputs = data.scaling.scaled_inputs(cases.original.inputs);
  cases.noise_variance = data.scaling.scaled_variance(variances_in(table, rows, columns));
  return cases;
}

}  // namespace mcmc::gp
