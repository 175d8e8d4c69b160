#include "mcmc/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "mcmc/error.hpp"
#include "mcmc/table.hpp"
#include "run_directory.hpp"

namespace mcmc {
namespace {

/// A share of evaluations that may fail without draws near such points being missed.
constexpr double harmless_failures = 0.001;
/// Below this, most steps of a transition leave the state where it was.
constexpr double lowest_useful_acceptance = 0.1;
/// A chain is elsewhere when its mean is this many standard deviations, those within chains, from
/// that of each other chain.
constexpr double far_away = 2;

double number(const Table& table, std::size_t row, std::string_view column) {
  const std::string& cell = table.rows[row][table.find(column).value()];
  return parse_number(cell).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// The chain that is far from all others in one variable, if there is one.
struct Stray {
  Eigen::Index chain;
  double mean;
  double others_mean;
};

std::optional<Stray> stray_chain(const Eigen::MatrixXd& x) {
  const Eigen::RowVectorXd means = x.colwise().mean();
  const double sd = std::sqrt((x.rowwise() - means).squaredNorm() / static_cast<double>(x.size()));
  std::optional<Stray> found;
  for (Eigen::Index chain = 0; chain < x.cols(); ++chain) {
    const auto is_far = (means.array() - means(chain)).abs() > far_away * sd;
    if (is_far.count() < x.cols() - 1) continue;
    if (found) return std::nullopt;  // they are all over the place
    const double others = (means.sum() - means(chain)) / static_cast<double>(x.cols() - 1);
    found = Stray{chain, means(chain), others};
  }
  return found;
}

/// Where chains disagree most, says which of them it is.
std::optional<Remark> remark_on_stray_chain(const Draws& draws,
                                            const std::vector<SummaryRow>& rows) {
  if (draws.chains.size() < 3) return std::nullopt;
  const auto worst = std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::fmax(a.rhat, 0) < std::fmax(b.rhat, 0);
  });
  if (worst == rows.end()) return std::nullopt;
  const std::optional<Stray> stray = stray_chain(draws.column(worst->variable));
  if (!stray) return std::nullopt;
  return Remark{
      true,
      fmt::format("Chain {} is elsewhere: {} averages {:.4g} there and {:.4g} in the others. "
                  "Either it has not arrived yet, or there are several modes. Start all chains "
                  "where it is, and see whether they stay.",
                  stray->chain + 1, worst->variable, stray->mean, stray->others_mean)};
}

std::optional<Remark> remark_on_single_chain(const Draws& draws) {
  if (draws.chains.size() != 1) return std::nullopt;
  return Remark{false,
                "There is only one chain. Several, from different starts, would tell whether "
                "another one ends up elsewhere."};
}

std::optional<Remark> remark_on_failures(const ComponentCost& cost) {
  if (!(cost.failures > 0)) return std::nullopt;
  const double share = cost.failures / cost.calls;
  const std::string count = fmt::format("{}: {} of {} evaluations failed ({:.2g} %)",
                                        cost.component, cost.failures, cost.calls, 100 * share);
  if (share <= harmless_failures) return Remark{false, count + ": so few do no harm."};
  return Remark{true,
                count +
                    ". Draws near such points are missing. run.log has the reason; a prior that "
                    "keeps away from there may help."};
}

std::optional<Remark> remark_on_acceptance(const ComponentCost& cost) {
  if (!(cost.acceptance < lowest_useful_acceptance)) return std::nullopt;
  const std::string rate = fmt::format("{}: only {:.2g} % of its proposals are accepted",
                                       cost.component, 100 * cost.acceptance);
  if (cost.kind == "mapping")
    return Remark{true, rate +
                            ". Its approximation is too poor to help. Use a better one (more "
                            "cases, a higher rank), fewer steps at a time, or a mapping for each "
                            "parameter (for_each_parameter)."};
  return Remark{true, rate +
                          ". Its steps are too large: let warm-up tune it longer, or give it a "
                          "smaller scale."};
}

}  // namespace

std::vector<ComponentCost> read_component_costs(const std::filesystem::path& evaluations_csv) {
  TableFormat format;
  format.header = "yes";
  format.separator = "comma";
  const Table table = read_table(evaluations_csv, format);
  for (const char* column :
       {"component", "kind", "calls", "cache_hits", "failures", "cpu_seconds", "acceptance"})
    if (!table.find(column))
      throw Error(ExitCode::bad_data,
                  fmt::format("{}: expected the table of a run, with a column \"{}\"",
                              evaluations_csv.string(), column));
  std::vector<ComponentCost> costs;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    costs.push_back({table.rows[row][table.find("component").value()],
                     table.rows[row][table.find("kind").value()], number(table, row, "calls"),
                     number(table, row, "failures"), number(table, row, "acceptance"),
                     number(table, row, "cache_hits"), number(table, row, "cpu_seconds")});
  return costs;
}

std::vector<Remark> diagnose_draws(const Draws& draws) {
  const std::vector<SummaryRow> rows = summarize(draws);
  std::vector<Remark> remarks = verdict(rows);
  if (std::optional<Remark> stray = remark_on_stray_chain(draws, rows)) {
    std::erase_if(remarks, [](const Remark& remark) { return !remark.is_warning; });
    remarks.push_back(std::move(*stray));
  }
  if (std::optional<Remark> single = remark_on_single_chain(draws))
    remarks.push_back(std::move(*single));
  return remarks;
}

std::vector<Remark> diagnose_costs(const std::vector<ComponentCost>& costs) {
  std::vector<Remark> remarks;
  for (const ComponentCost& cost : costs)
    for (const std::optional<Remark>& remark :
         {remark_on_failures(cost), remark_on_acceptance(cost)})
      if (remark) remarks.push_back(*remark);
  return remarks;
}

std::vector<Remark> diagnose(const std::filesystem::path& run) {
  Draws draws = read_draws({run});
  make_equally_long(draws);
  std::vector<Remark> remarks = diagnose_draws(draws);
  for (const std::string& notice : draws.notices) remarks.push_back({false, notice});
  for (Remark& remark : diagnose_costs(read_component_costs(RunDirectory(run).evaluations())))
    remarks.push_back(std::move(remark));
  return remarks;
}

bool is_fine(const std::vector<Remark>& remarks) {
  return std::none_of(remarks.begin(), remarks.end(),
                      [](const Remark& remark) { return remark.is_warning; });
}

std::string remarks_text(const std::vector<Remark>& remarks) {
  std::string text;
  for (const Remark& remark : remarks)
    text += fmt::format("{}{}\n", remark.is_warning ? "warning: " : "", remark.text);
  return text;
}

std::string remarks_json(const std::vector<Remark>& remarks) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Remark& remark : remarks)
    json.push_back({{"warning", remark.is_warning}, {"text", remark.text}});
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mcmc
