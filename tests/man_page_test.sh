#!/usr/bin/env bash
# The manual page mentions every verb, option and exit code, and troff has nothing to say against it.
#   man_page_test.sh PROGRAM
set -euo pipefail

program=$1
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
page=$top/docs/mcmc-host.1
text=$(sed -E 's/\\f[BRI]//g; s/\\-/-/g' "$page")

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

section_of() {  # VERB: what the page says of it
  sed -n "/^\.SS mcmc-host $1\( \|\$\)/,/^\.S[SH] /p" <<<"$text"
}

mapfile -t verbs < <("$program" --help | grep -oE '^  mcmc-host [a-z]+' | awk '{ print $2 }')
((${#verbs[@]} > 8)) || fail "the program's help has few verbs"
for verb in "${verbs[@]}"; do
  [[ -n $(section_of "$verb") ]] || fail "nothing about $verb"
  for option in $("$program" "$verb" --help | grep -oE '^  --[a-z-]+( [A-Z][A-Z=]*)?' | tr ' ' '~'); do
    option=${option//\~/ }
    section_of "$verb" | grep -qE -e "^ *${option#"${option%%[! ]*}"}\$" || fail "$verb:$option is missing"
  done
done
for code in $(sed -nE 's/^  [a-z_]+ = ([0-9]+),.*/\1/p' "$top/core/include/mcmc/error.hpp"); do
  grep -qx "$code" <<<"$text" || fail "exit code $code is missing"
done

if command -v groff >/dev/null; then
  complaints=$(groff -man -Tutf8 -ww -z -rCHECKSTYLE=3 "$page" 2>&1)
  [[ -z $complaints ]] || fail "groff: $complaints"
fi
if command -v mandoc >/dev/null; then mandoc -Tlint -Wwarning "$page"; fi
