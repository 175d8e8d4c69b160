#!/usr/bin/env python3
"""Reproduces the experiments of Wang and Neal (2013) and writes a page of results.

Usage: scripts/reproduce_paper.py [--quick] [--sets 1,6] [--methods standard,subset] [--seeds N]
                                  [--draws N] [--records FILE] [--page FILE] [--program FILE]

Runs every pipeline of configs/paper/ with several seeds, and a small study of the discretizing
chain's step s and updates r. Each finished run is one line appended to the records, and a run whose
line is there is not made again: so it can be stopped and started at any time, and extended by more
sets, methods or seeds. --draws N keeps N draws of each chain instead of 2000. --quick takes minutes and
keeps its own records; the full form takes hours.
Needs nothing but the built program and Python's standard library.
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

from experiment_records import append_record, read_records, write_between_marks

TOP = pathlib.Path(__file__).resolve().parent.parent
PIPELINES = TOP / "configs/paper"
METHODS = ("standard", "subset", "nystrom", "tempered", "tempered_nystrom", "eigen_exact")

# The paper's tables: cost ratios to the standard method, and autocorrelation times.
PAPER_RATIO = {
    1: {"subset": 0.45, "nystrom": 0.51, "tempered": 1.05}, 2: {"subset": 0.81, "tempered": 0.14},
    3: {"subset": 0.83, "tempered": 0.36}, 4: {"subset": 0.81, "nystrom": 0.97, "tempered": 0.69},
    5: {"subset": 0.66, "nystrom": 0.85, "tempered": 0.51},
    6: {"subset": 0.27, "nystrom": 0.23, "tempered": 0.28}, 7: {"subset": 0.51}, 8: {"subset": 0.43},
    9: {"subset": 0.34, "nystrom": 0.40}, 10: {"subset": 0.67, "nystrom": 0.34}}
PAPER_TIME = {
    1: {"standard": 2.90, "subset": 4.32, "nystrom": 3.53, "tempered": 5.40},
    2: {"standard": 5.77, "subset": 9.32, "tempered": 1.67},
    3: {"standard": 6.09, "subset": 11.98, "tempered": 8.63},
    4: {"standard": 15.62, "subset": 23.04, "nystrom": 12.88, "tempered": 16.56},
    5: {"standard": 11.16, "subset": 18.07, "nystrom": 10.89, "tempered": 20.37},
    6: {"standard": 2.92, "subset": 4.63, "nystrom": 2.48, "tempered": 4.21},
    7: {"standard": 4.83, "subset": 11.24}, 8: {"standard": 3.53, "subset": 7.38},
    9: {"standard": 9.33, "subset": 8.27, "nystrom": 7.40},
    10: {"standard": 8.39, "subset": 16.18, "nystrom": 9.14}}
STUDY_SETS = (1, 6)
STUDY_VALUES = (1, 2, 5)


def is_large(number):
    return number >= 6  # 900 cases, else 300


def pipeline(number, method):
    return PIPELINES / f"{number:02}-{method}.yaml"


def units(options):
    """All runs to make: (set, method, s, r, seed), in an order that spreads the machine's moods."""
    for seed in range(1, options.seeds + 1):
        for number in options.sets:
            for method in options.methods:
                if pipeline(number, method).exists():
                    yield number, method, 1, 1, seed
            if number in STUDY_SETS and "subset" in options.methods:
                for s in STUDY_VALUES:
                    for r in STUDY_VALUES:
                        if (s, r) != (1, 1):
                            yield number, "subset", s, r, seed


def settings_of(unit, options):
    number, _, s, r, seed = unit
    settings = {"sample.seed": seed}
    if (s, r) != (1, 1):
        settings |= {"transitions.sweep.do.step": s, "transitions.sweep.do.updates": r}
    if options.quick:
        settings |= {"sample.chains": 2, "sample.draws": 45 if is_large(number) else 300}
    elif options.draws:
        settings |= {"sample.draws": options.draws}
    return settings


def run(unit, options):
    command = [str(options.program), "compare", str(pipeline(unit[0], unit[1])), "--format", "json",
               "--quiet"]
    for name, value in settings_of(unit, options).items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)[0]


def key(unit):
    return "set {} {} s={} r={} seed={}".format(*unit)


def complete(options):
    records = read_records(options.records)
    for unit in units(options):
        if key(unit) in records:
            continue
        print(key(unit), file=sys.stderr)
        record = {"key": key(unit), "unit": unit, "draws": settings_of(unit, options).get("sample.draws", 2000),
                  **run(unit, options)}
        append_record(options.records, record)
        records[record["key"]] = record
    return records


def gathered(records, number, method, s=1, r=1):
    """The records of all seeds of one cell of the table, in order of the seeds."""
    return [record for record in sorted(records.values(), key=lambda record: record["unit"])
            if record["unit"][:4] == [number, method, s, r]
            or tuple(record["unit"][:4]) == (number, method, s, r)]


def mean_and_error(values):
    if not values:
        return None
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else float("nan")
    return statistics.mean(values), error


def ratio(records, number, method, s=1, r=1):
    """The cost as a ratio to the standard method's, seed by seed.

    Its error is between seeds or, with one seed, what the errors between chains come to.
    """
    standard = {record["unit"][4]: record for record in gathered(records, number, "standard")}
    pairs = [(record, standard[record["unit"][4]])
             for record in gathered(records, number, method, s, r)
             if record["unit"][4] in standard and record["cost"] is not None]
    values = [one["cost"] / other["cost"] for one, other in pairs]
    if len(pairs) != 1:
        return mean_and_error(values)
    relative = [record["autocorrelation_time_error"] / record["autocorrelation_time"]
                for record in pairs[0]]
    return values[0], values[0] * math.hypot(*relative)


def time_of(found):
    """The mean autocorrelation time of some seeds, with its error as that of `ratio`."""
    known = [record for record in found if record["autocorrelation_time"] is not None]
    if len(known) == 1:
        return known[0]["autocorrelation_time"], known[0]["autocorrelation_time_error"]
    return mean_and_error([record["autocorrelation_time"] for record in known])


def in_words(value, digits=2):
    if value is None:
        return "-"
    mean, error = value
    text = f"{mean:.{digits}f}"
    return text if math.isnan(error) else f"{text} ± {error:.{digits}f}"


def draws_of(records, number, *steps):
    """How many draws the runs of a set have, with these steps s and updates r."""
    return ", ".join(map(str, sorted({record["draws"] for record in records.values()
                                      if record["unit"][0] == number
                                      and tuple(record["unit"][2:4]) in steps})))


def ratio_table(records):
    rows = ["| set | " + " | ".join(f"{m} | paper" for m in METHODS[1:4]) + " | draws of each chain |",
            "|---|" + "---|" * 7]
    for number in range(1, 11):
        cells = [str(number)]
        for method in METHODS[1:4]:
            paper = PAPER_RATIO[number].get(method)
            cells += [in_words(ratio(records, number, method)), f"{paper:.2f}" if paper else "-"]
        rows.append("| " + " | ".join(cells + [draws_of(records, number, (1, 1))]) + " |")
    return "\n".join(rows)


def time_table(records):
    rows = ["| set | method | autocorrelation time | paper | CPU ms / iteration | acceptance | "
            "evaluations / iteration | evaluations / independent draw |", "|---|" + "---|" * 7]
    for number in range(1, 11):
        for method in METHODS:
            found = gathered(records, number, method)
            if not found:
                continue
            paper = PAPER_TIME[number].get(method)
            column = lambda name: [record[name] for record in found if record[name] is not None]
            rows.append("| {} | {} | {} | {} | {} | {} | {} | {} |".format(
                number, method, in_words(time_of(found)),
                f"{paper:.2f}" if paper else "-",
                in_words(mean_and_error([1e3 * v for v in column("cpu_per_iteration")])),
                in_words(mean_and_error(column("acceptance"))),
                in_words(mean_and_error(column("evaluations_per_iteration")), 1),
                in_words(mean_and_error(column("exact_equivalents")), 1)))
    return "\n".join(rows)


def study_table(records, number):
    others = [(s, r) for s in STUDY_VALUES for r in STUDY_VALUES if (s, r) != (1, 1)]
    rows = [f"Set {number}, {draws_of(records, number, *others)} draws of each chain where $s$ or $r$ is "
            "not 1:\n",
            "| | " + " | ".join(f"r = {r}" for r in STUDY_VALUES) + " |",
            "|---|" + "---|" * len(STUDY_VALUES)]
    for s in STUDY_VALUES:
        cells = [in_words(ratio(records, number, "subset", s, r)) for r in STUDY_VALUES]
        rows.append(f"| s = {s} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def tables(records):
    parts = ["### Cost as a ratio to the standard method\n", ratio_table(records),
             "\n### What the ratios are made of\n", time_table(records),
             "\n### Step s and updates r of the discretizing chain on a subset\n"]
    parts += [study_table(records, number) + "\n" for number in STUDY_SETS]
    return "\n".join(parts)


FIGURE_SET, FIGURE_METHODS = 2, ("standard", "subset", "tempered")


def draw_figure(options):
    """The autocorrelations that the paper shows, unless the picture is there already."""
    picture = options.page.parent / "images" / f"autocorrelation-set-{FIGURE_SET}.svg"
    if picture.exists() or FIGURE_SET not in options.sets:
        return
    folder = options.records.parent / "figure"
    unit = (FIGURE_SET, None, 1, 1, 1)
    command = [str(options.program), "compare", "--quiet", "--force", "--out", str(folder)]
    command += [str(pipeline(FIGURE_SET, method)) for method in FIGURE_METHODS]
    for name, value in settings_of(unit, options).items():
        command += ["--set", f"{name}={value}"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_text((folder / "autocorrelation.svg").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(word) for word in text.split(",")]
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sets", type=numbers, default=list(range(1, 11)))
    parser.add_argument("--methods", type=lambda text: text.split(","), default=list(METHODS))
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--draws", type=int)
    parser.add_argument("--records", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=TOP / "build/release/bin/mcmc-host")
    options = parser.parse_args()
    options.seeds = options.seeds or (1 if options.quick else 3)
    options.records = options.records or (TOP / "out/paper/records-quick.jsonl" if options.quick
                                          else TOP / "docs/results.jsonl")
    options.page = options.page or (TOP / "out/paper/results-quick.md" if options.quick
                                    else TOP / "docs/results.md")
    if not options.program.exists():
        sys.exit(f"{options.program} is missing; scripts/run.sh builds it")
    records = complete(options)
    draw_figure(options)
    write_between_marks(options.page, "Results", tables(records))
    print(f"results: {options.page}")


if __name__ == "__main__":
    main()
