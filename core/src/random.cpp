#include "mcmc/random.hpp"

#include <Random123/philox.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>

namespace mcmc {
namespace {

/// The words of one Philox stream, as a generator for Boost's distributions. A block of four words
/// is a function of the key (seed, chain) and of the counter (block, 0, 0, purpose).
class PhiloxWords {
 public:
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  PhiloxWords(std::uint64_t seed, std::uint64_t chain, Purpose purpose)
      : key_{{seed, chain}}, purpose_(static_cast<std::uint64_t>(purpose)) {
    compute_block();
  }

  result_type operator()() {
    if (next_word_ == words_per_block) {
      next_word_ = 0;
      ++block_;
      compute_block();
    }
    return words_[next_word_++];
  }

  /// The number of words used.
  std::uint64_t place() const { return block_ * words_per_block + next_word_; }
  void go_to(std::uint64_t place) {
    block_ = place / words_per_block;
    next_word_ = place % words_per_block;
    compute_block();
  }

 private:
  using Philox = r123::Philox4x64_R<10>;
  static constexpr std::size_t words_per_block = 4;

  void compute_block() {
    const Philox::ctr_type counter{{block_, 0, 0, purpose_}};
    words_ = Philox()(counter, key_);
  }

  Philox::key_type key_;
  std::uint64_t purpose_;
  std::uint64_t block_ = 0;
  std::size_t next_word_ = 0;
  Philox::ctr_type words_;
};

/// Boost's distributions are made anew for each number: none may keep anything between two, or a
/// restored stream would continue differently.
class PhiloxStream final : public RandomStream {
 public:
  PhiloxStream(std::uint64_t seed, std::uint64_t chain, Purpose purpose)
      : words_(seed, chain, purpose) {}

  double uniform() override {
    double u = 0;
    while (u <= 0) u = boost::random::uniform_01<double>()(words_);
    return u;
  }
  std::uint64_t below(std::uint64_t n) override {
    return boost::random::uniform_int_distribution<std::uint64_t>(0, n - 1)(words_);
  }
  bool bernoulli(double p) override {
    if (p >= 1) return true;
    return p > 0 && uniform() < p;
  }
  double normal() override { return boost::random::normal_distribution<double>()(words_); }
  double exponential() override {
    return boost::random::exponential_distribution<double>()(words_);
  }
  std::uint64_t place() const override { return words_.place(); }
  void go_to(std::uint64_t place) override { words_.go_to(place); }

 private:
  PhiloxWords words_;
};

}  // namespace

Random::~Random() = default;

void RandomStream::persist(Archive& archive) {
  std::uint64_t words_used = place();
  archive.integer("words_used", words_used);
  go_to(words_used);
}

std::size_t draw_index(Random& random, const std::vector<double>& weights) {
  double remaining = 0;
  for (const double weight : weights) remaining += weight;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    if (random.bernoulli(weights[i] / remaining)) return i;
    remaining -= weights[i];
  }
  return weights.size() - 1;
}

std::unique_ptr<RandomStream> make_random_stream(std::uint64_t seed, std::uint64_t chain,
                                                 Purpose purpose) {
  return std::make_unique<PhiloxStream>(seed, chain, purpose);
}

}  // namespace mcmc
