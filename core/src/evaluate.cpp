#include "mcmc/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
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

std::string cells(const Evaluation& evaluation, const HasLogPrior* prior,
                  const Eigen::VectorXd& x) {
  if (evaluation.failed())
    return prior ? fmt::format(",{:.17g},", prior->log_prior(x)) : std::string();
  const double log_density = evaluation.log_density();
  std::string text = fmt::format("{:.17g}", log_density);
  if (prior == nullptr) return text;
  const double log_prior = prior->log_prior(x);
  text += fmt::format(",{:.17g},", log_prior);
  return std::isfinite(log_prior) ? text + fmt::format("{:.17g}", log_density - log_prior) : text;
}

}  // namespace

std::string evaluate_points(const Pipeline& pipeline, const std::string& density,
                            const std::filesystem::path& points, std::size_t repeat,
                            std::string& problems) {
  const FlushSubnormals flush_subnormals;
  const ChainPlan plan = pipeline.build();
  Target& target = find_target(plan.graph, density);
  require_ready(target);
  TableFormat format;
  format.header = "yes";
  const Table table = read_table(points, format);
  const std::vector<std::size_t> columns = columns_of(table, target.parameters());
  const auto* prior = dynamic_cast<const HasLogPrior*>(&target.density());

  std::string text = fmt::format("log_density{}{}\n", prior ? ",log_prior,log_likelihood" : "",
                                 repeat ? ",cpu_seconds" : "");
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const Eigen::VectorXd x = point_of(table, row, columns);
    const Evaluation evaluation = checked(target.density().log_density(x));
    if (requests_before_fit(plan.graph) > 0) refuse_unfitted(target);
    if (evaluation.failed()) {
      const std::string problem = fmt::format("{}: row {}: {}", table.file, row + 1,
                                              in_words(evaluation.failure(), target.density()));
      if (target.on_failure() == OnFailure::abort) throw NumericalFailure(problem);
      problems += problem + "\n";
    }
    text += cells(evaluation, prior, x);
    if (repeat > 0)
      text += fmt::format(",{:.9g}", seconds_of_full_evaluation(target.density(), x, repeat));
    text += "\n";
  }
  return text;
}

}  // namespace mcmc
