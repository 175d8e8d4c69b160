#!/usr/bin/env bash
# Runs clang-tidy on core, plugins and apps, as they were configured in a build folder.
#   scripts/tidy.sh BUILD_FOLDER [PATTERN of file names]
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pattern=${2:-"^$top/(core|plugins|apps)/"}

# clang does not know all warnings that g++ is asked for. What is printed beside findings is progress.
run-clang-tidy -quiet -j"$(nproc)" -p "$1" -extra-arg=-Wno-unknown-warning-option "$pattern" \
  2>/dev/null | sed '/^clang-tidy/d; /^$/d'
