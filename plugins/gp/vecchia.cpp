#include "vecchia.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mcmc/error.hpp"
#include "reuse_option.hpp"

namespace mcmc::gp {

namespace {

using Eigen::Index;

/// What one unit of distance is along each input. A constant input tells no cases apart.
Eigen::RowVectorXd units_of(const std::vector<double>& scales, const Eigen::MatrixXd& inputs) {
  if (scales.empty()) {
    const Eigen::MatrixXd centered = inputs.rowwise() - inputs.colwise().mean();
    const Eigen::RowVectorXd norms = centered.colwise().norm();
    const double cases = static_cast<double>(inputs.rows());
    return (norms.array() > 0).select(norms / std::sqrt(cases), 1.0);
  }
  if (scales.size() != static_cast<std::size_t>(inputs.cols()))
    throw OptionError("scales", fmt::format("expected a number for each of the {} inputs, found {}",
                                            inputs.cols(), scales.size()));
  return Eigen::Map<const Eigen::RowVectorXd>(scales.data(), inputs.cols());
}

Conditioning conditioning(const Vecchia::Options& options, const Dataset& data) {
  if (options.neighbours >= static_cast<std::size_t>(data.size()))
    throw OptionError("neighbours", fmt::format("each of {} cases has at most {} others, found {}",
                                                data.size(), data.size() - 1, options.neighbours));
  const Eigen::RowVectorXd units = units_of(options.scales, data.inputs);
  return nearest_earlier(data.inputs.array().rowwise() / units.array(),
                         static_cast<Index>(options.neighbours));
}

}  // namespace

void Vecchia::Options::declare(OptionTable& table) {
  declare_of(table, of);
  table.add("neighbours", neighbours)
      .required()
      .at_least(1)
      .doc("On how many of the cases before it each case depends: the nearest ones");
  table.add("scales", scales)
      .default_is("the standard deviation of each input")
      .above(0)
      .doc(
          "What counts as one unit of distance along each input, such as a guess of its length "
          "scale, in the model's units");
  declare_reuse(table, reuse);
}

std::vector<Proposal> Vecchia::propose(const TuningProblem& problem) {
  std::vector<Proposal> proposals;
  if (!is_exact(problem)) return proposals;
  for (const char* neighbours : {"8", "16", "32"})
    proposals.push_back(
        {fmt::format("vecchia_{}", neighbours),
         fmt::format("{{type: gp.vecchia, of: {}, neighbours: {}}}", problem.label, neighbours),
         {}});
  return proposals;
}

Vecchia::Vecchia(const Options& options)
    : GaussianProcess(model_of(*options.of)),
      likelihood_(*model(), conditioning(options, model()->data()), options.reuse) {}

Vecchia::~Vecchia() = default;

std::string Vecchia::size_in_words() const {
  return fmt::format("{} neighbours for each of {} cases", likelihood_.neighbours(),
                     model()->data().size());
}

}  // namespace mcmc::gp
