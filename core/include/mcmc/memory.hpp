#pragma once

#include <optional>

namespace mcmc {

/// Lets the process keep memory that it frees, for its next request, instead of returning it to the
/// system. Matrix products ask for a work area of some hundred kilobytes again and again: returned
/// each time, its pages are fetched anew each time, which has made a Cholesky factorisation of 900
/// rows five times slower. Called once, at the start of a program, before it has threads. Does
/// nothing where the C library has no such setting.
void keep_freed_memory();

/// Bytes that this process may hold: the machine's memory, or less where its control group says so.
/// Nothing where neither is known.
std::optional<double> memory_limit();

}  // namespace mcmc
