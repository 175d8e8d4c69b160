#!/usr/bin/env bash
# What the shells offer when a command line of mcmc-host is being typed: bash, and zsh where it is there.
#   completion_test.sh PROGRAM SCRATCH_FOLDER
set -euo pipefail

program=$1
scratch=$2
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/../apps/mcmc-host/completion" && pwd)
unset MCMC_HOST_PLUGIN_PATH
export LC_ALL=C

rm -rf "$scratch"
mkdir -p "$scratch/a folder"
cd "$scratch"
touch 'my pipeline.yaml' other.yaml data.csv notes.txt
broken=0

in_bash() {  # WORD...: calls the function as bash does
  bash --norc -c '
    source "$0"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _mcmc_host "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf "%s\n" "${COMPREPLY[@]}"' "$scripts/mcmc-host.bash" "$@"
}

in_zsh() {  # WORD...: calls the function as zsh does, with what fits printed instead of shown
  zsh -f -c '
    fpath=("$0" $fpath)
    autoload -Uz _mcmc-host
    fitting() { printf "%s\n" ${(M)@:#$PREFIX*} }
    compadd() { shift; fitting "$@" }
    _describe() { fitting ${${(P)2}%%:*} }
    _files() { fitting *(/N) ${~2}(.N) }
    words=("$@") CURRENT=$# PREFIX=$argv[-1]
    _mcmc-host' "$scripts" "$@"
}

# expect WORDS...: EXPECTED: after these words, the last of which is being typed, exactly these fit
expect() {
  local words=() shell offered wanted
  while [[ $1 != : ]]; do words+=("$1"); shift; done
  shift
  wanted=$(printf '%s\n' "$@" | sed '/^$/d' | sort -u)
  for shell in bash zsh; do
    command -v "$shell" >/dev/null || continue
    offered=$({ "in_$shell" "$program" "${words[@]}" 2>&1 || true; } | sed '/^$/d' | sort -u)
    if [[ $offered != "$wanted" ]]; then
      printf 'FAILED in %s: mcmc-host %s\n-- expected:\n%s\n-- offered:\n%s\n' "$shell" "${words[*]}" \
        "$wanted" "$offered"
      broken=1
    fi
  done
}

# What the program's help mentions, found in another way than by the scripts.
mapfile -t verbs < <("$program" --help | awk '$1 == "mcmc-host" && $2 ~ /^[a-z]+$/ { print $2 }')
options_of() { "$program" "$1" --help | sed -n '/^Options:/,$p' | grep -oE '(^  |\[ )--[a-z-]+' | grep -oE -e '--.*'; }

expect '' : "${verbs[@]}" 'my pipeline.yaml' other.yaml 'a folder'
expect de : describe
expect other : other.yaml
mapfile -t options < <(options_of run)
expect -- : "${options[@]}" --version
expect other.yaml -- : "${options[@]}"
for verb in "${verbs[@]}"; do
  mapfile -t options < <(options_of "$verb")
  ((${#options[@]})) || { echo "FAILED: $verb has no options"; broken=1; }
  expect "$verb" -- : "${options[@]}"
done
expect run --see : --seed
expect check '' : 'my pipeline.yaml' other.yaml 'a folder'
expect check other.yaml '' :
expect compare other.yaml '' : 'my pipeline.yaml' other.yaml 'a folder'
expect summary da : data.csv
expect other.yaml --out '' : 'a folder'
expect other.yaml --seed '' :
expect predict --at da : data.csv
expect predict --at data.csv '' : 'a folder'
expect report '' : 'a folder'
expect report 'a folder' --out no : notes.txt
expect report --draws '' :
expect summary --format '' : table csv json
expect describe --format y : yaml
expect list dens : density
expect list --plugin-path 'a folder' densi : density
expect describe toy. : toy.banana toy.gaussian toy.mixture
expect run --progress '' : bar json none
expect summary --held-out da : data.csv
expect new '' : cache covariance density mapping transition writer
expect new density '' :
expect new density banana --dir '' : 'a folder'

cd /
rm -rf "$scratch"
exit "$broken"
