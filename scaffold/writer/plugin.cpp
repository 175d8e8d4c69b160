#include "mcmc/plugin.hpp"

#include "my_writer.hpp"

MCMC_PLUGIN("my_writer", "0.1.0") {
  registration.add<MyWriter>("mine.my_writer", "All draws in one table, a line for each");
}
