#include <fmt/format.h>

#include <boost/crc.hpp>
#include <filesystem>
#include <memory>

#include "checkpoints.hpp"
#include "fuzz.hpp"
#include "mcmc/pipeline.hpp"
#include "mcmc/registry.hpp"

namespace {

constexpr const char* pipeline_text =
    "densities: {target: {type: toy.gaussian, dimension: 2}}\n"
    "sample: {chains: 1, transition: {type: metropolis, target: target}, start: {x: 0}}\n";

struct Host {
  mcmc::Registry registry;
  mcmc::fuzz::ScratchFile file{"pipeline.yaml"};
  std::unique_ptr<mcmc::Pipeline> pipeline;
  std::filesystem::path folder;
  Host() {
    mcmc::add_core_components(registry);
    registry.load_folder(MCMC_PLUGIN_FOLDER, true);
    pipeline = std::make_unique<mcmc::Pipeline>(file.holding(pipeline_text), registry);
    folder = std::filesystem::path(file.holding(pipeline_text)).string() + "-checkpoint";
    std::filesystem::create_directories(folder);
  }
  ~Host() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
};

/// With the right checksum, or nothing would get further.
std::string with_first_line(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return fmt::format("mcmc-host checkpoint 1 {:08x} {}\n{}", crc.checksum(), bytes.size(), bytes);
}

}  // namespace

/// An even first byte means that the rest is the whole file, an odd one that it is what the file
/// holds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Host host;
  if (size == 0) return 0;
  const std::string_view rest = mcmc::fuzz::bytes(data + 1, size - 1);
  std::ofstream(host.folder / "chain-1", std::ios::binary | std::ios::trunc)
      << (data[0] % 2 == 0 ? std::string(rest) : with_first_line(rest));
  mcmc::fuzz::require_answer([&] {
    std::vector<std::unique_ptr<mcmc::Chain>> chains;
    chains.push_back(std::make_unique<mcmc::Chain>(host.pipeline->build(), 1));
    const mcmc::Checkpoints checkpoints(host.folder, 1);
    checkpoints.restore(chains);
    chains.front()->check_log_density(0);
  });
  return 0;
}
