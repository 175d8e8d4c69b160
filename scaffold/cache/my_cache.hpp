#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

#include "mcmc/cache.hpp"
#include "mcmc/options.hpp"

/// Remembers the states that were inserted last, however often they are found again. A search looks
/// at all of them, which is quick for a few.
class MyCache final : public mcmc::Cache {
 public:
  struct Options {
    std::size_t capacity = 8;
    void declare(mcmc::OptionTable& table) {
      table.add("capacity", capacity).at_least(1).doc("How many states are remembered");
    }
  };
  explicit MyCache(const Options& options) : capacity_(options.capacity) {}

  std::optional<double> find(const Eigen::VectorXd& x) override {
    for (const Entry& entry : entries_)
      if (same_bits(entry.x, x)) return entry.log_density;
    return std::nullopt;
  }

  void insert(const Eigen::VectorXd& x, double log_density) override {
    if (entries_.size() < capacity_) entries_.emplace_back();
    Entry& entry = entries_[next_];
    entry.x = x;
    entry.log_density = log_density;
    next_ = (next_ + 1) % capacity_;
  }

  void clear() override {
    entries_.clear();
    next_ = 0;
  }

 private:
  struct Entry {
    Eigen::VectorXd x;
    double log_density = 0;
  };

  /// Not `==`, to which 0.0 and -0.0 are equal.
  static bool same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) ==
               0;
  }

  std::size_t capacity_;
  std::vector<Entry> entries_;
  std::size_t next_ = 0;  ///< the entry that is written next
};
