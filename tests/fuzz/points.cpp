#include "fuzz.hpp"
#include "mcmc/evaluate.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"

namespace {

constexpr const char* pipeline_text =
    "densities: {target: {type: toy.gaussian, dimension: 2}}\n"
    "sample: {transition: {type: slice, target: target}, start: {x: 0}}\n";

struct Host {
  mcmc::Registry registry;
  mcmc::fuzz::ScratchFile file{"pipeline.yaml"};
  std::unique_ptr<mcmc::Pipeline> pipeline;
  Host() {
    mcmc::add_core_components(registry);
    registry.load_folder(MCMC_PLUGIN_FOLDER, true);
    pipeline = std::make_unique<mcmc::Pipeline>(file.holding(pipeline_text), registry);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Host host;
  static const mcmc::fuzz::ScratchFile file("points.csv");
  mcmc::fuzz::require_answer([&] {
    mcmc::evaluate_points(*host.pipeline, "target", file.holding(mcmc::fuzz::bytes(data, size)), 1);
  });
  return 0;
}
