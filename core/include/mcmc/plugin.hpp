#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "mcmc/registry.hpp"

/// How a shared library becomes a plugin:
///
///   MCMC_PLUGIN("my_plugin", "1.0.0") {
///     registration.add<MyDensity>("my.density", "What it is, in one line");
///   }
///
/// once per library, in one source. Built by `mcmc_add_plugin` so that it has the host's flags.

/// Changes whenever a public header changes in a way that old plugins would not survive.
#define MCMC_ABI 4
#define MCMC_DETAIL_TEXT_(x) #x
#define MCMC_DETAIL_TEXT(x) MCMC_DETAIL_TEXT_(x)

#if defined(__clang__)
#define MCMC_DETAIL_COMPILER "clang-" MCMC_DETAIL_TEXT(__clang_major__)
#else
#define MCMC_DETAIL_COMPILER "gcc-" MCMC_DETAIL_TEXT(__GNUC__)
#endif

/// What must be the same in host and plugin for objects to be passed between them. The alignment
/// that Eigen assumes follows -march: with another one, memory would be corrupted silently.
#define MCMC_FINGERPRINT \
  MCMC_DETAIL_COMPILER " libstdcxx-abi-" MCMC_DETAIL_TEXT(_GLIBCXX_USE_CXX11_ABI) \
  " eigen-" MCMC_DETAIL_TEXT(EIGEN_WORLD_VERSION) "." MCMC_DETAIL_TEXT(EIGEN_MAJOR_VERSION) "." \
  MCMC_DETAIL_TEXT(EIGEN_MINOR_VERSION) " align-" MCMC_DETAIL_TEXT(EIGEN_MAX_ALIGN_BYTES) "/"   \
  MCMC_DETAIL_TEXT(EIGEN_MAX_STATIC_ALIGN_BYTES)

extern "C" {
/// The one symbol that a plugin exports, in a section whose name holds the ABI number: so the host
/// can refuse a library before it runs any of its code. Plain C; it only grows at the end.
struct mcmc_plugin_manifest {
  std::uint64_t magic;
  std::uint32_t abi;
  std::uint32_t size;  // sizeof(mcmc_plugin_manifest)
  const char* fingerprint;
  const char* name;
  const char* version;
  void (*add_components)(mcmc::Registration*);
};
}

#define MCMC_MAGIC 0x6d636d632d686f73ULL /* "mcmc-hos" */
/// At most eight characters survive in every tool.
#define MCMC_SECTION "mcmcab" MCMC_DETAIL_TEXT(MCMC_ABI)

#define MCMC_PLUGIN(plugin_name, plugin_version)                                     \
  static void mcmc_add_components(mcmc::Registration& registration);                 \
  extern "C" __attribute__((visibility("default"), used, section(MCMC_SECTION)))     \
  const mcmc_plugin_manifest mcmc_plugin = {                                         \
      MCMC_MAGIC,                                                                    \
      MCMC_ABI,                                                                      \
      sizeof(mcmc_plugin_manifest),                                                  \
      MCMC_FINGERPRINT,                                                              \
      plugin_name,                                                                   \
      plugin_version,                                                                \
      [](mcmc::Registration* registration) { mcmc_add_components(*registration); }}; \
  static void mcmc_add_components([[maybe_unused]] mcmc::Registration& registration)
