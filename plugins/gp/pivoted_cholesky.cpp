#include "pivoted_cholesky.hpp"

#include <fmt/format.h>

#include "reuse_option.hpp"

namespace mcmc::gp {

namespace {

/// So many columns cost somewhat less than the exact likelihood, and twice as many far more.
Eigen::Index largest_rank(std::optional<std::size_t>& max_rank, const Dataset& data) {
  if (!max_rank) max_rank = static_cast<std::size_t>((data.size() + 3) / 4);
  return rank_among("max_rank", *max_rank, data);
}

}  // namespace

void PivotedCholesky::Options::declare(OptionTable& table) {
  declare_of(table, of);
  table.add("tolerance", tolerance)
      .above(0)
      .doc(
          "Columns are added until the variances that they leave unexplained add up to no more "
          "than this times sigma^2; half of it bounds the error of the log determinant, in nats");
  table.add("max_rank", max_rank)
      .default_is("a quarter of the cases")
      .at_least(1)
      .doc("How many columns there may be, whatever the tolerance");
  declare_reuse(table, reuse);
}

std::vector<Proposal> PivotedCholesky::propose(const TuningProblem& problem) {
  if (!is_exact(problem)) return {};
  const std::string settings = "{type: gp.pivoted_cholesky, of: " + problem.label;
  return {{"pivoted_cholesky", settings + "}", {}},
          {"pivoted_cholesky_coarse", settings + ", tolerance: 1}", {}}};
}

PivotedCholesky::PivotedCholesky(Options& options)
    : GaussianProcess(model_of(*options.of)),
      likelihood_(*model(), options.tolerance, largest_rank(options.max_rank, model()->data()),
                  options.reuse) {}

PivotedCholesky::~PivotedCholesky() = default;

std::string PivotedCholesky::size_in_words() const {
  std::string largest = fmt::format("rank at most {} for {} cases", likelihood_.largest_rank(),
                                    model()->data().size());
  const std::optional<RankAndError> last = likelihood_.last();
  if (!last) return largest;
  return fmt::format(
      "{} ({} at the point evaluated last, where half the log determinant is off by at most {:.2g} "
      "nats, the log likelihood by at most {:.2g})",
      largest, last->rank, last->log_determinant_error, last->error_bound);
}

}  // namespace mcmc::gp
