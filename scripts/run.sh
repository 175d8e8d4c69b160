#!/usr/bin/env bash
# Builds mcmc-host, installing what is missing, and samples a pipeline: the quickstart by default.
#   scripts/run.sh [PIPELINE.yaml] [options of mcmc-host]
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$top/scripts/packages.sh"
(cd "$top" && cmake --preset release -DMCMC_BUILD_TESTS=OFF >/dev/null && cmake --build --preset release)
if (($#)); then
  exec "$top/build/release/bin/mcmc-host" "$@"
fi
exec "$top/build/release/bin/mcmc-host" "$top/configs/quickstart.yaml"
