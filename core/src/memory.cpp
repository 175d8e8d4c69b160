#include "mcmc/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mcmc {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // more than that is refused
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

namespace {

std::optional<double> physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_size <= 0) return std::nullopt;
  return static_cast<double>(pages) * static_cast<double>(page_size);
}

/// Of a container, in both versions of Linux's control groups. "max" and files that are not there
/// give nothing.
std::optional<double> control_group_limit() {
  for (const char* file :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    double bytes = 0;
    if (std::ifstream(file) >> bytes) return bytes;
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> memory_limit() {
  const std::optional<double> machine = physical_memory(), group = control_group_limit();
  if (!machine || !group) return machine ? machine : group;
  return std::min(*machine, *group);
}

}  // namespace mcmc
