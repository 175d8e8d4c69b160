#include "mcmc/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <future>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>

#include "mcmc/diagnostics.hpp"
#include "mcmc/error.hpp"
#include "mcmc/state.hpp"
#include "mcmc/suggestion.hpp"

namespace mcmc {
namespace {

using Rows = std::vector<SummaryRow>;
using ToText = std::string (*)(double);

constexpr std::size_t most_variables_named = 3;

/// Fixed notation as long as it is short.
template <int digits>
std::string significant(double value) {
  const double size = std::abs(value);
  if (size == 0 || !std::isfinite(size)) return fmt::format("{}", value);
  if (size < 1e-3 || size >= 1e6) return fmt::format("{:.{}e}", value, digits - 1);
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  return fmt::format("{:.{}f}", value, std::max(decimals, 0));
}

std::string whole(double value) {
  return fmt::format("{:.0f}", value);
}
std::string three_decimals(double value) {
  return fmt::format("{:.3f}", value);
}

struct Column {
  std::string_view name;
  double SummaryRow::*value;
  ToText to_text;
};

constexpr std::array columns{
    Column{"mean", &SummaryRow::mean, significant<4>},
    Column{"sd", &SummaryRow::sd, significant<4>},
    Column{"mcse_mean", &SummaryRow::mcse_mean, significant<2>},
    Column{"mcse_sd", &SummaryRow::mcse_sd, significant<2>},
    Column{"q5", &SummaryRow::q5, significant<4>},
    Column{"q50", &SummaryRow::q50, significant<4>},
    Column{"q95", &SummaryRow::q95, significant<4>},
    Column{"ess_bulk", &SummaryRow::ess_bulk, whole},
    Column{"ess_tail", &SummaryRow::ess_tail, whole},
    Column{"rhat", &SummaryRow::rhat, three_decimals},
    Column{"autocorrelation_time", &SummaryRow::autocorrelation_time, significant<3>},
};

bool is_summarised(std::string_view name) {
  return name == "lp__" || !name.ends_with("__");
}

bool is_stuck(const Eigen::MatrixXd& x) {
  return x.rows() > 1 && ((x.rowwise() - x.row(0)).array() == 0).all();
}

SummaryRow summarize_variable(const std::string& name, const Eigen::MatrixXd& x) {
  SummaryRow row;
  row.variable = name;
  row.mean = mean(x);
  row.sd = standard_deviation(x);
  row.mcse_mean = mcse_mean(x);
  row.mcse_sd = mcse_sd(x);
  row.q5 = quantile(x, 0.05);
  row.q50 = quantile(x, 0.5);
  row.q95 = quantile(x, 0.95);
  row.ess_bulk = ess_bulk(x);
  row.ess_tail = ess_tail(x);
  row.rhat = rhat(x);
  row.autocorrelation_time = autocorrelation_time(x);
  row.is_stuck = is_stuck(x);
  return row;
}

/// One column of the table as text. Its name takes two lines, split at the last underscore: numbers
/// are narrower than most names.
struct TextColumn {
  std::string upper_name;
  std::string lower_name;
  std::vector<std::string> cells;

  std::size_t width() const {
    std::size_t widest = std::max(upper_name.size(), lower_name.size());
    for (const std::string& cell : cells) widest = std::max(widest, cell.size());
    return widest;
  }
};

TextColumn to_text(const Column& column, const Rows& rows) {
  TextColumn text;
  const std::size_t underscore = column.name.rfind('_');
  if (underscore != std::string_view::npos) text.upper_name = column.name.substr(0, underscore);
  text.lower_name = column.name.substr(underscore + 1);  // npos + 1 is 0
  for (const SummaryRow& row : rows) {
    const double value = row.*column.value;
    text.cells.push_back(std::isnan(value) ? "-" : column.to_text(value));
  }
  return text;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// "a, b, c and 5 more"
std::string first_few(std::vector<std::string> words) {
  const std::size_t count = words.size();
  words.resize(std::min(count, most_variables_named));
  std::string text = fmt::format("{}", fmt::join(words, ", "));
  if (count == words.size()) return text;
  return fmt::format("{} and {} more", text, count - words.size());
}

/// A variable with something wrong, and how wrong it is.
struct Finding {
  std::string variable;
  double value;
};

std::string first_few(const std::vector<Finding>& findings, ToText to_text) {
  std::vector<std::string> words;
  for (const Finding& finding : findings)
    words.push_back(finding.variable + " " + to_text(finding.value));
  return first_few(std::move(words));
}

bool is_constant(const SummaryRow& row) {
  return row.sd == 0;
}

/// NaN only if both are: a variable of two values has no tail.
double least_ess(const SummaryRow& row) {
  return std::fmin(row.ess_bulk, row.ess_tail);
}

bool has_diagnostics(const SummaryRow& row) {
  return !std::isnan(row.rhat) && !std::isnan(least_ess(row));
}

/// Variables that differ between chains but never within one; or everything stands still.
void warn_of_stuck_chains(const Rows& rows, std::vector<std::string>& warnings) {
  std::vector<std::string> stuck;
  bool something_moves = false;
  for (const SummaryRow& row : rows) {
    something_moves = something_moves || !row.is_stuck;
    if (row.is_stuck && (row.sd > 0 || row.variable == "lp__")) stuck.push_back(row.variable);
  }
  if (stuck.empty()) return;
  warnings.push_back(fmt::format(
      "{}: {} never changes within a chain. These draws say nothing about the posterior. Look at "
      "failures and acceptance in tables/evaluations.csv, and try another start or transition.",
      something_moves ? "Some variables are stuck" : "The chains are stuck",
      first_few(std::move(stuck))));
}

void warn_of_missing_diagnostics(const Rows& rows, std::vector<std::string>& warnings) {
  std::vector<std::string> variables;
  for (const SummaryRow& row : rows)
    if (!has_diagnostics(row) && !row.is_stuck) variables.push_back(row.variable);
  if (variables.empty()) return;
  warnings.push_back(fmt::format(
      "R-hat or the effective sample size is unknown for {}: that takes at least 12 draws per "
      "chain, all finite, of more than two values. Draw more, or look at the values.",
      first_few(std::move(variables))));
}

void warn_of_disagreement(const Rows& rows, std::vector<std::string>& warnings) {
  std::vector<Finding> high;
  for (const SummaryRow& row : rows)
    if (row.rhat > highest_good_rhat) high.push_back({row.variable, row.rhat});
  if (high.empty()) return;
  std::ranges::stable_sort(high, std::greater<>(), &Finding::value);
  warnings.push_back(fmt::format(
      "The chains disagree: R-hat is above {} for {}. These draws do not describe the posterior "
      "yet. Lengthen the warm-up and draw more; if that does not help, look for several modes by "
      "starting chains at different places, or try another transition.",
      highest_good_rhat, first_few(high, three_decimals)));
}

void warn_of_few_draws(const Rows& rows, std::vector<std::string>& warnings) {
  std::vector<Finding> few;
  for (const SummaryRow& row : rows)
    if (least_ess(row) < lowest_good_ess) few.push_back({row.variable, least_ess(row)});
  if (few.empty()) return;
  std::ranges::stable_sort(few, std::less<>(), &Finding::value);
  warnings.push_back(fmt::format(
      "Few effective draws: fewer than {} for {}. Means and even more so quantiles are rough. Draw "
      "about {:.0f} times as many, or try a transition that moves further.",
      lowest_good_ess, first_few(few, whole),
      std::max(2.0, std::ceil(lowest_good_ess / few.front().value))));
}

std::string reassurance(const Rows& rows) {
  if (rows.empty()) return "No variable changes, so there is nothing to diagnose.";
  double highest_rhat = 1;
  double lowest_ess = std::numeric_limits<double>::infinity();
  for (const SummaryRow& row : rows) {
    highest_rhat = std::max(highest_rhat, row.rhat);
    lowest_ess = std::min(lowest_ess, least_ess(row));
  }
  return fmt::format(
      "The chains agree: R-hat is at most {:.3f}, and every variable has at least {:.0f} effective "
      "draws.",
      highest_rhat, std::floor(lowest_ess));
}

}  // namespace

std::vector<SummaryRow> summarize(const Draws& draws) {
  std::vector<std::size_t> variables;
  for (std::size_t i = 0; i < draws.names.size(); ++i)
    if (is_summarised(draws.names[i])) variables.push_back(i);
  Rows rows(variables.size());
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> workers;
  for (std::size_t i = 0; i < std::min(processors, variables.size()); ++i)
    workers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t row = next++; row < rows.size(); row = next++)
        rows[row] = summarize_variable(draws.names[variables[row]], draws.column(variables[row]));
    }));
  for (std::future<void>& worker : workers) worker.get();
  return rows;
}

Rows rows_of(const Rows& rows, const std::vector<std::string>& variables) {
  std::vector<std::string> all;
  for (const SummaryRow& row : rows) all.push_back(row.variable);
  const ParameterNames names(all);
  if (variables.empty())
    throw Error(ExitCode::usage, "expected the name of a variable, found none");
  Rows chosen;
  for (const std::string& variable : variables) {
    const std::vector<std::size_t> positions = names.find(variable);
    if (positions.empty())
      throw Error(ExitCode::usage,
                  fmt::format("there is no variable \"{}\"; there is {}{}", variable,
                              fmt::join(all, ", "), did_you_mean(variable, names.known_names())));
    for (const std::size_t position : positions) chosen.push_back(rows[position]);
  }
  return chosen;
}

std::vector<std::string> row_orders() {
  return {"rhat", "ess", "name"};
}

void sort_rows(Rows& rows, const std::string& order) {
  const auto by = [&rows](auto key) { std::ranges::stable_sort(rows, std::less<>(), key); };
  // NaN has no place in an order: what has no value comes last.
  const auto or_last = [](double value) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  };
  if (order == "rhat") {
    by([&](const SummaryRow& row) { return or_last(-row.rhat); });
  } else if (order == "ess") {
    by([&](const SummaryRow& row) { return or_last(least_ess(row)); });
  } else if (order == "name") {
    by([](const SummaryRow& row) { return row.variable; });
  } else {
    throw Error(ExitCode::usage,
                fmt::format("--sort {}: expected {}{}", order, any_of(row_orders()),
                            did_you_mean(order, row_orders())));
  }
}

std::string summary_table(const Rows& rows) {
  TextColumn variables{"", "variable", {}};
  for (const SummaryRow& row : rows) variables.cells.push_back(row.variable);
  std::vector<TextColumn> numbers;
  for (const Column& column : columns) numbers.push_back(to_text(column, rows));

  std::string table;
  const auto add_line = [&](const auto& text_of) {
    std::string line = fmt::format("{:<{}}", text_of(variables), variables.width());
    for (const TextColumn& column : numbers)
      line += fmt::format("  {:>{}}", text_of(column), column.width());
    table += without_trailing_blanks(std::move(line)) + "\n";
  };
  add_line([](const TextColumn& column) { return column.upper_name; });
  add_line([](const TextColumn& column) { return column.lower_name; });
  for (std::size_t i = 0; i < rows.size(); ++i)
    add_line([i](const TextColumn& column) { return column.cells[i]; });
  return table;
}

std::string summary_csv(const Rows& rows) {
  std::string csv = "variable";
  for (const Column& column : columns) csv += fmt::format(",{}", column.name);
  csv += "\n";
  for (const SummaryRow& row : rows) {
    csv += row.variable;
    for (const Column& column : columns) {
      const double value = row.*column.value;
      csv += std::isnan(value) ? "," : fmt::format(",{}", value);
    }
    csv += "\n";
  }
  return csv;
}

std::string summary_json(const Rows& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const SummaryRow& row : rows) {
    nlohmann::ordered_json object;
    object["variable"] = row.variable;
    for (const Column& column : columns) object[std::string(column.name)] = row.*column.value;
    json.push_back(std::move(object));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::vector<Remark> verdict(const Rows& rows) {
  Rows varying;
  std::remove_copy_if(rows.begin(), rows.end(), std::back_inserter(varying), is_constant);
  std::vector<std::string> warnings;
  warn_of_stuck_chains(rows, warnings);
  warn_of_missing_diagnostics(varying, warnings);
  warn_of_disagreement(varying, warnings);
  warn_of_few_draws(varying, warnings);
  if (warnings.empty()) return {{false, reassurance(varying)}};
  std::vector<Remark> remarks;
  for (std::string& warning : warnings) remarks.push_back({true, std::move(warning)});
  return remarks;
}

}  // namespace mcmc
