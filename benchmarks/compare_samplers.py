#!/usr/bin/python3
"""What an effective draw costs with each sampler, ours and those of others, on the same posteriors.

Usage: benchmarks/compare_samplers.py [--problems set-01,kin8nm] [--samplers emulator,nuts] [--seeds N]
                                      [--data FOLDER] [--core N] [--records FILE] [--page FILE]
                                      [--program FILE]

Runs, one after another and all on one core, every sampler on every problem with several seeds, and writes
docs/performance.md. Each finished run is one line appended to the records, and a run whose line is there is
not made again: so it can be stopped and started at any time, and extended. All of it takes a day.

Needs, beside the built program, Debian's python3-yaml and, for the peers and the picture, python3-emcee,
python3-scipy, libopenblas0-serial, python3-matplotlib, r-cran-rstan, r-cran-bh and r-cran-jsonlite. The
problems "concrete" and "kin8nm" need their data sets in --data.
"""
import argparse
import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "scripts"))

import agreement
import performance_page
import problems
import samplers
from experiment_records import append_record, read_records, write_between_marks


def units(options):
    """All runs to make, in an order that spreads the machine's moods over seeds."""
    for seed in range(1, options.seeds + 1):
        for problem in options.problems:
            for sampler in options.samplers:
                yield problem, sampler, seed


def complete(options):
    records = read_records(options.records)
    prepared = {}
    for name, sampler, seed in units(options):
        key = f"{name} {sampler} seed={seed}"
        if key in records:
            continue
        print(key, file=sys.stderr)
        if name not in prepared:
            prepared[name] = problems.Problem(name, options.folder, options.data, options.program)
        record = {"key": key, "problem": name, "order": problems.names().index(name), "sampler": sampler,
                  "seed": seed, **samplers.run(prepared[name], sampler, seed)}
        append_record(options.records, record)
        records[key] = record
    return records


def compare_with_slice_sampling(options, records):
    """Of the samplers whose draws are still there."""
    for problem in options.problems:
        folder = options.folder / problem
        reference = agreement.Draws(options.program, folder, "standard")
        if not reference.seeds:
            continue
        for sampler in samplers.ALL[1:]:
            other = agreement.Draws(options.program, folder, sampler)
            seeds = [reference.seeds, other.seeds]
            key = f"{problem} agreement {sampler} seeds={seeds}"
            if not other.seeds or key in records:
                continue
            some = next(record for record in records.values() if record["problem"] == problem)
            record = {"key": key, **{name: some[name] for name in ("problem", "order", "cases", "parameters")},
                      "sampler": "agreement", "compared": sampler, "seeds": seeds,
                      "differences": agreement.largest_differences(reference, other)}
            append_record(options.records, record)
            records[key] = record


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    words = lambda text: text.split(",")
    parser.add_argument("--problems", type=words, default=problems.names())
    parser.add_argument("--samplers", type=words, default=list(samplers.ALL))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--core", type=int, default=min(os.sched_getaffinity(0)))
    parser.add_argument("--records", type=pathlib.Path, default=TOP / "docs/performance.jsonl")
    parser.add_argument("--page", type=pathlib.Path, default=TOP / "docs/performance.md")
    parser.add_argument("--folder", type=pathlib.Path, default=TOP / "out/benchmark")
    parser.add_argument("--program", type=pathlib.Path, default=TOP / "build/release/bin/mcmc-host")
    options = parser.parse_args()
    for chosen, known in ((options.problems, problems.names()), (options.samplers, samplers.ALL)):
        unknown = set(chosen) - set(known)
        if unknown:
            sys.exit(f"unknown: {', '.join(sorted(unknown))}; known are {', '.join(known)}")
    if not options.program.exists():
        sys.exit(f"{options.program} is missing; scripts/run.sh builds it")
    os.sched_setaffinity(0, {options.core})  # and of all that is started here
    try:
        records = complete(options)
        compare_with_slice_sampling(options, records)
    except subprocess.CalledProcessError as error:
        sys.exit(f"this failed: {' '.join(map(str, error.cmd))}")
    performance_page.draw_scaling(records, options.page.parent / "images/scaling.svg")
    write_between_marks(options.page, "Performance", performance_page.page(records))
    print(f"results: {options.page}")


if __name__ == "__main__":
    main()
