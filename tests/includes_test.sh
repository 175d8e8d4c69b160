#!/usr/bin/env bash
# Who may include whom (CONTRIBUTING.md). Prints every include that breaks a rule; fails if any does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

broken=0
# forbid FOLDER PATTERN REASON: no file below FOLDER includes what matches PATTERN
forbid() {
  local found
  found=$(grep -rnE --include='*.hpp' --include='*.cpp' "^#include $2" "$1" || true)
  if [[ -n $found ]]; then
    printf '%s:\n%s\n' "$3" "$found"
    broken=1
  fi
}

forbid core/include '<(yaml-cpp|boost|fmt|spdlog|nlohmann|Random123)/' \
  "public headers include the standard library and Eigen only"
forbid core '"mcmc/gp/' "core knows no Gaussian processes"
forbid core '"(slice|metropolis|lru_cache|toy|gp|discretizing_chain|tempered_transitions|emulator|program|stan|netcdf|text_writers)/' \
  "core knows no plugin"
forbid plugins/gp/include '<(yaml-cpp|boost|fmt|spdlog|nlohmann)/' \
  "public headers include the standard library and Eigen only"
forbid apps '"mcmc/gp/' "applications see the core only"
forbid apps '"(slice|metropolis|lru_cache|toy|gp|program|stan|netcdf|text_writers)/' "applications see the core only"
forbid apps '<yaml-cpp/' "only core/src reads YAML"
forbid plugins '<(yaml-cpp|boost/dll)' "only core/src reads YAML and loads libraries"
forbid scaffold '<(yaml-cpp|boost|fmt|spdlog|nlohmann)/' "a new plugin needs mcmc/ and Eigen only"
for plugin in plugins/*/; do
  name=$(basename "$plugin")
  others=$(ls -d plugins/*/ | xargs -n1 basename | grep -vx "$name" | paste -sd'|')
  forbid "$plugin" "\"($others)/" "a plugin includes mcmc/ and its own folder"
  if [[ $name != gp ]]; then
    forbid "$plugin" '"mcmc/gp/' "only plugins for Gaussian processes include mcmc/gp/"
  fi
done
exit $broken
