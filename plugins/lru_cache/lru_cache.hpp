#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcmc/cache.hpp"
#include "mcmc/options.hpp"

namespace mcmc::lru_cache {

/// Keeps the most recently used states and forgets the least recently used one when it is full.
/// All memory is taken with the first state: a request allocates nothing.
///
/// Keys are compared as bits: 0.0 and -0.0 differ, and a NaN is found again.
class LruCache final : public Cache {
 public:
  struct Options {
    std::size_t capacity = 1024;
    void declare(OptionTable& table);
  };
  explicit LruCache(Options& options) : LruCache(options.capacity) {}
  /// @pre capacity > 0
  explicit LruCache(std::size_t capacity);
  ~LruCache() override;

  std::optional<double> find(const Eigen::VectorXd& x) override;
  void insert(const Eigen::VectorXd& x, double log_density) override;
  void clear() override;

  std::size_t size() const { return size_; }

 private:
  using Index = std::uint32_t;

  /// One state: its place in the hash table and in the list from most to least recently used.
  struct Entry {
    std::uint64_t hash;
    double log_density;
    Index newer;
    Index older;
  };

  void reserve(std::size_t dimension);
  double* key(Index entry) { return keys_.data() + entry * dimension_; }
  bool holds(Index entry, std::uint64_t hash, const Eigen::VectorXd& x);
  /// The slot that holds x, or the empty slot where it would go.
  std::size_t slot_of(std::uint64_t hash, const Eigen::VectorXd& x);
  void empty_slot(std::size_t slot);

  void link_as_newest(Index entry);
  void unlink(Index entry);
  void make_newest(Index entry);
  Index take_entry();

  std::size_t capacity_;
  std::size_t dimension_ = 0;
  std::size_t size_ = 0;
  std::vector<double> keys_;
  std::vector<Entry> entries_;  // the last one is the list's head: its `older` is the newest state
  std::vector<Index> slots_;    // open addressing with linear probing
  std::size_t slot_mask_ = 0;
};

}  // namespace mcmc::lru_cache
