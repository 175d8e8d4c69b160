#!/usr/bin/env bash
# Builds and tests everything, installing what is missing; warnings are errors.
#   scripts/test.sh                format, release build, all tests
#   scripts/test.sh --quick        the release build and its tests alone
#   scripts/test.sh --deep         the same with twenty times the draws in tests by statistics, with
#                                  sanitizers, and clang-tidy
#   scripts/test.sh --sanitizers   the tests with address, undefined behaviour and thread sanitizers
#   scripts/test.sh --tidy         clang-tidy
#   scripts/test.sh --coverage     which lines of core/ and plugins/ the tests run: at least 92 %
#   scripts/test.sh --kills        200 kills at random moments, after which runs must go on to the same draws;
#                                  started again, it goes on where it was stopped
#   scripts/test.sh --soak         an hour of runs with sanitizers whose system calls, memory and plugins fail
#   scripts/test.sh --fuzz [RUNS]  RUNS of each fuzzer (2 million), which builds on what earlier ones found
#   scripts/test.sh --seeded-bugs  one mistake after another, each of which a test must find
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top"
what=${1:-all}
case "$what" in
  all | --quick | --deep | --sanitizers | --tidy | --coverage | --kills | --soak | --fuzz | --seeded-bugs) ;;
  *) echo "usage: scripts/test.sh [--quick | --deep | --sanitizers | --tidy | --coverage | --kills | --soak | --fuzz [RUNS] | --seeded-bugs]" >&2; exit 64 ;;
esac

step() { printf '\n== %s (after %d:%02d min)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

cmake_options=(-DMCMC_BUILD_TESTS=ON -DMCMC_WARNINGS_AS_ERRORS=ON -DMCMC_REPORT=ON)
if command -v ccache >/dev/null; then
  cmake_options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_BASEDIR=$top CCACHE_NOHASHDIR=1  # so that another checkout finds what this one built
fi

# What is slow and shows sanitizers and coverage nothing that the other tests do not.
about_texts='docs|reference|out_of_tree|includes'
# They fail or kill what is being written, and so damage the files of the counts as well.
spoiling_counts='soak|kill_and_resume'

build_and_test() {  # PRESET TARGET [ctest arguments]
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" "${cmake_options[@]}" >/dev/null
  cmake --build --preset "$preset" --target "$target"
  ctest --preset "$preset" --no-tests=error -j"$(nproc)" "$@"
}

step "packages"
scripts/packages.sh --tests

check_format() {
  step "format"
  git ls-files -z '*.cpp' '*.hpp' | xargs -0 clang-format --dry-run --Werror
}

test_release() {
  step "release build and tests"
  build_and_test release all
}

test_with_sanitizers() {
  scripts/packages.sh --clang
  step "address and undefined behaviour sanitizers"
  build_and_test asan-ubsan all -E "^($about_texts)\$"
  step "thread sanitizer on a run of two chains"
  build_and_test tsan pipeline_tests -L threads
}

fuzz() {  # RUNS
  step "fuzzing"
  scripts/packages.sh --clang
  cmake --preset fuzz "${cmake_options[@]}" -DMCMC_BUILD_TESTS=OFF -DMCMC_REPORT=OFF >/dev/null
  cmake --build --preset fuzz
  tests/fuzz/run.sh build/fuzz "$1"
}

run_tidy() {
  step "clang-tidy"
  # Without tests, whose precompiled headers are g++'s.
  cmake --preset release -B build/tidy -DMCMC_BUILD_TESTS=OFF -DMCMC_REPORT=OFF >/dev/null
  scripts/tidy.sh build/tidy
}

measure_coverage() {
  step "coverage"
  scripts/packages.sh --coverage
  find build/coverage -name '*.gcda' -delete 2>/dev/null || true
  # Other tests kill programs too, or fill their disk. What is wrong with a count then is not for standard
  # error, which tests read.
  export GCOV_ERROR_FILE=$top/build/coverage/gcov-errors.txt
  build_and_test coverage all -E "^($about_texts|$spoiling_counts)\$"
  gcovr --root . --object-directory build/coverage --filter core/ --filter plugins/ \
    --exclude-throw-branches --exclude-unreachable-branches --fail-under-line 92 \
    --txt build/coverage/lines.txt --json build/coverage/lines.json --print-summary
}

# Whoever runs this script has all packages, so no test of what other programs read is skipped.
export MCMC_REQUIRE_READERS=1
case "$what" in
  all)
    check_format
    test_release
    fuzz 20000
    ;;
  --quick) test_release ;;
  --deep)
    check_format
    MCMC_DEEP=1 test_release
    test_with_sanitizers
    run_tidy
    ;;
  --sanitizers) test_with_sanitizers ;;
  --tidy) run_tidy ;;
  --coverage) measure_coverage ;;
  --kills)
    cmake --preset release "${cmake_options[@]}" >/dev/null
    cmake --build --preset release
    step "kills"
    tests/kill_and_resume.py build/release/bin/mcmc-host build/kills
    ;;
  --soak)
    scripts/packages.sh --clang
    cmake --preset asan-ubsan "${cmake_options[@]}" >/dev/null
    cmake --build --preset asan-ubsan
    step "soak"
    tests/soak.py build/asan-ubsan build/soak --minutes 60
    ;;
  --fuzz) fuzz "${2:-2000000}" ;;
  --seeded-bugs) tests/seeded_bugs.py ;;
esac
step "all is well"
