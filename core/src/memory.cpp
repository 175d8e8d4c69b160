#include "mcmc/memory.hpp"

#include <cstdlib>

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

}  // namespace mcmc
