#include "run_lock.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "mcmc/error.hpp"
#include "temporary_directory.hpp"

namespace mcmc {

TEST_CASE("A lock that is held is refused, also to the same process, until it is given back") {
  const testing::TemporaryDirectory place;
  const auto file = place.path() / "checkpoint" / "lock";
  std::filesystem::create_directory(file.parent_path());
  {
    const RunLock lock(file);
    CHECK_THROWS_AS(RunLock(file), Error);
  }
  CHECK_NOTHROW(RunLock(file));
}

TEST_CASE("A process of this machine may be running until it has ended") {
  LockHolder holder = LockHolder::myself();
  CHECK(holder.may_be_running());
  const LockHolder parsed = LockHolder::parse(holder.text());
  CHECK(parsed.text() == holder.text());
  CHECK(parsed.may_be_running());

  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  holder.process = child;
  CHECK_FALSE(holder.may_be_running());
}

TEST_CASE("A number that another process has by now does not count") {
  LockHolder holder = LockHolder::myself();
  holder.began += "1";
  CHECK_FALSE(holder.may_be_running());
}

TEST_CASE("A process of another machine may be running, whatever can be seen here") {
  LockHolder holder = LockHolder::myself();
  holder.host += "-elsewhere";
  holder.began = "long-ago";
  CHECK(holder.may_be_running());
}

TEST_CASE("A lock file that says nothing is held by nobody") {
  for (const char* text : {"", "\n", "host", "host 12", "host twelve boot:1"})
    CHECK_FALSE(LockHolder::parse(text).may_be_running());
}

}  // namespace mcmc
