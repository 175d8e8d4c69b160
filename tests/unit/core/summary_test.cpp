#include "mcmc/summary.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "mcmc/diagnostics.hpp"

using Catch::Matchers::Contains;
using mcmc::SummaryRow;
using Names = std::vector<std::string>;
using Rows = std::vector<SummaryRow>;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

SummaryRow good_row(const std::string& variable) {
  return {variable, 0.1,       1.0 / 3, 0.0123456, 0.00987, -0.449,
          0.101,    12345.678, 1000,    900,       1.0023,  1.25};
}

SummaryRow row_with(const std::string& variable, double rhat, double ess_bulk, double ess_tail) {
  SummaryRow row = good_row(variable);
  row.rhat = rhat;
  row.ess_bulk = ess_bulk;
  row.ess_tail = ess_tail;
  return row;
}

SummaryRow constant_row(const std::string& variable) {
  SummaryRow row = row_with(variable, not_a_number, not_a_number, not_a_number);
  row.sd = 0;
  return row;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

/// Draws without any pattern that the diagnostics would mind.
mcmc::Draws some_draws(const std::vector<std::string>& names) {
  mcmc::Draws draws;
  draws.names = names;
  std::uint64_t state = 1;
  for (int chain = 0; chain < 2; ++chain) {
    Eigen::MatrixXd x(100, static_cast<Eigen::Index>(names.size()));
    for (double& value : x.reshaped())
      value = static_cast<double>(state = state * 16807 % 2147483647) / 2147483647;
    draws.chains.push_back(x);
  }
  return draws;
}

}  // namespace

TEST_CASE("Every variable is summarised but the sampler's own columns") {
  const Rows rows = mcmc::summarize(
      some_draws({"lp__", "accept_stat__", "log_rho.1", "_x", "log_likelihood", "y_"}));
  std::vector<std::string> variables;
  for (const SummaryRow& row : rows) variables.push_back(row.variable);
  CHECK(variables == std::vector<std::string>{"lp__", "log_rho.1", "_x", "log_likelihood", "y_"});
}

TEST_CASE("A summary row holds the diagnostics of its variable") {
  const mcmc::Draws draws = some_draws({"x", "y"});
  const Eigen::MatrixXd y = draws.column("y");
  const SummaryRow row = mcmc::summarize(draws).at(1);
  CHECK(row.mean == mcmc::mean(y));
  CHECK(row.sd == mcmc::standard_deviation(y));
  CHECK(row.mcse_mean == mcmc::mcse_mean(y));
  CHECK(row.mcse_sd == mcmc::mcse_sd(y));
  CHECK(row.q5 == mcmc::quantile(y, 0.05));
  CHECK(row.q50 == mcmc::quantile(y, 0.5));
  CHECK(row.q95 == mcmc::quantile(y, 0.95));
  CHECK(row.ess_bulk == mcmc::ess_bulk(y));
  CHECK(row.ess_tail == mcmc::ess_tail(y));
  CHECK(row.rhat == mcmc::rhat(y));
  CHECK(row.autocorrelation_time == mcmc::autocorrelation_time(y));
}

TEST_CASE("The CSV summary reads back as the same numbers") {
  const std::vector<std::string> csv = lines(mcmc::summary_csv({good_row("log_rho.1")}));
  REQUIRE(csv.size() == 2);
  CHECK(csv[0] ==
        "variable,mean,sd,mcse_mean,mcse_sd,q5,q50,q95,ess_bulk,ess_tail,rhat,"
        "autocorrelation_time");
  CHECK(csv[1] ==
        "log_rho.1,0.1,0.3333333333333333,0.0123456,0.00987,-0.449,0.101,12345.678,1000,900,"
        "1.0023,1.25");
}

TEST_CASE("In the CSV summary NaN is an empty cell and an infinity stays one") {
  const std::string csv = mcmc::summary_csv({row_with("x", infinity, not_a_number, 3)});
  CHECK(lines(csv).at(1) ==
        "x,0.1,0.3333333333333333,0.0123456,0.00987,-0.449,0.101,12345.678,,3,"
        "inf,1.25");
}

TEST_CASE("The JSON summary has the members in order, and null for what JSON cannot say") {
  const auto json = nlohmann::ordered_json::parse(
      mcmc::summary_json({row_with("x", infinity, not_a_number, 3), good_row("y")}));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["variable"] == "x");
  CHECK(json[0]["rhat"].is_null());
  CHECK(json[0]["ess_bulk"].is_null());
  CHECK(json[0]["ess_tail"] == 3);
  CHECK(json[1]["sd"] == 1.0 / 3);
  std::vector<std::string> members;
  for (const auto& [member, value] : json[1].items()) members.push_back(member);
  CHECK(members.front() == "variable");
  CHECK(members.at(1) == "mean");
  CHECK(members.back() == "autocorrelation_time");
  CHECK(members.size() == 12);
}

TEST_CASE("The table is aligned, short of digits and at most 120 columns wide") {
  SummaryRow wide = good_row("log_likelihood");
  wide.mean = wide.q5 = wide.q50 = wide.q95 = -0.0012345;
  wide.ess_bulk = wide.ess_tail = 12345;
  wide.autocorrelation_time = 1234.5;
  const std::vector<std::string> table =
      lines(mcmc::summary_table({good_row("x"), wide, constant_row("c")}));
  REQUIRE(table.size() == 5);
  CHECK_THAT(table[0], Contains("mcse") && Contains("autocorrelation"));
  CHECK_THAT(table[1], Contains("variable") && Contains("rhat") && Contains("time"));
  CHECK_THAT(table[2], Contains("0.1000") && Contains("0.3333") && Contains(" 0.012 ") &&
                           Contains(" 12346 ") && Contains(" 1.002 ") && Contains(" 1.25"));
  CHECK_THAT(table[3], Contains("-0.001234 ") && Contains("  12345") && Contains(" 1234"));
  CHECK_THAT(table[4], Contains(" - "));
  for (const std::string& line : table) CHECK(line.size() <= 120);
  // Right-aligned numbers end where their names do.
  const std::size_t rhat_ends = table[1].find("rhat") + 4;
  CHECK(table[2].substr(0, rhat_ends).ends_with("1.002"));
  CHECK(table[4].substr(0, rhat_ends).ends_with("  -"));
}

TEST_CASE("Very large and very small numbers are written with an exponent") {
  SummaryRow row = good_row("x");
  row.mean = -1234567;
  row.q5 = 1e-9;
  row.q50 = 0;
  row.q95 = infinity;
  CHECK_THAT(mcmc::summary_table({row}), Contains("-1.235e+06") && Contains("1.000e-09") &&
                                             Contains(" 0 ") && Contains(" inf "));
}

TEST_CASE("When nothing is wrong, one line says so") {
  const std::vector<mcmc::Remark> remarks =
      mcmc::verdict({good_row("x"), row_with("y", 1.0099, 400, 800), constant_row("c")});
  REQUIRE(remarks.size() == 1);
  CHECK_FALSE(remarks[0].is_warning);
  CHECK_THAT(remarks[0].text, Contains("The chains agree") && Contains("1.010") && Contains("400"));
}

TEST_CASE("R-hat above 1.01 is a warning that names the worst variables first") {
  const std::vector<mcmc::Remark> remarks =
      mcmc::verdict({row_with("a", 1.02, 500, 500), good_row("fine"), row_with("b", 1.5, 500, 500),
                     row_with("c", 1.011, 500, 500), row_with("d", infinity, 500, 500)});
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].is_warning);
  CHECK_THAT(remarks[0].text,
             Contains("d inf, b 1.500, a 1.020 and 1 more") && Contains("warm-up"));
  CHECK_THAT(remarks[0].text, !Contains("fine"));
}

TEST_CASE("An effective sample size below 400 is a warning, be it of the bulk or the tail") {
  const std::vector<mcmc::Remark> remarks =
      mcmc::verdict({row_with("a", 1, 399, 500), row_with("b", 1, 500, 100),
                     row_with("two_values", 1, 500, not_a_number)});
  REQUIRE(remarks.size() == 1);
  CHECK_THAT(remarks[0].text,
             Contains("fewer than 400 for b 100, a 399.") && Contains("about 4 times"));
}

TEST_CASE("Every kind of trouble gets its own warning") {
  const std::vector<mcmc::Remark> remarks =
      mcmc::verdict({row_with("a", 1.3, 10, 12), row_with("short", 1, not_a_number, not_a_number)});
  REQUIRE(remarks.size() == 3);
  CHECK_THAT(remarks[0].text, Contains("unknown for short") && Contains("12 draws"));
  CHECK_THAT(remarks[1].text, Contains("The chains disagree"));
  CHECK_THAT(remarks[2].text, Contains("Few effective draws"));
}

TEST_CASE("A variable that never changes is no trouble") {
  CHECK_THAT(mcmc::verdict({constant_row("c")}).at(0).text, Contains("No variable changes"));
  mcmc::Draws draws = some_draws({"x"});
  for (Eigen::MatrixXd& chain : draws.chains) chain.setConstant(0.1);
  CHECK_THAT(mcmc::verdict(mcmc::summarize(draws)).at(0).text, Contains("No variable changes"));
}

TEST_CASE("Chains that never move are a warning, even where they stand at the same place") {
  mcmc::Draws draws = some_draws({"lp__", "x"});
  draws.chains[0].setConstant(1);
  draws.chains[1].setConstant(2);
  const std::vector<mcmc::Remark> apart = mcmc::verdict(mcmc::summarize(draws));
  REQUIRE_FALSE(apart.empty());
  CHECK(apart[0].is_warning);
  CHECK_THAT(apart[0].text, Contains("The chains are stuck: lp__, x never"));
  draws.chains[1].setConstant(1);
  CHECK_THAT(mcmc::verdict(mcmc::summarize(draws)).at(0).text,
             Contains("The chains are stuck: lp__"));
}

TEST_CASE("Rows of some variables come in the order in which they are named, vectors whole") {
  const Rows rows{good_row("lp__"), good_row("log_rho.1"), good_row("log_rho.2"), good_row("eta")};
  Names chosen;
  for (const SummaryRow& row : mcmc::rows_of(rows, {"eta", "log_rho"}))
    chosen.push_back(row.variable);
  CHECK(chosen == Names{"eta", "log_rho.1", "log_rho.2"});
  CHECK_THROWS_WITH(mcmc::rows_of(rows, {"log_roh"}),
                    Contains("\"log_roh\"") && Contains("did you mean \"log_rho\"?"));
}

TEST_CASE("Rows are sorted by the worst R-hat, the fewest effective draws, or their names") {
  const Rows rows{row_with("b", 1.0, 900, 100), row_with("a", 1.2, 500, 600), constant_row("c"),
                  row_with("d", 1.1, 50, 700)};
  const auto order = [&](const std::string& by) {
    Rows sorted = rows;
    mcmc::sort_rows(sorted, by);
    std::string names;
    for (const SummaryRow& row : sorted) names += row.variable;
    return names;
  };
  CHECK(order("rhat") == "adbc");
  CHECK(order("ess") == "dbac");
  CHECK(order("name") == "abcd");
  CHECK_THROWS_WITH(order("rhatt"), Contains("did you mean \"rhat\"?"));
}
