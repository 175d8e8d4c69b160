#include "mcmc/plugin.hpp"

// The section is the host's, but the manifest in it is of another ABI.
extern "C" __attribute__((visibility("default"), used, section(MCMC_SECTION)))
const mcmc_plugin_manifest mcmc_plugin = {
    MCMC_MAGIC, MCMC_ABI + 1, sizeof(mcmc_plugin_manifest), MCMC_FINGERPRINT, "other_number",
    "1.0.0",    nullptr};
