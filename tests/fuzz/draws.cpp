#include "mcmc/draws.hpp"

#include "fuzz.hpp"
#include "mcmc/summary.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mcmc::fuzz::ScratchFile file("chain-1.csv");
  mcmc::fuzz::require_answer([&] {
    mcmc::Draws draws = mcmc::read_draws({file.holding(mcmc::fuzz::bytes(data, size))});
    mcmc::make_equally_long(draws);
    mcmc::summarize(draws);
  });
  return 0;
}
