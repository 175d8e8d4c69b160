#pragma once

#include <filesystem>

namespace mcmc::stan {

/// A model with its data, of which only the library knows what it is.
struct Model;
struct RandomNumbers;

/// The functions of a compiled model that are called here, those of BridgeStan 2. Where one fails
/// it returns null, or a number that is not 0, and may leave a message, which `free_message` takes
/// back.
struct StanLibrary {
  /// Loads the library, which stays until the program ends: what it has made may outlive its users.
  /// @throws Error no_input when there is no such file, OptionError for a library of another kind
  explicit StanLibrary(const std::filesystem::path& file);

  Model* (*construct)(const char* data, unsigned seed, char** message);
  void (*destruct)(Model*);
  void (*free_message)(char*);
  const char* (*info)(const Model*);
  /// Separated by commas.
  const char* (*constrained_names)(const Model*, bool transformed, bool generated);
  const char* (*unconstrained_names)(const Model*);
  int (*constrained_count)(const Model*, bool transformed, bool generated);
  int (*unconstrained_count)(const Model*);
  int (*constrain)(const Model*, bool transformed, bool generated, const double* unconstrained,
                   double* constrained, RandomNumbers*, char** message);
  int (*log_density)(const Model*, bool drop_constants, bool with_jacobian,
                     const double* unconstrained, double* log_density, char** message);
};

}  // namespace mcmc::stan
