#include "mcmc/gp/case_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "mcmc/error_list.hpp"
#include "mcmc/random.hpp"

namespace mcmc::gp {

using Eigen::Index;

namespace {

std::vector<Index> first_of_permutation(Index cases, std::size_t size, std::uint64_t seed) {
  std::vector<Index> permutation(static_cast<std::size_t>(cases));
  std::iota(permutation.begin(), permutation.end(), Index{0});
  const std::unique_ptr<RandomStream> random = make_random_stream(seed, 0, Purpose::data);
  for (std::size_t i = 0; i < size; ++i)
    std::swap(permutation[i], permutation[i + random->below(permutation.size() - i)]);
  permutation.resize(size);
  return permutation;
}

Index case_of_row(std::size_t row, const Dataset& data) {
  const std::vector<std::size_t>& numbers = data.row_numbers;
  const auto found = std::find(numbers.begin(), numbers.end(), row);
  if (found != numbers.end()) return found - numbers.begin();
  const std::size_t rows = numbers.size() + data.rows_dropped;
  throw OptionError("rows",
                    row == 0 || row > rows
                        ? fmt::format("there is no row {}: rows count from 1 to {}", row, rows)
                        : fmt::format("row {} is left out because of a missing value", row));
}

}  // namespace

void CaseSelection::declare(OptionTable& table) {
  table.add("size", size)
      .at_least(1)
      .doc("How many cases, chosen at random (or name them with `rows`)");
  table.add("rows", rows)
      .at_least(1)
      .doc("The cases by their data rows in the file, from 1 (or give a `size`)");
  table.add("seed", seed)
      .at_least(0)
      .doc(
          "Of the choice by `size`. Each seed puts the cases in an order, the same for all chains; "
          "`size` takes the first of them, so that smaller sets lie in larger ones");
}

std::vector<Index> CaseSelection::choose(const Dataset& data) const {
  if (size.has_value() && !rows.empty())
    throw OptionError("rows", "the cases are chosen by `size` already: give one or the other");
  if (!size.has_value() && rows.empty())
    throw OptionError("size", "which cases? Give `size`, a number of them, or `rows`, a list");
  if (size.has_value()) {
    if (*size > static_cast<std::size_t>(data.size()))
      throw OptionError("size", fmt::format("there are only {} cases", data.size()));
    return first_of_permutation(data.size(), *size, seed);
  }
  std::vector<Index> cases;
  ErrorList errors;
  for (const std::size_t row : rows)
    errors.attempt([&] {
      const Index position = case_of_row(row, data);
      if (std::find(cases.begin(), cases.end(), position) != cases.end())
        throw OptionError("rows", fmt::format("row {} occurs twice", row));
      cases.push_back(position);
    });
  errors.throw_if_any();
  return cases;
}

}  // namespace mcmc::gp
