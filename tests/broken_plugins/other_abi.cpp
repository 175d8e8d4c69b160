// A plugin of another ABI, as its section says before any of its code runs.
extern "C" __attribute__((visibility("default"), used, section("mcmcab0")))
const unsigned long mcmc_plugin[8] = {};
