#include "mcmc/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

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

/// The least limit of a folder of Linux's control groups and of those above it. "max" and files
/// that are not there are no limits.
std::optional<double> least_limit(std::filesystem::path group, const std::filesystem::path& top,
                                  const char* file) {
  std::optional<double> least;
  for (;; group = group.parent_path()) {
    double bytes = 0;
    if (std::ifstream(group / file) >> bytes) least = std::min(bytes, least.value_or(bytes));
    if (group == top || !group.has_relative_path()) return least;
  }
}

/// Of this process's control group, as containers and batch systems set it, in both versions of
/// control groups. Each line of the list is "number:controllers:path".
std::optional<double> control_group_limit() {
  std::ifstream list("/proc/self/cgroup");
  for (std::string line; std::getline(list, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty())
      return least_limit("/sys/fs/cgroup" + path, "/sys/fs/cgroup", "memory.max");
    if (controllers == "memory")
      return least_limit("/sys/fs/cgroup/memory" + path, "/sys/fs/cgroup/memory",
                         "memory.limit_in_bytes");
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
