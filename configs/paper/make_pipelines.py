#!/usr/bin/env python3
"""Writes the pipelines of the ten experiments of Wang and Neal (2013), section 6.

Usage: configs/paper/make_pipelines.py            writes NN-METHOD.yaml beside this script
       configs/paper/make_pipelines.py --check    fails when a file is not what would be written
"""
import math
import pathlib
import sys

# The paper's table: size of the length scales, whether each input has its own, inputs, cases,
# cases of the subset, columns of the Nystrom approximation, subsets of the ladder.
EXPERIMENTS = {
    1: ("short", False, 1, 300, 40, 30, (40, 20)),
    2: ("short", False, 5, 300, 150, None, (100, 50)),
    3: ("short", True, 5, 300, 100, None, (90, 45)),
    4: ("long", False, 5, 300, 150, 120, (130, 65)),
    5: ("long", True, 5, 300, 90, 80, (100, 50)),
    6: ("short", False, 1, 900, 60, 90, (60, 30)),
    7: ("short", False, 5, 900, 300, None, None),
    8: ("short", True, 5, 900, 100, None, None),
    9: ("long", False, 5, 900, 100, 110, None),
    10: ("long", True, 5, 900, 300, 90, None),
}
# Columns of a Nystrom approximation on which one layer of tempered transitions makes whole sweeps: not
# the paper's, but what serves the ladder best where length scales are long.
SWEEP_RANK = {4: 30, 5: 30}
# The reference point that is not meant to be fast.
EIGEN_EXACT_RANK = {1: 30}
# Sweeps of the chain on the emulator from a state to the one that is proposed: the dearer an evaluation
# of the posterior, the more are worth while; and the farther a second mode is, the more it takes to get
# there.
EMULATOR_STEP = {1: 4, 2: 16, 3: 4, 4: 6, 5: 4, 6: 10, 7: 50, 8: 8, 9: 10, 10: 8}
# Posteriors of two modes have more to be learned, most of all where the second is thin.
TWO_MODES = {2, 7}
THIN_SECOND_MODE = {7}
EMULATOR_SIZE_FOR_TWO_MODES = 700

SLICE = "type: slice, width: 1.0, max_steps_out: 20, tune: false"


def length_scales(number):
    size, per_input, inputs, *_ = EXPERIMENTS[number]
    unit = 0.1 if size == "short" else 2.0
    return [unit * i for i in range(1, inputs + 1)] if per_input else [unit]


def is_of_many_parameters(number):
    return EXPERIMENTS[number][1]


def logarithms(values):
    texts = [f"{math.log(value):.6f}" for value in values]
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"


def head(number, method):
    size, per_input, inputs, cases, *_ = EXPERIMENTS[number]
    kind = "one for each input" if per_input else "shared"
    return (f"# Experiment {number} of Wang and Neal (2013): {cases} cases, {inputs} "
            f"input{'s' if inputs > 1 else ''}, {size} length scales, {kind}.\n"
            f"# Method: {method}.\n")


def posterior(number):
    per_input = EXPERIMENTS[number][1]
    return f"""densities:
  posterior:
    type: gp.exact
    data: {{file: data-{number:02}.csv, response: y}}
    covariance:
      - {{type: constant, value: 10}}
      - {{type: squared_exponential, length_scales: {'per_input' if per_input else 'shared'}}}
    priors:
      log_eta: {{mean: 1.609438, sd: 1.0}}
      log_sigma: {{mean: -0.693147, sd: 1.0}}
      log_rho: {{mean: 0.0, sd: 1.5}}
"""


def generating_values(number):
    return f"{{log_eta: 1.609438, log_sigma: -0.693147, log_rho: {logarithms(length_scales(number))}}}"


def sample(start, warmup):
    return f"""
sample:
  chains: 4
  seed: 20130509
  start: {start}
{warmup}  transition: sweep
  draws: 2000
"""


def output(number, method):
    return f"\noutput: {{directory: out/paper/{number:02}-{method}}}\n"


def standard(_):
    return "", f"  sweep: {{{SLICE}, target: posterior}}\n"


def one_mapping_for_each(approximation):
    return f"""  sweep:
    type: for_each_parameter
    do:
      type: discretizing_chain
      target: posterior
      chain: {{{SLICE}, target: {approximation}, parameters: [$parameter]}}
      step: 1
      updates: 1
"""


def subset(number):
    size = EXPERIMENTS[number][4]
    return (f"  subset: {{type: gp.subset_of_data, of: posterior, size: {size}}}\n",
            one_mapping_for_each("subset"))


def nystrom(number):
    size = EXPERIMENTS[number][5]
    return (f"  nystrom: {{type: gp.nystrom_cholesky, of: posterior, size: {size}}}\n",
            one_mapping_for_each("nystrom"))


def eigen_exact(number):
    rank = EIGEN_EXACT_RANK[number]
    return (f"  eigen: {{type: gp.eigen_exact, of: posterior, rank: {rank}}}\n",
            one_mapping_for_each("eigen"))


def tempered(number):
    sizes = EXPERIMENTS[number][6]
    densities = "".join(f"  subset_{m}: {{type: gp.subset_of_data, of: posterior, size: {m}}}\n"
                        for m in sizes)
    layers = "".join(
        f"        - transition: {{{SLICE}, target: subset_{m}, parameters: [$parameter]}}\n"
        for m in sizes)
    return densities, f"""  sweep:
    type: for_each_parameter
    do:
      type: tempered_transitions
      target: posterior
      ladder:
{layers}"""


def tempered_nystrom(number):
    size = SWEEP_RANK[number]
    return (f"  nystrom: {{type: gp.nystrom_cholesky, of: posterior, size: {size}}}\n",
            f"""  sweep:
    type: tempered_transitions
    target: posterior
    ladder:
      - transition: {{{SLICE}, target: nystrom}}
""")


def emulator(number):
    chain = "{type: slice, target: emulator}"
    size = f"size: {EMULATOR_SIZE_FOR_TWO_MODES}, " if number in TWO_MODES else ""
    return (f"  emulator: {{type: emulator, of: posterior, {size}cache: none}}\n",
            f"""  standard: {{type: slice, target: posterior}}
  sweep:
    type: discretizing_chain
    target: posterior
    chain: {chain}
    step: {EMULATOR_STEP[number]}
""")


def emulator_start(number):
    if is_of_many_parameters(number):
        return generating_values(number)
    return "prior              # far apart, so that the emulator learns every mode"


def emulator_warmup(number):
    sweeps = 8 if is_of_many_parameters(number) else 5
    rounds = 10
    iterations = 30 if is_of_many_parameters(number) or number in THIN_SECOND_MODE else 20
    return f"""  warmup:
    - {{transition: standard, iterations: {sweeps}}}
    - {{transition: sweep, iterations: {iterations}, rounds: {rounds}}}
"""


METHODS = {
    "standard": (standard, "slice sampling of the exact posterior, one parameter after another",
                 lambda number: True),
    "subset": (subset, "a discretizing chain on a subset of the data for each parameter",
               lambda number: True),
    "nystrom": (nystrom, "a discretizing chain on a Nystrom approximation for each parameter",
                lambda number: EXPERIMENTS[number][5] is not None),
    "tempered": (tempered, "tempered transitions through two subsets for each parameter",
                 lambda number: EXPERIMENTS[number][6] is not None),
    "tempered_nystrom": (tempered_nystrom,
                         "tempered transitions through whole sweeps on a Nystrom approximation",
                         lambda number: number in SWEEP_RANK),
    "eigen_exact": (eigen_exact, "a discretizing chain on the leading eigenvectors, for reference",
                    lambda number: number in EIGEN_EXACT_RANK),
    "emulator": (emulator, "a discretizing chain on an emulator that is learned in warm-up",
                 lambda number: True),
}
WARMUP = {"emulator": emulator_warmup}
START = {"emulator": emulator_start}


def pipelines():
    for number in EXPERIMENTS:
        for method, (build, words, applies) in METHODS.items():
            if applies(number):
                densities, transitions = build(number)
                start = START.get(method, generating_values)(number)
                warmup = WARMUP[method](number) if method in WARMUP else ""
                yield f"{number:02}-{method}.yaml", (
                    head(number, words) + posterior(number) + densities + "\ntransitions:\n" +
                    transitions + sample(start, warmup) +
                    output(number, method))


def main():
    folder = pathlib.Path(__file__).parent
    check = sys.argv[1:] == ["--check"]
    stale = []
    for name, text in pipelines():
        path = folder / name
        if check:
            if not path.exists() or path.read_text() != text:
                stale.append(name)
        else:
            path.write_text(text)
    if stale:
        sys.exit("not what make_pipelines.py writes: " + ", ".join(stale))


if __name__ == "__main__":
    main()
