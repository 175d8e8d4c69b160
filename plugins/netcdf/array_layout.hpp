#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "mcmc/writer.hpp"

namespace mcmc::netcdf {

/// A variable of a netCDF file, and the columns of draws that hold its elements.
struct Array {
  std::string name;
  std::vector<std::size_t> shape;     ///< of one draw; none for a single number
  std::vector<Eigen::Index> columns;  ///< of the elements, the last index the quickest
};

/// Puts the elements of vectors and matrices together. Elements of which some are missing, or whose
/// array has the name of another variable, are variables of their own.
/// @param wanted whether a column counts
std::vector<Array> arrays_of(const std::vector<DrawColumn>& columns,
                             bool (*wanted)(const DrawColumn&));

}  // namespace mcmc::netcdf
