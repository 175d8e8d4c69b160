#pragma once

namespace mcmc {

/// CPU time that the calling thread has used, in seconds. One reading takes about 0.2 microseconds.
double thread_cpu_seconds();

}  // namespace mcmc
