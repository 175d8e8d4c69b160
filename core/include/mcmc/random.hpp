#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mcmc/persistent.hpp"

namespace mcmc {

/// The only source of randomness. Kernels take every random decision through it, so that a test
/// can enumerate all branches of a kernel, and a checkpoint is a few integers.
class Random {
 public:
  Random() = default;
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;
  virtual ~Random();

  /// Uniform on the open interval (0, 1).
  virtual double uniform() = 0;
  /// Uniform on 0 ... n - 1. @pre n > 0
  virtual std::uint64_t below(std::uint64_t n) = 0;
  /// True with probability p; p above 1 counts as 1, and NaN as 0. Only a p strictly between 0 and
  /// 1 uses up a random number.
  virtual bool bernoulli(double p) = 0;
  /// Standard normal.
  virtual double normal() = 0;
  /// Exponential with mean 1.
  virtual double exponential() = 0;
};

/// Index i with probability weights[i] / (their sum), by a decision for or against each in turn.
/// @pre weights are positive and finite, at least one
std::size_t draw_index(Random& random, const std::vector<double>& weights);

/// What a stream of random numbers is for. Streams of different purpose never overlap.
enum class Purpose : std::uint32_t { start = 0, sampling = 1, learning = 2, data = 3 };

/// A `Random` whose place can be saved and restored.
class RandomStream : public Random, public Persistent {
 public:
  /// How much of the stream has been used up: all that it carries.
  virtual std::uint64_t place() const = 0;
  virtual void go_to(std::uint64_t place) = 0;
  void persist(Archive& archive) final;
};

/// The counter-based stream of (seed, chain, purpose): Philox4x64-10 of Salmon et al. (2011),
/// "Parallel random numbers: as easy as 1, 2, 3". Streams are independent, so more chains leave
/// chain 1 as it was, and numbers depend on neither threads nor the standard library.
std::unique_ptr<RandomStream> make_random_stream(std::uint64_t seed, std::uint64_t chain,
                                                 Purpose purpose);

}  // namespace mcmc
