#!/usr/bin/env bash
# Reads what a run leaves with programs that others have written, and compares it with the chains' files.
#   readers_test.sh python PROGRAM SCRATCH_FOLDER PYTHON WITH_NETCDF   netCDF4, and GetDist's format by hand
#   readers_test.sh R PROGRAM SCRATCH_FOLDER RSCRIPT                   rstan, posterior and coda
# Skipped (exit code 77) where a package is missing, unless MCMC_REQUIRE_READERS is set, as in CI.
set -euo pipefail

reader=$1
program=$2
scratch=$3
interpreter=$4
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
  echo "skipped: $1"
  if [[ -n ${MCMC_REQUIRE_READERS:-} ]]; then exit 1; fi
  exit 77
}

case $reader in
  python)
    "$interpreter" -c 'import netCDF4, numpy' 2>/dev/null || skip "no netCDF4 for $interpreter"
    writers='[coda, getdist, {type: netcdf, compression: 3}]'
    [[ $5 == ON ]] || writers='[coda, getdist]'
    ;;
  R)
    command -v "$interpreter" >/dev/null || skip "there is no R"
    for package in posterior rstan coda; do
      "$interpreter" -e "library($package)" >/dev/null 2>&1 || skip "R has no package $package"
    done
    writers='[coda]'
    ;;
  *) echo "$reader: expected python or R" >&2; exit 64 ;;
esac

rm -rf "$scratch"
mkdir -p "$scratch"
cp "$folder/pipeline.yaml" "$folder/data.csv" "$scratch"
cd "$scratch"
"$program" pipeline.yaml --quiet --set "output.writers=$writers"
if [[ $reader == python ]]; then
  "$interpreter" "$folder/read.py" results "$5"
else
  "$interpreter" "$folder/read.R" results
  # The numbers that the tests of the diagnostics compare with are those of the package.
  data=$folder/../unit/core/data
  "$interpreter" "$data/make_diagnostics_oracle.R" >oracle.hpp
  "$interpreter" "$folder/compare_oracles.R" oracle.hpp "$data/diagnostics_oracle.hpp"
fi
