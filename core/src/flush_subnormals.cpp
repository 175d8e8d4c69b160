#include "mcmc/flush_subnormals.hpp"

#if defined(__x86_64__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace mcmc {

#if defined(__x86_64__)

FlushSubnormals::FlushSubnormals()
    : flush_to_zero_(_MM_GET_FLUSH_ZERO_MODE()),
      denormals_are_zero_(_MM_GET_DENORMALS_ZERO_MODE()) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
}

FlushSubnormals::~FlushSubnormals() {
  _MM_SET_FLUSH_ZERO_MODE(flush_to_zero_);
  _MM_SET_DENORMALS_ZERO_MODE(denormals_are_zero_);
}

#else

FlushSubnormals::FlushSubnormals() = default;
FlushSubnormals::~FlushSubnormals() = default;

#endif

}  // namespace mcmc
