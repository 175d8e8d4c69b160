#include "option_visit.hpp"

#include "kind_options.hpp"

namespace mcmc {

void for_each_option(const ComponentType& type,
                     const std::function<void(const OptionSpec&)>& visit) {
  const auto own = type.make_options();
  for (const auto& row : own->table().rows()) visit(row->spec);
  if (const auto common = kind_options(type.kind))
    for (const auto& row : common->table().rows()) visit(row->spec);
}

}  // namespace mcmc
