#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "mcmc/build_info.hpp"
#include "mcmc/report.hpp"

namespace mcmc {
namespace {

using Json = nlohmann::ordered_json;

/// Values apart by less than this part of their range look the same.
constexpr double visible_part = 1.0 / 4000;

double rounded(double value, int decimals) {
  return std::strtod(fmt::format("{:.{}f}", value, decimals).c_str(), nullptr);
}

/// Rounded to what can be seen in a plot from `low` to `high`.
Json numbers(const Eigen::VectorXd& values, double low, double high) {
  const double step = (high - low) * visible_part;
  constexpr int most_decimals = 330;
  const bool has_step = std::isfinite(step) && step > 0;
  const int decimals =
      has_step ? std::clamp(static_cast<int>(-std::floor(std::log10(step))), 0, most_decimals) : 17;
  Json array = Json::array();
  for (const double value : values)
    array.push_back(std::isfinite(value) ? Json(rounded(value, decimals)) : Json());
  return array;
}

Json numbers(const Eigen::VectorXd& values) {
  return values.size() == 0 ? Json::array() : numbers(values, values.minCoeff(), values.maxCoeff());
}

/// One array for each column.
Json columns(const Eigen::MatrixXd& values) {
  Json array = Json::array();
  for (const auto& column : values.colwise())
    array.push_back(numbers(column, values.minCoeff(), values.maxCoeff()));
  return array;
}

std::string word(VariableRole role) {
  switch (role) {
    case VariableRole::parameter:
      return "parameter";
    case VariableRole::derived:
      return "derived";
    case VariableRole::density:
      return "density";
  }
  return {};
}

Json json_of(const std::vector<Remark>& remarks) {
  Json array = Json::array();
  for (const Remark& remark : remarks)
    array.push_back({{"warning", remark.is_warning}, {"text", remark.text}});
  return array;
}

Json json_of(const VariablePlots& plots) {
  return {{"name", plots.name},
          {"role", word(plots.role)},
          {"at", numbers(plots.at)},
          {"posterior", numbers(plots.posterior)},
          {"prior", numbers(plots.prior)},
          {"trace", columns(plots.trace)},
          {"ranks", columns(plots.ranks)},
          {"autocorrelation", columns(plots.autocorrelation)}};
}

Json json_of(const ComponentCost& cost) {
  return {{"component", cost.component},  {"kind", cost.kind},
          {"calls", cost.calls},          {"cache_hits", cost.cache_hits},
          {"failures", cost.failures},    {"cpu_seconds", cost.cpu_seconds},
          {"acceptance", cost.acceptance}};
}

Json json_of(const FitCurve& curve) {
  return {{"input", curve.input},
          {"at", numbers(curve.at)},
          {"mean", numbers(curve.mean)},
          {"q5", numbers(curve.q5)},
          {"q95", numbers(curve.q95)}};
}

Json json_of(const Fit& fit) {
  const PosteriorPrediction& cases = fit.cases;
  Json curves = Json::array();
  for (const FitCurve& curve : fit.curves) curves.push_back(json_of(curve));
  return {{"response", fit.response},
          {"draws", fit.draws},
          {"all_cases", fit.all_cases},
          {"warnings", cases.warnings},
          {"inputs", columns(cases.cases.inputs)},
          {"observed", numbers(cases.cases.response)},
          {"mean", numbers(cases.mean)},
          {"sd", numbers(cases.variance.cwiseSqrt())},
          {"q5", numbers(cases.q5)},
          {"q95", numbers(cases.q95)},
          {"curves", curves}};
}

Json json_of(const ParameterPairs& pairs) {
  return {{"names", pairs.names}, {"correlations", columns(pairs.correlations)}};
}

Json roles_in(const RunReport& report) {
  Json array = Json::array();
  for (std::size_t i = 0; i < report.summary.size(); ++i)
    array.push_back({{"name", report.summary[i].variable}, {"role", word(report.roles[i])}});
  return array;
}

template <class Items>
Json array_of(const Items& items) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(json_of(item));
  return array;
}

/// "<" begins tags and comments, also within a script; JSON may write it otherwise.
std::string without_tags(const std::string& json) {
  std::string safe;
  for (const char letter : json)
    safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  return safe;
}

}  // namespace

std::string report_json(const RunReport& report) {
  const Json json{{"run", report.run},
                  {"program", fmt::format("mcmc-host {}", build_info::version)},
                  {"chains", report.chains},
                  {"iterations", report.iterations},
                  {"trace_step", report.trace_step},
                  {"converged", is_fine(report.verdict)},
                  {"verdict", json_of(report.verdict)},
                  {"cost_remarks", json_of(report.cost_remarks)},
                  {"notices", report.notices},
                  {"missing", report.missing},
                  {"summary", Json::parse(summary_json(report.summary))},
                  {"limits", {{"rhat", highest_good_rhat}, {"ess", lowest_good_ess}}},
                  {"roles", roles_in(report)},
                  {"pairs", json_of(report.pairs)},
                  {"plots", array_of(report.plots)},
                  {"costs", array_of(report.costs)},
                  {"fit", report.fit ? json_of(*report.fit) : Json()},
                  {"pipeline", report.pipeline},
                  {"log", report.log}};
  return without_tags(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace mcmc
