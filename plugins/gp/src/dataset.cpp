#include "mcmc/gp/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include "columns.hpp"
#include "mcmc/error_list.hpp"

namespace mcmc::gp {
namespace {

using Warn = std::function<void(const std::string&)>;

std::size_t column_for(const Table& table, const std::string& name, const char* option) {
  const std::optional<std::size_t> column = table.find(name);
  if (!column) throw OptionError(option, no_such_column(table, name));
  return *column;
}

std::size_t response_column(const Table& table, const DataOptions& options,
                            std::optional<std::size_t> noise_variance) {
  if (options.response) return column_for(table, *options.response, "data.response");
  const std::size_t last = table.names.size() - 1;
  return last == noise_variance && last > 0 ? last - 1 : last;
}

Positions input_columns(const Table& table, const DataOptions& options, const Columns& others) {
  Positions inputs;
  ErrorList errors;
  for (const std::string& name : options.inputs) {
    errors.attempt([&] { inputs.push_back(column_for(table, name, "data.inputs")); });
  }
  errors.throw_if_any();
  if (!inputs.empty()) return inputs;
  for (const std::size_t column : first_positions(table.names.size())) {
    if (column != others.response && column != others.noise_variance) inputs.push_back(column);
  }
  return inputs;
}

void refuse_double_use(const Table& table, const Columns& columns) {
  if (columns.response == columns.noise_variance) {
    throw OptionError("data.noise_variance",
                      fmt::format("column \"{}\" is the response already: name another one",
                                  table.names[*columns.response]));
  }
  Positions used = columns.all();
  std::sort(used.begin(), used.end());
  const auto twice = std::adjacent_find(used.begin(), used.end());
  if (twice == used.end()) return;
  const char* other_use = *twice == columns.response         ? "the response"
                          : *twice == columns.noise_variance ? "the noise variance"
                                                             : "an input";
  throw OptionError("data.inputs", fmt::format("column \"{}\" is {} already: name it once",
                                               table.names[*twice], other_use));
}

Columns choose_columns(const Table& table, const DataOptions& options) {
  Columns columns;
  ErrorList errors;
  if (options.noise_variance) {
    errors.attempt([&] {
      columns.noise_variance = column_for(table, *options.noise_variance, "data.noise_variance");
    });
  }
  errors.attempt(
      [&] { columns.response = response_column(table, options, columns.noise_variance); });
  errors.attempt([&] { columns.inputs = input_columns(table, options, columns); });
  errors.throw_if_any();
  refuse_double_use(table, columns);
  if (columns.inputs.empty()) {
    refuse_data(table.file,
                fmt::format("no column is left to be an input; the columns are {} (if there should "
                            "be more of them, set `separator:`)",
                            some_of(table.names)));
  }
  return columns;
}

[[noreturn]] void refuse_incomplete_row(const Table& table, std::size_t row, std::size_t column,
                                        const DataOptions& options) {
  // A column of text is to be left out, not its missing values.
  for (const std::size_t other : first_positions(table.rows.size())) {
    if (!missing_in(table, other, {column}, options.missing)) number_in(table, other, column);
  }
  refuse_missing(table, row, column,
                 "`on_missing: drop_row` leaves out such rows, `inputs:` such columns");
}

Positions complete_rows(const Table& table, const Columns& columns, const DataOptions& options) {
  const Positions used = columns.all();
  Positions complete;
  for (const std::size_t row : first_positions(table.rows.size())) {
    const std::optional<std::size_t> column = missing_in(table, row, used, options.missing);
    if (!column) {
      complete.push_back(row);
    } else if (options.on_missing == "error") {
      refuse_incomplete_row(table, row, *column, options);
    }
  }
  if (complete.empty()) {
    refuse_data(table.file, fmt::format("a value is missing in each of the {} rows, so none is "
                                        "left",
                                        table.rows.size()));
  }
  return complete;
}

void warn_of_dropped_rows(const Table& table, const Positions& kept, const Warn& warn) {
  Positions dropped;
  for (const std::size_t row : first_positions(table.rows.size())) {
    if (!std::binary_search(kept.begin(), kept.end(), row)) dropped.push_back(row + 1);
  }
  if (dropped.empty()) return;
  warn(fmt::format("{}: {} of {} rows left out because of missing values ({} {})", table.file,
                   dropped.size(), table.rows.size(), dropped.size() > 1 ? "rows" : "row",
                   some_of(dropped)));
}

bool is_constant(const Eigen::VectorXd& values) {
  return (values.array() == values(0)).all();
}

bool counts_rows(const Eigen::VectorXd& values, const Positions& row_numbers) {
  const Eigen::Index n = values.size();
  if (n < 3 || (values(0) != 0 && values(0) != 1)) return false;
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::size_t row = row_numbers[static_cast<std::size_t>(i)] - row_numbers[0];
    if (values(i) - values(0) != static_cast<double>(row)) return false;
  }
  return true;
}

/// What looks like a mistake about an input, in words; empty when nothing does.
std::string suspicion(const Dataset& data, Eigen::Index j) {
  const Eigen::VectorXd input = data.inputs.col(j);
  if (is_constant(input)) {
    return fmt::format("is {} in every row, so it explains nothing", input(0));
  }
  if (input == data.response) return fmt::format("equals the response \"{}\"", data.response_name);
  for (Eigen::Index k = 0; k < j; ++k) {
    if (input == data.inputs.col(k)) {
      return fmt::format("equals input \"{}\"", data.input_names[static_cast<std::size_t>(k)]);
    }
  }
  return {};
}

void warn_of_columns(const Dataset& data, const DataOptions& options, const std::string& file,
                     const Warn& warn) {
  for (Eigen::Index j = 0; j < data.input_count(); ++j) {
    std::string what = suspicion(data, j);
    // Who names the inputs means a count, such as time.
    if (options.inputs.empty() && counts_rows(data.inputs.col(j), data.row_numbers)) {
      what = "only counts the rows";
    }
    if (what.empty()) continue;
    warn(fmt::format("{}: input \"{}\" {}; `inputs:` can leave it out", file,
                     data.input_names[static_cast<std::size_t>(j)], what));
  }
  if (is_constant(data.response)) {
    warn(fmt::format("{}: the response \"{}\" is {} in every row, so there is nothing to explain",
                     file, data.response_name, data.response(0)));
  }
}

struct MeanAndSd {
  double mean = 0;
  double sd = 1;
};

MeanAndSd mean_and_sd(const Eigen::VectorXd& values) {
  // Compared exactly: rounding of the mean would give a constant column a tiny sd.
  if (is_constant(values)) return {values(0), 1};
  const double mean = values.mean();
  const double squares = (values.array() - mean).square().sum();
  return {mean, std::sqrt(squares / static_cast<double>(values.size() - 1))};
}

Scaling identity_scaling(Eigen::Index input_count) {
  Scaling scaling;
  scaling.input_mean = Eigen::VectorXd::Zero(input_count);
  scaling.input_sd = Eigen::VectorXd::Ones(input_count);
  return scaling;
}

Scaling standardizing(const Dataset& data, const std::string& file) {
  Scaling scaling = identity_scaling(data.input_count());
  const auto usable = [&](const Eigen::VectorXd& values, const std::string& name) {
    const MeanAndSd moments = mean_and_sd(values);
    if (std::isfinite(moments.sd) && moments.sd > 0) return moments;
    throw Error(ExitCode::bad_data,
                fmt::format("{}: the standard deviation of \"{}\" is out of range: give the column "
                            "another unit, or do not standardize",
                            file, name));
  };
  for (Eigen::Index j = 0; j < data.input_count(); ++j) {
    const auto [mean, sd] =
        usable(data.inputs.col(j), data.input_names[static_cast<std::size_t>(j)]);
    scaling.input_mean(j) = mean;
    scaling.input_sd(j) = sd;
  }
  const auto [mean, sd] = usable(data.response, data.response_name);
  scaling.response_mean = mean;
  scaling.response_sd = sd;
  return scaling;
}

/// In original units.
Dataset dataset_from(const Table& table, const Columns& columns, const Positions& rows) {
  Dataset data;
  for (const std::size_t column : columns.inputs) data.input_names.push_back(table.names[column]);
  data.response_name = table.names[*columns.response];
  data.inputs = inputs_in(table, rows, columns);
  data.response = numbers_in(table, rows, *columns.response);
  data.noise_variance = variances_in(table, rows, columns);
  data.scaling = identity_scaling(data.input_count());
  for (const std::size_t row : rows) data.row_numbers.push_back(row + 1);
  data.rows_dropped = table.rows.size() - rows.size();
  return data;
}

}  // namespace

void DataOptions::declare(OptionTable& table) {
  table.add("file", file)
      .required()
      .doc("Text file of numbers, one case per row, plain or gzipped");
  table.add("response", response)
      .default_is("the last column")
      .doc("Column to model, by its name, or its number in a file without a header");
  table.add("inputs", inputs)
      .default_is("all other columns")
      .doc("Columns that explain the response, in the order of their length scales");
  table.add("noise_variance", noise_variance)
      .default_is("none")
      .doc("Column of known variances that add to the noise of their cases");
  table.add("standardize", standardize)
      .doc(
          "Give inputs and response mean 0 and sd 1; priors, c and sampling-scale parameters are "
          "then in these units");
  table.add("header", header)
      .one_of({"auto", "yes", "no"})
      .doc("Whether the first row names the columns; without one they are 1, 2, ...");
  table.add("separator", separator)
      .one_of({"auto", "comma", "semicolon", "tab", "spaces"})
      .doc("What stands between the cells of a row");
  table.add("comment", comment).doc("What starts a line to be ignored; \"\" for nothing");
  table.add("missing", missing)
      .default_is("none")
      .doc("Values that mean missing, beside empty cells, NA, NaN, ? and .");
  table.add("on_missing", on_missing)
      .one_of({"error", "drop_row"})
      .doc("What to do with a row in which a column that is used has no value");
}

std::string DataOptions::key() const {
  using Texts = std::vector<std::string>;
  const auto texts = [](const std::optional<std::string>& text) {
    return text ? Texts{*text} : Texts{};
  };
  std::error_code unresolved;
  const std::filesystem::path path =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file), unresolved);
  // fmt puts the texts of a list in quotes, so no two choices share a key.
  return fmt::format(
      "{} {} {} {} {} {}",
      Texts{unresolved ? file.string() : path.string(), header, separator, comment, on_missing},
      texts(response), inputs, missing, texts(noise_variance), standardize);
}

void DataOptions::fill_in(const Dataset& data) {
  response = data.response_name;
  inputs = data.input_names;
}

std::shared_ptr<const Dataset> read_dataset(const DataOptions& options, const Warn& warn) {
  const Table table = read_table(options.file, table_format(options));
  const Columns columns = choose_columns(table, options);
  const Positions rows = complete_rows(table, columns, options);
  warn_of_dropped_rows(table, rows, warn);
  Dataset data = dataset_from(table, columns, rows);
  data.read_with = options;
  warn_of_columns(data, options, table.file, warn);
  if (options.standardize) {
    data.scaling = standardizing(data, table.file);
    data.inputs = data.scaling.scaled_inputs(data.inputs);
    data.response = data.scaling.scaled_response(data.response);
    data.noise_variance = data.scaling.scaled_variance(data.noise_variance);
  }
  return std::make_shared<const Dataset>(std::move(data));
}

}  // namespace mcmc::gp
