#pragma once

#include <string>
#include <vector>

#include "mcmc/draws.hpp"
#include "mcmc/remark.hpp"

namespace mcmc {

/// What a variable's diagnostics should be: R-hat at most, effective sample sizes at least.
constexpr double highest_good_rhat = 1.01;
constexpr double lowest_good_ess = 400;

/// One variable's posterior and how well its chains tell it: `diagnostics.hpp` defines each number
/// and says when it is NaN.
struct SummaryRow {
  std::string variable;
  double mean;
  double sd;
  double mcse_mean;
  double mcse_sd;
  double q5;
  double q50;
  double q95;
  double ess_bulk;
  double ess_tail;
  double rhat;
  double autocorrelation_time;
  /// Whether no chain ever changes this variable, although chains may differ. In no table.
  bool is_stuck = false;
};

/// One row for each variable, in order. Of the sampler's own columns, whose names end in two
/// underscores, `lp__` is summarised only.
std::vector<SummaryRow> summarize(const Draws& draws);

/// The rows of some variables, in the order in which they are named; the name of a vector stands
/// for all its elements. @throws Error usage for a name that is not among them
std::vector<SummaryRow> rows_of(const std::vector<SummaryRow>& rows,
                                const std::vector<std::string>& variables);

/// What `sort_rows` knows: "rhat", highest first; "ess", the lower of bulk and tail, lowest first;
/// "name".
std::vector<std::string> row_orders();
/// Puts the rows in that order; equal ones, and those without a value, which come last, keep
/// theirs.
/// @throws Error usage for an order that is not known
void sort_rows(std::vector<SummaryRow>& rows, const std::string& order);

/// For people: aligned columns, four digits, two of a standard error; "-" for NaN.
std::string summary_table(const std::vector<SummaryRow>& rows);

/// A header with the names of SummaryRow's members, then a line per row. Numbers are the shortest
/// that read back as the same double; NaN is an empty cell, an infinity is inf or -inf.
std::string summary_csv(const std::vector<SummaryRow>& rows);

/// An array of objects with the names of SummaryRow's members. JSON knows neither NaN nor
/// infinities: they are null.
std::string summary_json(const std::vector<SummaryRow>& rows);

/// What the numbers mean: a warning for R-hat above 1.01, for an effective sample size (bulk or
/// tail) below 400, for chains that never move, and for variables that have no diagnostics, with
/// the worst variables and what to try; or, where nothing is wrong, a single remark that says so. A
/// variable that is the same in all draws of all chains is left out, unless it is all there is or
/// it is lp__.
std::vector<Remark> verdict(const std::vector<SummaryRow>& rows);

}  // namespace mcmc
