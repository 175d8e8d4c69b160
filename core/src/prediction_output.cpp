#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "mcmc/predict.hpp"

namespace mcmc {
namespace {

using Columns = std::vector<std::pair<std::string, Eigen::VectorXd>>;

Columns inputs_of(const PosteriorPrediction& prediction) {
  Columns columns;
  for (std::size_t i = 0; i < prediction.cases.input_names.size(); ++i)
    columns.emplace_back(prediction.cases.input_names[i],
                         prediction.cases.inputs.col(static_cast<Eigen::Index>(i)));
  return columns;
}

Columns columns_of(const PosteriorPrediction& prediction) {
  Columns columns = inputs_of(prediction);
  for (Eigen::Index i = 0; i < prediction.draws.cols(); ++i)
    columns.emplace_back(fmt::format("draw.{}", i + 1), prediction.draws.col(i));
  if (prediction.draws.cols() > 0) return columns;
  columns.emplace_back("mean", prediction.mean);
  columns.emplace_back("variance", prediction.variance);
  columns.emplace_back("q5", prediction.q5);
  columns.emplace_back("q50", prediction.q50);
  columns.emplace_back("q95", prediction.q95);
  if (prediction.log_predictive_density.size() > 0)
    columns.emplace_back("log_predictive_density", prediction.log_predictive_density);
  return columns;
}

std::string csv_cell(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char letter : name) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

std::string csv_cell(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

/// `cell_of` makes a cell from each column.
template <class CellOf>
std::string csv_line(const Columns& columns, const CellOf& cell_of) {
  std::vector<std::string> cells;
  for (const auto& column : columns) cells.push_back(cell_of(column));
  return fmt::format("{}\n", fmt::join(cells, ","));
}

}  // namespace

std::string prediction_csv(const PosteriorPrediction& prediction) {
  const Columns columns = columns_of(prediction);
  std::string csv = csv_line(columns, [](const auto& column) { return csv_cell(column.first); });
  for (Eigen::Index row = 0; row < prediction.mean.size(); ++row)
    csv += csv_line(columns, [row](const auto& column) { return csv_cell(column.second[row]); });
  return csv;
}

std::string prediction_json(const PosteriorPrediction& prediction) {
  const bool has_draws = prediction.draws.cols() > 0;
  const Columns columns = has_draws ? inputs_of(prediction) : columns_of(prediction);
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (Eigen::Index row = 0; row < prediction.mean.size(); ++row) {
    nlohmann::ordered_json one;
    for (const auto& [name, values] : columns) one[name] = values[row];
    if (has_draws)
      one["draws"] =
          std::vector<double>(prediction.draws.row(row).begin(), prediction.draws.row(row).end());
    cases.push_back(std::move(one));
  }
  return cases.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mcmc
