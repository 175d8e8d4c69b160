#include "saved_values.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

#include "mcmc/error.hpp"
#include "temporary_directory.hpp"

namespace mcmc {
namespace {

SavedValues some_values() {
  SavedValues values;
  values.set("count", std::uint64_t{0xffffffffffffffff});
  values.set("state", Eigen::VectorXd(Eigen::Vector4d(-0.0, std::nan(""), 5e-324,
                                                      -std::numeric_limits<double>::infinity())));
  values.set("nothing", Eigen::VectorXd(0));
  values.set("pipeline", std::string("a: 1\n\0b", 8));
  return values;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

void put(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

ExitCode code_of_reading(const std::filesystem::path& file) {
  try {
    SavedValues::read(file, "delete it");
    return ExitCode::ok;
  } catch (const Error& error) {
    return error.code();
  }
}

}  // namespace

TEST_CASE("Saved values are read back bit for bit") {
  const testing::TemporaryDirectory place;
  const auto file = place.path() / "checkpoint";
  some_values().write(file);
  const SavedValues read = SavedValues::read(file, "");
  CHECK(read.get<std::uint64_t>("count") == 0xffffffffffffffff);
  const Eigen::VectorXd& state = read.get<Eigen::VectorXd>("state");
  const Eigen::VectorXd expected = some_values().get<Eigen::VectorXd>("state");
  REQUIRE(state.size() == 4);
  CHECK(std::memcmp(state.data(), expected.data(), 4 * sizeof(double)) == 0);
  CHECK(read.get<Eigen::VectorXd>("nothing").size() == 0);
  CHECK(read.get<std::string>("pipeline").size() == 8);
  CHECK_FALSE(std::filesystem::exists(file.string() + ".new"));
}

TEST_CASE("Any bit that is changed and any end that is cut off is noticed") {
  const testing::TemporaryDirectory place;
  const auto file = place.path() / "checkpoint";
  some_values().write(file);
  const std::string good = bytes_of(file);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    put(file, bad);
    CHECK(code_of_reading(file) == ExitCode::bad_data);
    put(file, good.substr(0, i));
    CHECK(code_of_reading(file) == ExitCode::bad_data);
  }
  put(file, good + "x");
  CHECK(code_of_reading(file) == ExitCode::bad_data);
  put(file, good);
  CHECK(code_of_reading(file) == ExitCode::ok);
}

TEST_CASE("A file that cannot be read is no input") {
  const testing::TemporaryDirectory place;
  CHECK(code_of_reading(place.path() / "nowhere") == ExitCode::no_input);
  CHECK(code_of_reading(place.path()) == ExitCode::no_input);
}

TEST_CASE("A value that was not saved, or is of another type, is refused") {
  const SavedValues values = some_values();
  CHECK_THROWS_AS(values.get<std::uint64_t>("counts"), Error);
  CHECK_THROWS_AS(values.get<std::uint64_t>("state"), Error);
}

TEST_CASE("An array of a known size is not put back with another") {
  SavedValues values;
  Eigen::VectorXd widths = Eigen::VectorXd::Ones(3);
  SavingArchive(values, "slice/").fixed_array("width", widths);
  Eigen::VectorXd fewer = Eigen::VectorXd::Ones(2);
  CHECK_THROWS_AS(RestoringArchive(values, "slice/").fixed_array("width", fewer), Error);
  Eigen::VectorXd any;
  RestoringArchive(values, "slice/").array("width", any);
  CHECK(any == widths);
}

}  // namespace mcmc
