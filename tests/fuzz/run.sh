#!/usr/bin/env bash
# Runs every fuzzer of a build tree. What they find new is kept there, so that a later call goes on from it.
# Usage: run.sh BUILD RUNS     RUNS of each fuzzer
# A file at which one crashes, hangs for two seconds or takes too much memory is left in BUILD/fuzz.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$1" && pwd)
runs=$2
failed=()
for corpus in "$here"/corpus/*/; do
  reader=$(basename "$corpus")
  found=$build/fuzz/corpus/$reader
  mkdir -p "$found"
  echo "-- $reader, $runs runs"
  "$build/bin/fuzz_$reader" -runs="$runs" -seed=1 -timeout=2 -rss_limit_mb=2048 -max_len=4096 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/fuzz/$reader-" "$found" "$corpus" \
    >"$build/fuzz/$reader.log" 2>&1 || failed+=("$reader")
  grep -E 'number_of_executed_units|^SUMMARY|ERROR' "$build/fuzz/$reader.log" || true
done
if ((${#failed[@]})); then
  echo "these crashed, see $build/fuzz: ${failed[*]}" >&2
  exit 1
fi
