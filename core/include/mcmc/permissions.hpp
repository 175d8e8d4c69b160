#pragma once

namespace mcmc {

/// What a pipeline may do beyond computing. Its file may come from a stranger, so it may do nothing
/// of this unless the user says so.
struct Permissions {
  bool programs = false;  ///< run programs, and load libraries, that the file names
};

}  // namespace mcmc
