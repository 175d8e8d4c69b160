#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "line_plot.hpp"
#include "mcmc/compare.hpp"
#include "output_file.hpp"

namespace mcmc {
namespace {

/// A column of the comparison: its name in CSV and JSON, and its heading for people.
struct Column {
  const char* name;
  const char* heading;
  double ComparedPipeline::*value;
};

constexpr Column always[] = {
    {"autocorrelation_time", "tau", &ComparedPipeline::autocorrelation_time},
    {"autocorrelation_time_error", "+-", &ComparedPipeline::autocorrelation_time_error},
    {"cpu_per_iteration", "CPU s/iteration", &ComparedPipeline::cpu_per_iteration},
    {"cost", "cost", &ComparedPipeline::cost},
    {"ratio", "ratio", &ComparedPipeline::ratio},
    {"ratio_error", "+-", &ComparedPipeline::ratio_error},
    {"exact_equivalents", "evaluations/draw", &ComparedPipeline::exact_equivalents},
    {"acceptance", "acceptance", &ComparedPipeline::acceptance},
    {"evaluations_per_iteration", "evaluations/iteration",
     &ComparedPipeline::evaluations_per_iteration},
};

constexpr Column score_columns[] = {
    {"leave_one_out", "leave-one-out", &ComparedPipeline::leave_one_out},
    {"leave_one_out_error", "+-", &ComparedPipeline::leave_one_out_error},
    {"held_out", "held out", &ComparedPipeline::held_out},
    {"held_out_error", "+-", &ComparedPipeline::held_out_error},
};

/// Scores only where they are wanted, for who reads the columns relies on the others.
std::vector<Column> columns_of(const std::vector<ComparedPipeline>& rows) {
  std::vector<Column> columns(std::begin(always), std::end(always));
  const auto is_wanted = [&](double ComparedPipeline::*score) {
    return !rows.empty() && !std::isnan(rows.front().*score);
  };
  if (is_wanted(&ComparedPipeline::leave_one_out))
    columns.insert(columns.end(), score_columns, score_columns + 2);
  if (is_wanted(&ComparedPipeline::held_out))
    columns.insert(columns.end(), score_columns + 2, score_columns + 4);
  return columns;
}

constexpr const char* table_name = "comparison.csv";
constexpr const char* picture_name = "autocorrelation.svg";

std::size_t width_of(const Column& column) {
  return std::max<std::size_t>(9, std::char_traits<char>::length(column.heading));
}

}  // namespace

std::string comparison_table(const std::vector<ComparedPipeline>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  std::size_t name_width = 8;
  for (const ComparedPipeline& row : rows) name_width = std::max(name_width, row.pipeline.size());
  std::string text = fmt::format("{:<{}}", "pipeline", name_width);
  for (const Column& column : columns)
    text += fmt::format("  {:>{}}", column.heading, width_of(column));
  text += '\n';
  for (const ComparedPipeline& row : rows) {
    text += fmt::format("{:<{}}", row.pipeline, name_width);
    for (const Column& column : columns) {
      const double value = row.*column.value;
      text += std::isnan(value) ? fmt::format("  {:>{}}", "-", width_of(column))
                                : fmt::format("  {:>{}.3g}", value, width_of(column));
    }
    text += '\n';
  }
  return text;
}

std::string comparison_csv(const std::vector<ComparedPipeline>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  std::string text = "pipeline";
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  text += '\n';
  for (const ComparedPipeline& row : rows) {
    text += row.pipeline;
    for (const Column& column : columns) {
      const double value = row.*column.value;
      text += std::isnan(value) ? "," : fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

std::string comparison_json(const std::vector<ComparedPipeline>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  auto json = nlohmann::ordered_json::array();
  for (const ComparedPipeline& row : rows) {
    nlohmann::ordered_json object;
    object["pipeline"] = row.pipeline;
    for (const Column& column : columns) object[column.name] = row.*column.value;  // NaN: null
    json.push_back(std::move(object));
  }
  return json.dump(2) + "\n";
}

std::string autocorrelation_svg(const std::vector<ComparedPipeline>& rows) {
  double longest_time = 1;
  for (const ComparedPipeline& row : rows)
    if (std::isfinite(row.autocorrelation_time))
      longest_time = std::max(longest_time, row.autocorrelation_time);
  const double last_lag = std::max(20.0, std::ceil(3 * longest_time));
  LinePlot plot;
  plot.title = "Autocorrelation of the log likelihood";
  plot.x_label = "lag, iterations";
  plot.y_label = "autocorrelation";
  plot.lowest = -0.2;
  for (const ComparedPipeline& row : rows) {
    const auto lags = static_cast<Eigen::Index>(last_lag / row.iterations_per_draw) + 1;
    plot.lines.push_back({row.pipeline,
                          row.autocorrelation.head(std::min(lags, row.autocorrelation.size())),
                          row.iterations_per_draw});
  }
  return plot.to_svg();
}

ComparisonDirectory::ComparisonDirectory(std::filesystem::path directory, bool replace)
    : directory_(std::move(directory)) {
  std::error_code problem;
  std::filesystem::create_directories(directory_, problem);
  if (problem)
    throw Error(ExitCode::cannot_create, fmt::format("cannot create the folder {}: {}",
                                                     directory_.string(), problem.message()));
  for (const char* name : {table_name, picture_name})
    if (!replace && std::filesystem::exists(directory_ / name, problem))
      throw Error(
          ExitCode::cannot_create,
          fmt::format("{} is there already; name another folder, or replace it with --force",
                      (directory_ / name).string()));
}

void ComparisonDirectory::write(const std::vector<ComparedPipeline>& rows) const {
  write_file(directory_ / table_name, comparison_csv(rows));
  write_file(directory_ / picture_name, autocorrelation_svg(rows));
}

}  // namespace mcmc
