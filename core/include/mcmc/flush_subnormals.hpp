#pragma once

namespace mcmc {

/// Makes the calling thread treat subnormal numbers as zero while it lives, and restores what was
/// before. Short length scales fill covariance matrices with subnormals, on which a processor is
/// many times slower. Whoever evaluates densities holds one, in every thread, so that values never
/// depend on who evaluates. Does nothing on processors other than x86.
class FlushSubnormals {
 public:
  FlushSubnormals();
  ~FlushSubnormals();
  FlushSubnormals(const FlushSubnormals&) = delete;
  FlushSubnormals& operator=(const FlushSubnormals&) = delete;

 private:
  [[maybe_unused]] unsigned flush_to_zero_ = 0;
  [[maybe_unused]] unsigned denormals_are_zero_ = 0;
};

}  // namespace mcmc
