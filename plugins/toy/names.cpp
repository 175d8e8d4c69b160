#include "names.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mcmc::toy {

ParameterNames coordinate_names(std::size_t dimension) {
  if (dimension == 1) return ParameterNames({"x"});
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= dimension; ++i) names.push_back("x." + std::to_string(i));
  return ParameterNames(std::move(names));
}

}  // namespace mcmc::toy
