#include "mcmc/state.hpp"

#include <catch2/catch.hpp>

using mcmc::ParameterNames;
using Positions = std::vector<std::size_t>;

namespace {

const ParameterNames names({"log_eta", "log_rho.1", "log_sigma", "log_rho.2", "version.old"});

}  // namespace

TEST_CASE("An element's name finds that element") {
  CHECK(names.find("log_eta") == Positions{0});
  CHECK(names.find("log_rho.2") == Positions{3});
}

TEST_CASE("A vector parameter's name finds all its elements, in order") {
  CHECK(names.find("log_rho") == Positions{1, 3});
}

TEST_CASE("An unknown name finds nothing") {
  CHECK(names.find("log_rh").empty());
  CHECK(names.find("log_rho.3").empty());
  CHECK(names.find("log_rho.").empty());
  CHECK(names.find("").empty());
}

TEST_CASE("Only an index after the dot makes an element of a vector") {
  CHECK(names.find("version").empty());
}

TEST_CASE("The known names are the elements and the vectors as wholes") {
  CHECK(names.known_names() == std::vector<std::string>{"log_eta", "log_rho.1", "log_sigma",
                                                        "log_rho.2", "version.old", "log_rho"});
}
