# Warnings for our own code; not handed to people who build against us.
add_library(mcmc_warnings INTERFACE)
target_compile_options(mcmc_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
  -Wimplicit-fallthrough -Wextra-semi $<$<BOOL:${MCMC_WARNINGS_AS_ERRORS}>:-Werror>)
