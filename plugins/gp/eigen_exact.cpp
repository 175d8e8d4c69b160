#include "eigen_exact.hpp"

#include "mcmc/error.hpp"

namespace mcmc::gp {

namespace {

Eigen::Index checked_rank(std::size_t rank, const Dataset& data) {
  if (rank < 1 || rank > static_cast<std::size_t>(data.size()))
    throw OptionError("rank", std::to_string(rank) + " is no rank for " +
                                  std::to_string(data.size()) + " cases: expected 1 to " +
                                  std::to_string(data.size()));
  return static_cast<Eigen::Index>(rank);
}

}  // namespace

void EigenExact::Options::declare(OptionTable& table) {
  declare_of(table, of);
  table.add("rank", rank).required().at_least(1).doc("How many eigenvalues");
  table.add("reuse", reuse)
      .doc(
          "Whether eigenvectors are kept while only sigma changes (without a constant term: eta or "
          "sigma); values are the same to the last bit");
}

EigenExact::EigenExact(const Options& options)
    : GaussianProcess(model_of(*options.of)),
      likelihood_(*model(), checked_rank(options.rank, model()->data()), options.reuse) {}

std::string EigenExact::size_in_words() const {
  return "rank " + std::to_string(likelihood_.rank()) + " of " +
         std::to_string(model()->data().size()) + " cases";
}

}  // namespace mcmc::gp
