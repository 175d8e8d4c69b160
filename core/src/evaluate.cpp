#include "mcmc/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "evaluation_time.hpp"
#include "failure_words.hpp"
#include "mcmc/abilities.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "mcmc/learner.hpp"
#include "mcmc/suggestion.hpp"
#include "mcmc/table.hpp"
#include "not_fitted.hpp"

namespace mcmc {
namespace {

Target& find_target(const Graph& graph, const std::string& name) {
  if (Target* target = graph.find<Target>(name)) return *target;
  std::vector<std::string> known;
  for (const Target* target : graph.all<Target>()) known.push_back(target->name());
  throw Error(ExitCode::usage, fmt::format("no density is labelled \"{}\"; there is {}{}", name,
                                           any_of(known), did_you_mean(name, known)));
}

[[noreturn]] void refuse_unfitted(const Target& target) {
  throw Error(ExitCode::usage,
              fmt::format("\"{}\" is learned during warm-up, or made from what is, so it has no "
                          "values before; evaluate the density that is learned",
                          target.name()));
}

void require_ready(const Target& target) {
  const auto* learner = dynamic_cast<const Learner*>(&target.density());
  if (learner != nullptr && !learner->ready()) refuse_unfitted(target);
}

/// For each parameter the column that holds it.
std::vector<std::size_t> columns_of(const Table& table, const ParameterNames& names) {
  for (const std::string& column : table.names)
    if (std::find(names.begin(), names.end(), column) == names.end())
      throw Error(
          ExitCode::bad_data,
          fmt::format("{}: the column \"{}\" is no parameter; expected {}{}", table.file, column,
                      fmt::join(names, ", "), did_you_mean(column, {names.begin(), names.end()})));
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const std::optional<std::size_t> column = table.find(name);
    if (!column)
      throw Error(ExitCode::bad_data, fmt::format("{}: the column \"{}\" is missing; expected {}",
                                                  table.file, name, fmt::join(names, ", ")));
    columns.push_back(*column);
  }
  return columns;
}

Eigen::VectorXd point_of(const Table& table, std::size_t row,
                         const std::vector<std::size_t>& columns) {
  Eigen::VectorXd x(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& cell = table.rows[row][columns[i]];
    const std::optional<double> value = parse_number(cell);
    if (!value || !std::isfinite(*value))
      throw Error(ExitCode::bad_data,
                  fmt::format("{}: row {}, column \"{}\": expected a finite number, found \"{}\"",
                              table.file, row + 1, table.names[columns[i]], cell));
    x[static_cast<Eigen::Index>(i)] = *value;
  }
  return x;
}

Evaluation checked(Evaluation evaluation) {
  if (evaluation.failed() || std::isfinite(evaluation.log_density())) return evaluation;
  return evaluation.log_density() < 0 ? evaluation : Evaluation(Failure::not_finite);
}

EvaluatedPoint described(const Evaluation& evaluation, const HasLogPrior* prior,
                         const Eigen::VectorXd& x) {
  EvaluatedPoint point{.evaluation = evaluation};
  if (prior == nullptr) return point;
  point.log_prior = prior->log_prior(x);
  if (!evaluation.failed() && std::isfinite(*point.log_prior))
    point.log_likelihood = evaluation.log_density() - *point.log_prior;
  return point;
}

std::string cell(const std::optional<double>& value) {
  return value ? fmt::format("{:.17g}", *value) : std::string();
}

nlohmann::ordered_json json_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? nlohmann::ordered_json(*value) : nullptr;
}

std::optional<double> log_density_of(const EvaluatedPoint& point) {
  if (point.evaluation.failed()) return std::nullopt;
  return point.evaluation.log_density();
}

}  // namespace

EvaluatedPoints evaluate_points(const Pipeline& pipeline, const std::string& density,
                                const std::filesystem::path& points, std::size_t repeat) {
  const FlushSubnormals flush_subnormals;
  const ChainPlan plan = pipeline.build();
  Target& target = find_target(plan.graph, density);
  require_ready(target);
  TableFormat format;
  format.header = "yes";
  const Table table = read_table(points, format);
  const std::vector<std::size_t> columns = columns_of(table, target.parameters());
  const auto* prior = dynamic_cast<const HasLogPrior*>(&target.density());

  EvaluatedPoints evaluated{.has_parts = prior != nullptr, .is_timed = repeat > 0};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Eigen::VectorXd x = point_of(table, row, columns);
    const Evaluation evaluation = checked(target.density().log_density(x));
    if (requests_before_fit(plan.graph) > 0) refuse_unfitted(target);
    if (evaluation.failed()) {
      const std::string problem = fmt::format("{}: row {}: {}", table.file, row + 1,
                                              in_words(evaluation.failure(), target.density()));
      if (target.on_failure() == OnFailure::abort) throw NumericalFailure(problem);
      evaluated.problems.push_back(problem);
    }
    EvaluatedPoint point = described(evaluation, prior, x);
    if (repeat > 0) point.cpu_seconds = seconds_of_full_evaluation(target.density(), x, repeat);
    evaluated.points.push_back(point);
  }
  return evaluated;
}

std::string evaluated_csv(const EvaluatedPoints& evaluated) {
  std::string text =
      fmt::format("log_density{}{}\n", evaluated.has_parts ? ",log_prior,log_likelihood" : "",
                  evaluated.is_timed ? ",cpu_seconds" : "");
  for (const EvaluatedPoint& point : evaluated.points) {
    text += cell(log_density_of(point));
    if (evaluated.has_parts)
      text += fmt::format(",{},{}", cell(point.log_prior), cell(point.log_likelihood));
    if (point.cpu_seconds) text += fmt::format(",{:.9g}", *point.cpu_seconds);
    text += "\n";
  }
  return text;
}

std::string evaluated_json(const EvaluatedPoints& evaluated) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const EvaluatedPoint& point : evaluated.points) {
    nlohmann::ordered_json one;
    const std::optional<double> log_density = log_density_of(point);
    one["log_density"] = json_number(log_density);
    if (evaluated.has_parts) {
      one["log_prior"] = json_number(point.log_prior);
      one["log_likelihood"] = json_number(point.log_likelihood);
    }
    if (evaluated.is_timed) one["cpu_seconds"] = json_number(point.cpu_seconds);
    if (!log_density) one["failure"] = std::string(to_string(point.evaluation.failure()));
    if (log_density && !std::isfinite(*log_density)) one["outside_support"] = true;
    points.push_back(std::move(one));
  }
  return points.dump(2) + "\n";
}

}  // namespace mcmc
