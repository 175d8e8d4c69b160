#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mcmc/node.hpp"
#include "mcmc/registry.hpp"

namespace mcmc {

/// A written-back pipeline as one list of its values, each with what its option's declaration says.
struct WrittenValues {
  struct Value {
    std::string text;
    bool affects_draws = true;
    bool is_path = false;
  };
  /// By where they stand: "densities.posterior.cache.capacity". Items of lists count from 1.
  std::map<std::string, Value> values;
  std::map<std::string, std::string> plugins;  ///< versions by name, of all components
  std::set<std::string> paths;                 ///< texts of the options that are paths
};

/// @param document of a pipeline, with every default filled in
WrittenValues written_values(const Node& document, const Registry& registry);

/// A value that is not the same in two pipelines.
struct Difference {
  std::string place;
  std::string before;  ///< "nothing" where there is none
  std::string now;
  bool affects_draws;
};

/// In the order of places.
std::vector<Difference> differences(const WrittenValues& before, const WrittenValues& now);

}  // namespace mcmc
