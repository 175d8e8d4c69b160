#include "draw_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mcmc {
namespace {

/// Readers of draw files know no infinities.
double finite(double value) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::isnan(value) ? 0 : std::clamp(value, -largest, largest);
}

}  // namespace

DrawSink::~DrawSink() = default;

DrawColumns::DrawColumns(const Target& target)
    : names_{"lp__", "accept_stat__"},
      derived_(dynamic_cast<const HasDerivedOutputs*>(&target.density())),
      prior_(dynamic_cast<const HasLogPrior*>(&target.density())),
      parameters_(static_cast<Eigen::Index>(target.parameters().size())) {
  names_.insert(names_.end(), target.parameters().begin(), target.parameters().end());
  if (derived_ != nullptr) {
    const std::vector<std::string> derived = derived_->derived_names();
    derived_count_ = static_cast<Eigen::Index>(derived.size());
    names_.insert(names_.end(), derived.begin(), derived.end());
  }
  if (prior_ != nullptr) names_.emplace_back("log_likelihood");
}

std::vector<DrawColumn> DrawColumns::columns() const {
  std::vector<DrawColumn> columns{{names_[0], ColumnRole::log_density},
                                  {names_[1], ColumnRole::statistic}};
  const auto first_derived = static_cast<std::size_t>(2 + parameters_);
  for (std::size_t i = 2; i < names_.size(); ++i)
    columns.push_back({names_[i], i < first_derived ? ColumnRole::parameter : ColumnRole::derived});
  return columns;
}

std::vector<std::string> DrawColumns::notes() const {
  return derived_ == nullptr ? std::vector<std::string>{} : derived_->derived_notes();
}

void DrawColumns::fill(Target& target, const State& state, const StepReport& report,
                       Eigen::VectorXd& row) const {
  const double log_density = target.log_density(state);
  row[0] = log_density;
  row[1] = report.mean_acceptance();
  row.segment(2, parameters_) = state.x;
  if (derived_ != nullptr) derived_->derive(state.x, row.segment(2 + parameters_, derived_count_));
  if (prior_ != nullptr) row[row.size() - 1] = log_density - prior_->log_prior(state.x);
  row = row.unaryExpr(&finite);
}

}  // namespace mcmc
