#include "mcmc/plugin.hpp"

extern "C" __attribute__((visibility("default"), used, section(MCMC_SECTION)))
const mcmc_plugin_manifest mcmc_plugin = {
    0, MCMC_ABI, sizeof(mcmc_plugin_manifest), nullptr, nullptr, nullptr, nullptr};
