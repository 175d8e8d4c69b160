#include "mcmc/memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mcmc {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int work_area = 1 << 28;
  mallopt(M_MMAP_THRESHOLD, work_area);
  mallopt(M_TRIM_THRESHOLD, work_area);
#endif
}

}  // namespace mcmc
