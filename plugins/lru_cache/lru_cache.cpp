#include "lru_cache.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace mcmc::lru_cache {
namespace {

constexpr std::uint32_t empty = std::numeric_limits<std::uint32_t>::max();

/// Multiplication carries only upwards, and the table uses the low bits, so each word and the
/// result have their high bits folded down.
std::uint64_t hash_of(const Eigen::VectorXd& x) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
  std::uint64_t hash = 0;
  for (const double value : x) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * odd;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

LruCache::LruCache(std::size_t capacity) : capacity_(capacity) {}
LruCache::~LruCache() = default;

void LruCache::Options::declare(OptionTable& table) {
  table.add("capacity", capacity)
      .at_least(1)
      .at_most(10'000'000)
      .unit("states")
      .doc("How many states are remembered");
}

std::optional<double> LruCache::find(const Eigen::VectorXd& x) {
  if (size_ == 0) return std::nullopt;
  const Index entry = slots_[slot_of(hash_of(x), x)];
  if (entry == empty) return std::nullopt;
  make_newest(entry);
  return entries_[entry].log_density;
}

void LruCache::insert(const Eigen::VectorXd& x, double log_density) {
  if (slots_.empty()) reserve(static_cast<std::size_t>(x.size()));
  const std::uint64_t hash = hash_of(x);
  if (const Index known = slots_[slot_of(hash, x)]; known != empty) {
    entries_[known].log_density = log_density;
    make_newest(known);
    return;
  }
  const Index entry = take_entry();
  std::copy(x.begin(), x.end(), key(entry));
  entries_[entry].hash = hash;
  entries_[entry].log_density = log_density;
  link_as_newest(entry);
  slots_[slot_of(hash, x)] = entry;
}

void LruCache::clear() {
  std::fill(slots_.begin(), slots_.end(), empty);
  size_ = 0;
  if (!entries_.empty()) {
    const auto head = static_cast<Index>(capacity_);
    entries_[head].newer = entries_[head].older = head;
  }
}

void LruCache::reserve(std::size_t dimension) {
  dimension_ = dimension;
  keys_.resize(capacity_ * dimension);
  entries_.resize(capacity_ + 1);
  slots_.resize(std::bit_ceil(2 * capacity_));
  slot_mask_ = slots_.size() - 1;
  clear();
}

bool LruCache::holds(Index entry, std::uint64_t hash, const Eigen::VectorXd& x) {
  return entries_[entry].hash == hash &&
         std::memcmp(key(entry), x.data(), dimension_ * sizeof(double)) == 0;
}

std::size_t LruCache::slot_of(std::uint64_t hash, const Eigen::VectorXd& x) {
  std::size_t slot = hash & slot_mask_;
  while (slots_[slot] != empty && !holds(slots_[slot], hash, x)) slot = (slot + 1) & slot_mask_;
  return slot;
}

/// Later entries of a run of full slots move up, for a search ends at the first empty one.
void LruCache::empty_slot(std::size_t slot) {
  std::size_t hole = slot;
  for (std::size_t next = (hole + 1) & slot_mask_; slots_[next] != empty;
       next = (next + 1) & slot_mask_) {
    const std::size_t home = entries_[slots_[next]].hash & slot_mask_;
    const bool may_move = ((next - home) & slot_mask_) >= ((next - hole) & slot_mask_);
    if (!may_move) continue;
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = empty;
}

void LruCache::link_as_newest(Index entry) {
  const auto head = static_cast<Index>(capacity_);
  const Index second = entries_[head].older;
  entries_[entry].newer = head;
  entries_[entry].older = second;
  entries_[second].newer = entry;
  entries_[head].older = entry;
}

void LruCache::unlink(Index entry) {
  entries_[entries_[entry].newer].older = entries_[entry].older;
  entries_[entries_[entry].older].newer = entries_[entry].newer;
}

void LruCache::make_newest(Index entry) {
  unlink(entry);
  link_as_newest(entry);
}

/// An unused entry, or the least recently used one, taken out of the table and the list.
LruCache::Index LruCache::take_entry() {
  if (size_ < capacity_) return static_cast<Index>(size_++);
  const Index oldest = entries_[capacity_].newer;
  std::size_t slot = entries_[oldest].hash & slot_mask_;
  while (slots_[slot] != oldest) slot = (slot + 1) & slot_mask_;
  empty_slot(slot);
  unlink(oldest);
  return oldest;
}

}  // namespace mcmc::lru_cache
