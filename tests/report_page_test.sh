#!/usr/bin/env bash
# Runs report_page_test.mjs, or skips it (exit code 77) where there is no page, no browser or no package
# that drives it.
#   report_page_test.sh MCMC_HOST CHROMIUM FOLDER_OF_PACKAGES SCRATCH [PICTURES]
set -euo pipefail

page=$(dirname "$1")/../share/mcmc-host/report.html
[[ -f $page ]] || { echo "skipped: this build left reports out"; exit 77; }
[[ -x $2 ]] || { echo "skipped: there is no Chromium"; exit 77; }
[[ -d $3/node_modules/playwright-core ]] || { echo "skipped: playwright-core is not installed"; exit 77; }
exec node "$(dirname "${BASH_SOURCE[0]}")/report_page_test.mjs" "$@"
