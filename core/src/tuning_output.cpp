#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "mcmc/tune.hpp"
#include "output_file.hpp"

namespace mcmc {
namespace {

/// A number of a trial: its name in CSV and JSON, and its heading for people.
struct Column {
  const char* name;
  const char* heading;
  double Trial::*value;
};

constexpr Column columns[] = {
    {"evaluation_cost", "evaluation", &Trial::evaluation_cost},
    {"error", "error", &Trial::error},
    {"acceptance", "acceptance", &Trial::acceptance},
    {"autocorrelation_time", "tau", &Trial::autocorrelation_time},
    {"cpu_per_iteration", "CPU s/iteration", &Trial::cpu_per_iteration},
    {"cost", "cost", &Trial::cost},
    {"ratio", "ratio", &Trial::ratio},
};

std::size_t width_of(const Column& column) {
  return std::max<std::size_t>(9, std::char_traits<char>::length(column.heading));
}

std::string quoted(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

const Trial& chosen(const Tuning& tuning) {
  return *std::find_if(tuning.trials.begin(), tuning.trials.end(),
                       [](const Trial& trial) { return trial.outcome == "chosen"; });
}

}  // namespace

std::string choice_in_words(const Tuning& tuning) {
  const Trial& best = chosen(tuning);
  const auto tried = std::count_if(tuning.trials.begin(), tuning.trials.end(),
                                   [](const Trial& trial) { return trial.draws > 0; });
  const std::string among = fmt::format(
      "among {} ways that were tried for {:.2g} CPU seconds ({:.0f} iterations of the "
      "pipeline's own transition)",
      tried, tuning.cpu_seconds, tuning.own_iterations);
  if (&best == &tuning.trials.front())
    return fmt::format("tuned: the pipeline's own transition stays, the cheapest {}", among);
  return fmt::format(
      "tuned: {} costs {:.2g} times what the pipeline's own transition does for an independent "
      "draw, the least {}",
      best.way, best.ratio, among);
}

TunedFile::TunedFile(std::filesystem::path path, bool replace) : path_(std::move(path)) {
  if (!replace) refuse_existing(path_);
}

void TunedFile::write(const Pipeline& pipeline, const Tuning& tuning) const {
  const Pipeline tuned(pipeline, tuning.choice);
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
  write_file(path_, fmt::format("# {}.\n{}", choice_in_words(tuning), tuned.written(folder)));
}

std::string tuning_table(const Tuning& tuning) {
  std::size_t width = 3;
  for (const Trial& trial : tuning.trials) width = std::max(width, trial.way.size());
  std::string text = fmt::format("{:<{}}", "way", width);
  for (const Column& column : columns)
    text += fmt::format("  {:>{}}", column.heading, width_of(column));
  text += "  outcome\n";
  for (const Trial& trial : tuning.trials) {
    text += fmt::format("{:<{}}", trial.way, width);
    for (const Column& column : columns) {
      const double value = trial.*column.value;
      text += std::isnan(value) ? fmt::format("  {:>{}}", "-", width_of(column))
                                : fmt::format("  {:>{}.3g}", value, width_of(column));
    }
    text += "  " + trial.outcome + '\n';
  }
  return text;
}

std::string tuning_csv(const Tuning& tuning) {
  std::string text = "way";
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  text += ",draws,outcome\n";
  for (const Trial& trial : tuning.trials) {
    text += quoted(trial.way);
    for (const Column& column : columns) {
      const double value = trial.*column.value;
      text += std::isfinite(value) ? fmt::format(",{}", value) : ",";
    }
    text += fmt::format(",{},{}\n", trial.draws, quoted(trial.outcome));
  }
  return text;
}

std::string tuning_json(const Tuning& tuning) {
  auto json = nlohmann::ordered_json::array();
  for (const Trial& trial : tuning.trials) {
    nlohmann::ordered_json object;
    object["way"] = trial.way;
    for (const Column& column : columns) object[column.name] = trial.*column.value;  // NaN: null
    object["draws"] = trial.draws;
    object["outcome"] = trial.outcome;
    json.push_back(std::move(object));
  }
  return json.dump(2) + "\n";
}

}  // namespace mcmc
