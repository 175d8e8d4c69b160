#include "mcmc/random.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "mcmc/testing/fixtures.hpp"
#include "mcmc/testing/statistics.hpp"

using namespace mcmc;
using mcmc::testing::kolmogorov_smirnov;

namespace {

std::unique_ptr<RandomStream> stream(std::uint64_t seed = 1, std::uint64_t chain = 1,
                                     Purpose purpose = Purpose::sampling) {
  return make_random_stream(seed, chain, purpose);
}

std::vector<double> uniforms(RandomStream& random, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(random.uniform());
  return values;
}

/// Something of every distribution, some of which use up a varying number of words.
std::vector<double> a_bit_of_everything(RandomStream& random) {
  std::vector<double> values;
  for (int i = 0; i < 50; ++i) {
    values.push_back(random.uniform());
    values.push_back(random.normal());
    values.push_back(random.exponential());
    values.push_back(static_cast<double>(random.below(1000)));
    values.push_back(random.bernoulli(0.5) ? 1 : 0);
  }
  return values;
}

}  // namespace

TEST_CASE(
    "A stream is Philox4x64-10: its first words are the published ones for key 0, counter 0") {
  // Known answers of Salmon et al. (2011), file kat_vectors of Random123.
  const auto random = stream(0, 0, Purpose::start);
  CHECK(random->uniform() == static_cast<double>(0x16554d9eca36314c) * 0x1p-64);
  CHECK(random->uniform() == static_cast<double>(0xdb20fe9d672d0fdc) * 0x1p-64);
  CHECK(random->uniform() == static_cast<double>(0xd7e772cee186176b) * 0x1p-64);
  CHECK(random->uniform() == static_cast<double>(0x7e68b68aec7ba23b) * 0x1p-64);
}

TEST_CASE("Streams of another seed, chain or purpose are other streams") {
  const auto first = uniforms(*stream(), 8);
  CHECK(uniforms(*stream(), 8) == first);
  CHECK(uniforms(*stream(2), 8) != first);
  CHECK(uniforms(*stream(1, 2), 8) != first);
  CHECK(uniforms(*stream(1, 1, Purpose::learning), 8) != first);
}

TEST_CASE("A restored stream continues exactly, from every place within a block") {
  for (int words_before = 0; words_before < 9; ++words_before) {
    const auto original = stream();
    uniforms(*original, words_before);
    mcmc::testing::MemoryArchive archive;
    original->persist(archive);
    archive.put_back();
    const auto restored = stream();
    restored->persist(archive);
    CHECK(a_bit_of_everything(*restored) == a_bit_of_everything(*original));
  }
}

TEST_CASE("Uniforms, normals and exponentials have their distributions") {
  const auto random = stream();
  std::vector<double> uniform, normal, exponential;
  for (int i = 0; i < 20000; ++i) {
    uniform.push_back(random->uniform());
    normal.push_back(random->normal());
    exponential.push_back(random->exponential());
  }
  CHECK(kolmogorov_smirnov(uniform, [](double u) { return u; }) > 1e-3);
  CHECK(kolmogorov_smirnov(normal, mcmc::testing::normal_cdf) > 1e-3);
  CHECK(kolmogorov_smirnov(exponential, [](double e) { return 1 - std::exp(-e); }) > 1e-3);
  for (const double u : uniform) REQUIRE((u > 0 && u < 1));
}

TEST_CASE("below(n) takes each of 0 ... n-1 equally often") {
  const auto random = stream();
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts.at(random->below(7));
  for (const int count : counts) CHECK(std::abs(count - 10000) < 400);
  CHECK(random->below(1) == 0);
}

TEST_CASE("below(n) is unbiased even when n is no small part of the range of a word") {
  const auto random = stream();
  const std::uint64_t n = 3ULL << 62;  // taking a word modulo n would hit the first third twice
  int in_first_third = 0;
  for (int i = 0; i < 30000; ++i)
    if (random->below(n) < n / 3) ++in_first_third;
  CHECK(std::abs(in_first_third - 10000) < 400);
}

TEST_CASE("bernoulli(p) is true with probability p") {
  const auto random = stream();
  int hits = 0;
  for (int i = 0; i < 100000; ++i) hits += random->bernoulli(0.3) ? 1 : 0;
  CHECK(std::abs(hits - 30000) < 600);
}

TEST_CASE("A certain bernoulli uses up no random number; above 1 counts as 1, NaN as 0") {
  const auto random = stream();
  CHECK(random->bernoulli(1));
  CHECK(random->bernoulli(std::numeric_limits<double>::infinity()));
  CHECK_FALSE(random->bernoulli(0));
  CHECK_FALSE(random->bernoulli(-1));
  CHECK_FALSE(random->bernoulli(std::numeric_limits<double>::quiet_NaN()));
  CHECK(random->uniform() == stream()->uniform());
}

TEST_CASE("draw_index takes each index in proportion to its weight") {
  const auto random = stream();
  std::vector<int> counts(3, 0);
  for (int i = 0; i < 60000; ++i) ++counts.at(draw_index(*random, {1, 2, 3}));
  CHECK(std::abs(counts[0] - 10000) < 400);
  CHECK(std::abs(counts[1] - 20000) < 500);
  CHECK(draw_index(*random, {5}) == 0);
}
