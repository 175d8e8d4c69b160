#include "mcmc/suggestion.hpp"

#include <catch2/catch.hpp>
namespace mcmc::testing {

TEST_CASE("The nearest word is the one with the fewest wrong letters") {
  CHECK(nearest("widht", {"weights", "width", "times"}) == "width");
  CHECK(nearest("iteratons", {"rounds", "iterations"}) == "iterations");
  CHECK(nearest("exact", {"gp.eigen_exact", "gp.exact"}) == "gp.exact");
}

TEST_CASE("Among words with as many wrong letters the one with the same beginning is nearest") {
  CHECK(nearest("log_rh", {"log_eta", "log_rho"}) == "log_rho");
  CHECK(nearest("bal", {"cal", "bat"}) == "bat");
  CHECK(nearest("meen", {"seen", "mean"}) == "mean");
}

TEST_CASE("A word that is near to none has no nearest") {
  CHECK_FALSE(nearest("temperature", {"width", "times"}));
  CHECK_FALSE(nearest("xyz", {"lru"}));
  CHECK_FALSE(nearest("", {"lru"}));
  CHECK_FALSE(nearest(std::string(100, 'a'), {std::string(99, 'a')}));
  CHECK(did_you_mean("temperature", {"width"}).empty());
}

TEST_CASE("Two wrong letters are found in words of four or more, one in shorter ones") {
  CHECK(nearest("drwas", {"draws"}) == "draws");
  CHECK(nearest("sizx", {"size"}) == "size");
  CHECK(nearest("siyx", {"size"}) == "size");
  CHECK(nearest("lrw", {"lru"}) == "lru");
  CHECK_FALSE(nearest("lxw", {"lru"}));
}

}  // namespace mcmc::testing
