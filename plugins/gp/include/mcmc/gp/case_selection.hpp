#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcmc/gp/dataset.hpp"
#include "mcmc/options.hpp"

namespace mcmc::gp {

/// The options `size`, `rows` and `seed` of an approximation: which of the cases it uses.
struct CaseSelection {
  std::optional<std::size_t> size = {};
  std::vector<std::size_t> rows = {};  ///< data rows of the file, from 1
  std::uint64_t seed = 1;

  void declare(OptionTable& table);

  /// Positions of the chosen cases in the data, all different. By `rows`: in their order. By
  /// `size`: the first of a permutation that depends on nothing but `seed` and the number of
  /// cases, so that all chains choose the same cases and a smaller size some of a larger one's.
  /// @throws OptionError unless exactly one of both is given and all rows exist, once each
  std::vector<Eigen::Index> choose(const Dataset& data) const;
};

}  // namespace mcmc::gp
