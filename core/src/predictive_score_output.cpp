#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "mcmc/predictive_score.hpp"

namespace mcmc {
namespace {

std::string shown(double value, const char* format) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

std::string cell(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

}  // namespace

std::string scores_table(const std::vector<PredictiveScore>& scores) {
  std::size_t width = std::string("predictive score").size();
  for (const PredictiveScore& score : scores) width = std::max(width, score.of.size());
  std::string text =
      fmt::format("{:<{}}  {:>6}  {:>22}  {:>14}  {:>10}  {:>5}  {:>10}  {:>15}\n",
                  "predictive score", width, "cases", "log predictive density", "standard error",
                  "mean", "draws", "unweighted", "effective draws");
  for (const PredictiveScore& score : scores)
    text += fmt::format("{:<{}}  {:>6}  {:>22.2f}  {:>14}  {:>10.4f}  {:>5}  {:>10}  {:>15}\n",
                        score.of, width, score.cases, score.log_predictive_density,
                        shown(score.standard_error, "{:.2f}"), score.mean(), score.draws,
                        shown(score.unweighted, "{:.2f}"), shown(score.effective_draws, "{:.0f}"));
  return text;
}

std::string scores_csv(const std::vector<PredictiveScore>& scores) {
  std::string text =
      "predictive_score,cases,log_predictive_density,standard_error,mean,draws,unweighted,"
      "effective_draws\n";
  for (const PredictiveScore& score : scores)
    text += fmt::format("{},{},{},{},{},{},{},{}\n", quoted(score.of), score.cases,
                        score.log_predictive_density, cell(score.standard_error), score.mean(),
                        score.draws, cell(score.unweighted), cell(score.effective_draws));
  return text;
}

std::string scores_json(const std::vector<PredictiveScore>& scores) {
  auto array = nlohmann::ordered_json::array();
  for (const PredictiveScore& score : scores) {
    nlohmann::ordered_json object;
    object["predictive_score"] = score.of;
    object["cases"] = score.cases;
    object["log_predictive_density"] = score.log_predictive_density;
    object["standard_error"] = score.standard_error;
    object["mean"] = score.mean();
    object["draws"] = score.draws;
    object["unweighted"] = score.unweighted;
    object["effective_draws"] = score.effective_draws;
    array.push_back(std::move(object));
  }
  return array.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mcmc
