#include "mcmc/pipeline.hpp"

#include "fuzz.hpp"
#include "mcmc/registry.hpp"

namespace {

mcmc::Registry& registry() {
  static mcmc::Registry all;
  if (all.types().empty()) {
    mcmc::add_core_components(all);
    all.load_folder(MCMC_PLUGIN_FOLDER, true);
  }
  return all;
}

}  // namespace

/// A pipeline that is taken is written back as one that is taken too, and is written the same
/// again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mcmc::fuzz::ScratchFile file("pipeline.yaml"), again("again.yaml");
  std::string written;
  mcmc::fuzz::require_answer([&] {
    const mcmc::Pipeline pipeline(file.holding(mcmc::fuzz::bytes(data, size)), registry());
    written = pipeline.written(".");
  });
  if (written.empty()) return 0;
  if (mcmc::Pipeline(again.holding(written), registry()).written(".") != written) std::abort();
  return 0;
}
