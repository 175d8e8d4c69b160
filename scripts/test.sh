#!/usr/bin/env bash
# Builds and tests everything, installing what is missing; warnings are errors.
#   scripts/test.sh            all of it: format, release build, sanitizers
#   scripts/test.sh --quick    the release build and its tests alone
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top"
quick=false
case "${1:-}" in
  --quick) quick=true ;;
  "") ;;
  *) echo "usage: scripts/test.sh [--quick]" >&2; exit 64 ;;
esac

step() { printf '\n== %s\n' "$1"; }

build_and_test() {  # PRESET [ctest arguments]
  local preset=$1
  shift
  cmake --preset "$preset" "${cmake_options[@]}" >/dev/null
  cmake --build --preset "$preset"
  ctest --preset "$preset" -j"$(nproc)" "$@"
}

cmake_options=(-DMCMC_WARNINGS_AS_ERRORS=ON)
if command -v ccache >/dev/null; then cmake_options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

step "packages"
scripts/packages.sh --tests

step "release build and tests"
build_and_test release -LE slow

if ! $quick; then
  step "format"
  git ls-files -z '*.cpp' '*.hpp' | xargs -0 clang-format --dry-run --Werror
  step "address and undefined behaviour sanitizers"
  build_and_test asan-ubsan
  step "thread sanitizer on a run of two chains"
  build_and_test tsan -L threads
fi
