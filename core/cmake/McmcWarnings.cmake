# Warnings for our own code; not handed to people who build against us.
add_library(mcmc_warnings INTERFACE)
target_compile_options(mcmc_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
  -Wimplicit-fallthrough -Wextra-semi $<$<BOOL:${MCMC_WARNINGS_AS_ERRORS}>:-Werror>
  # Designated initialisers leave out what has a default.
  -Wno-missing-field-initializers
  # GCC 12 is wrong in these: about std::string (bug 105651) and its own AVX-512 header (bug 105593).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                           -Wno-maybe-uninitialized -Wno-uninitialized>)
