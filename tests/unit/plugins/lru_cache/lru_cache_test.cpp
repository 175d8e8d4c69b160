#include "lru_cache/lru_cache.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <list>
#include <utility>

#include "mcmc/random.hpp"

using mcmc::lru_cache::LruCache;

namespace {

Eigen::VectorXd point(double x, double y = 0) {
  return Eigen::Vector2d(x, y);
}

/// The same thing written without any thought for speed.
class PlainCache {
 public:
  explicit PlainCache(std::size_t capacity) : capacity_(capacity) {}
  std::optional<double> find(double x) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry)
      if (entry->first == x) {
        entries_.splice(entries_.begin(), entries_, entry);
        return entry->second;
      }
    return std::nullopt;
  }
  void insert(double x, double value) {
    if (find(x)) entries_.pop_front();
    if (entries_.size() == capacity_) entries_.pop_back();
    entries_.emplace_front(x, value);
  }

 private:
  std::size_t capacity_;
  std::list<std::pair<double, double>> entries_;
};

}  // namespace

TEST_CASE("An empty cache finds nothing") {
  LruCache cache(4);
  CHECK_FALSE(cache.find(point(1)));
}

TEST_CASE("A hit returns the bits that were inserted") {
  LruCache cache(4);
  const double value = -1.0 / 3;
  cache.insert(point(1, 2), value);
  cache.insert(point(1, 3), -std::numeric_limits<double>::infinity());
  CHECK(cache.find(point(1, 2)) == value);
  CHECK(cache.find(point(1, 3)) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("Every coordinate's every bit counts") {
  LruCache cache(4);
  cache.insert(point(1, 2), 5);
  CHECK_FALSE(cache.find(point(2, 1)));
  CHECK_FALSE(cache.find(point(1, std::nextafter(2.0, 3.0))));
}

TEST_CASE("Zero and minus zero are different keys") {
  LruCache cache(4);
  cache.insert(point(0.0), 1);
  CHECK_FALSE(cache.find(point(-0.0)));
  cache.insert(point(-0.0), 2);
  CHECK(cache.find(point(0.0)) == 1.0);
  CHECK(cache.find(point(-0.0)) == 2.0);
}

TEST_CASE("A NaN is found again") {
  LruCache cache(4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  cache.insert(point(nan), 1);
  CHECK(cache.find(point(nan)) == 1.0);
}

TEST_CASE("A full cache forgets the least recently used state") {
  LruCache cache(2);
  cache.insert(point(1), 10);
  cache.insert(point(2), 20);
  cache.find(point(1));
  cache.insert(point(3), 30);
  CHECK(cache.find(point(1)) == 10.0);
  CHECK_FALSE(cache.find(point(2)));
  CHECK(cache.find(point(3)) == 30.0);
  CHECK(cache.size() == 2);
}

TEST_CASE("A state that is inserted again takes the new value and no second place") {
  LruCache cache(2);
  cache.insert(point(1), 10);
  cache.insert(point(2), 20);
  cache.insert(point(1), 11);
  CHECK(cache.size() == 2);
  CHECK(cache.find(point(1)) == 11.0);
  CHECK(cache.find(point(2)) == 20.0);
}

TEST_CASE("A cache of one state keeps the last one") {
  LruCache cache(1);
  for (int i = 0; i < 5; ++i) cache.insert(point(i), i);
  CHECK(cache.find(point(4)) == 4.0);
  CHECK_FALSE(cache.find(point(3)));
}

TEST_CASE("A cleared cache finds nothing and works on") {
  LruCache cache(2);
  cache.clear();
  cache.insert(point(1), 10);
  cache.insert(point(2), 20);
  cache.clear();
  CHECK(cache.size() == 0);
  CHECK_FALSE(cache.find(point(1)));
  cache.insert(point(2), 21);
  CHECK(cache.find(point(2)) == 21.0);
}

TEST_CASE("Over a long history the cache does what the plainest cache does") {
  for (const std::size_t capacity : {1, 2, 7, 64}) {
    LruCache cache(capacity);
    PlainCache plain(capacity);
    const auto random = mcmc::make_random_stream(capacity, 1, mcmc::Purpose::sampling);
    for (int i = 0; i < 20000; ++i) {
      const auto x = static_cast<double>(random->below(2 * capacity + 1));
      if (random->bernoulli(0.5)) {
        cache.insert(point(x), i);
        plain.insert(x, i);
      } else {
        REQUIRE(cache.find(point(x)) == plain.find(x));
      }
    }
  }
}
