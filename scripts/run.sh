#!/usr/bin/env bash
# Builds mcmc-host, installing what is missing, and samples a pipeline: the quickstart by default.
#   scripts/run.sh [PIPELINE.yaml] [options of mcmc-host run]
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if (($# == 0)) || [[ $1 == -* ]]; then
  set -- "$top/configs/quickstart.yaml" "$@"
fi

"$top/scripts/packages.sh"
echo "Building (a few minutes the first time)" >&2
(
  cd "$top"
  cmake --preset release -DMCMC_BUILD_TESTS=OFF >/dev/null
  cmake --build --preset release
) >&2
exec "$top/build/release/bin/mcmc-host" "$@"
