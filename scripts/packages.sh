#!/usr/bin/env bash
# Installs the Debian packages that are missing: those to build and run, with --tests those that only
# the tests need, with --coverage those that count which lines they run, and with --clang the compiler
# that has the sanitizers and the fuzzers. Does nothing, and needs no rights, when all are there.
set -euo pipefail

packages=(g++ cmake ninja-build libboost-dev libboost-filesystem-dev libboost-iostreams-dev
  libboost-program-options-dev libeigen3-dev libfmt-dev libspdlog-dev libspectra-dev libyaml-cpp-dev
  libnetcdf-dev librandom123-dev nlohmann-json3-dev)
command -v npm >/dev/null || packages+=(npm)  # for the page of `report`; not all Node.js are Debian's
case "${1:-}" in
  --tests | --coverage) packages+=(catch2 chromium clang-format clang-tidy libbenchmark-dev python3 python3-jsonschema
    python3-netcdf4 python3-yaml r-cran-coda r-cran-posterior r-cran-rstan) ;;&
  --coverage) packages+=(gcovr) ;;
  --clang) packages+=(clang libclang-rt-dev) ;;
esac

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
((${#missing[@]})) || exit 0

root=()
if [[ $(id -u) != 0 ]]; then root=(sudo); fi
echo "Installing: ${missing[*]}" >&2
"${root[@]}" apt-get update -q
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
