#!/usr/bin/env bash
# What a stranger does: installs the program, moves it, and writes plugins against what is installed.
#   out_of_tree_test.sh BUILD_FOLDER SCRATCH_FOLDER CXX_COMPILER
set -euo pipefail

build=$1
scratch=$2
export CXX=$3
export CMAKE_BUILD_PARALLEL_LEVEL=2
projects=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/out_of_tree

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

rm -rf "$scratch"
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd -P)
unset MCMC_HOST_PLUGIN_PATH

echo "== install to a folder with blanks in its name, and move it"
cmake --install "$build" --prefix "$scratch/first place" >"$scratch/install.log"
mv "$scratch/first place" "$scratch/second place"
installed="$scratch/second place"
mcmc_host="$installed/bin/mcmc-host"

echo "== the moved program finds its own plugins and libraries"
"$mcmc_host" list | tee "$scratch/list"
! grep -q 'refused:' "$scratch/list" || fail "a plugin was refused"
grep -q "searched: $installed/lib/mcmc-host/plugins" "$scratch/list" || fail "it searches elsewhere"
grep -qE '^density +toy.gaussian' "$scratch/list" || fail "toy.gaussian is missing"
for binary in "$mcmc_host" "$installed"/lib/*.so "$installed"/lib/mcmc-host/plugins/*.so; do
  ldd "$binary" | sed -nE 's/.*libmcmc_.* => (.*) \(0x.*/\1/p' | while read -r library; do
    [[ $(realpath "$library") == "$installed/lib/"* ]] || fail "$binary uses $library"
  done
done

echo "== the moved program samples the configuration that was installed with it"
"$mcmc_host" "$installed/share/mcmc-host/configs/quickstart.yaml" --out "$scratch/quickstart" \
  --quiet --chains 1 --set sample.draws=20 --set 'sample.warmup.1.iterations=20'
[[ -s $scratch/quickstart/chain-1.csv ]] || fail "no draws were written"

if [[ -f $build/share/mcmc-host/report.html ]]; then
  echo "== the moved program finds the page of reports"
  "$mcmc_host" report "$scratch/quickstart" --out "$scratch/report.html"
fi

for project in normal_sample lattice_walk; do
  echo "== build $project against the moved installation"
  cmake -S "$projects/$project" -B "$scratch/$project" -DCMAKE_PREFIX_PATH="$installed"
  cmake --build "$scratch/$project"
done

echo "== the moved program runs a density from a plugin of its own"
"$mcmc_host" "$projects/normal_sample/normal_sample.yaml" --plugin-path "$scratch/normal_sample" \
  --out "$scratch/normal sample" --set sample.draws=400 | tee "$scratch/summary"
for variable in mu log_sigma sigma log_likelihood; do
  grep -qE "^$variable " "$scratch/summary" || fail "the summary lacks $variable"
done

echo "== a plugin's own test, by enumeration"
ctest --test-dir "$scratch/lattice_walk" --output-on-failure
"$mcmc_host" describe example.lattice_walk --plugin-path "$scratch/lattice_walk"

for kind in density transition mapping cache covariance writer; do
  echo "== new $kind: what it says to type next builds, tests and runs it"
  folder="$scratch/of my own/$kind"
  "$mcmc_host" new "$kind" "own.first_$kind" --dir "$folder" >"$scratch/next"
  sed -n 's/^  //p' "$scratch/next" >"$scratch/commands"
  (($(wc -l <"$scratch/commands") == 4)) || fail "these are not four commands"
  (cd "$scratch" && SECONDS=0 && bash -euxo pipefail commands && echo "in $SECONDS s")
  for draws in "$folder/build/draws" "$scratch/out/first_$kind"; do
    [[ -s $draws/chain-1.csv ]] || fail "no draws in $draws"
  done
done

echo "== a plugin built for another instruction set is refused, and harms nothing"
cmake -S "$projects/normal_sample" -B "$scratch/stranger" -DCMAKE_PREFIX_PATH="$installed" \
  -DCMAKE_CXX_FLAGS="-DEIGEN_MAX_STATIC_ALIGN_BYTES=0" >/dev/null
cmake --build "$scratch/stranger" >/dev/null
"$mcmc_host" list --plugin-path "$scratch/stranger" >"$scratch/list"
grep -q 'refused: .*normal_sample.so: built as' "$scratch/list" || fail "it was not refused"

rm -rf "$scratch"
echo "all is well"
