#!/usr/bin/env python3
"""Runs the program again and again while its calls of the system fail, its memory runs out or a plugin
throws; then its draws must be those of a run that nothing disturbed.

    tests/soak.py BUILD FOLDER [--minutes M] [--seed S] [--trials N] [--first N]

BUILD is a build folder, best one with sanitizers: what they find ends a trial as a failure, and so does an
exit code that the fault does not explain, a failure without a message, a lost draw, and a run that does not
end. Trials are seeded by their number and written to FOLDER/trials.jsonl as they end; started again it goes on
after the last of them, or at --first.
"""

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from kill_and_resume import EMULATOR, MAPPED, QUICKSTART, TOP, Experiment, draws

UNPLUGGED = """
densities:
  posterior: {type: fails.when_run, evaluations: EVALUATIONS}
transitions:
  standard: {type: slice, target: posterior}
sample: {chains: 2, seed: 3, start: {x: 0.5}, warmup: [{transition: standard, iterations: 10}], transition: standard, draws: 60}
output: {directory: results}
"""
# What may fail, with the exit codes that say so. All but "plugin" are known to tests/preloaded/fail_every.cpp.
FAULTS = {"none": set(), "write": {73, 74}, "close": {73, 74}, "sync": {73, 74}, "rename": {73, 74}, "create": {73, 74},
          "clock": set(), "allocate": {70}, "plugin": {70}}
# Periods between failing calls. Without the first allocations libraries of others cannot be loaded.
PERIODS = {"write": (1, 1000), "close": (1, 40), "sync": (1, 40), "rename": (1, 40), "create": (1, 30),
           "clock": (1, 40), "allocate": (20, 200000)}
SANITIZER_EXIT = 99
SANITIZERS = {"ASAN_OPTIONS": f"exitcode={SANITIZER_EXIT}:verify_asan_link_order=0",
              "UBSAN_OPTIONS": f"halt_on_error=1:exitcode={SANITIZER_EXIT}"}
SECONDS = 300


class Wrong(Exception):
    """What a trial found."""


def run(words, build, fault="none", period=0):
    environment = os.environ | SANITIZERS
    if period:
        environment |= {"LD_PRELOAD": str(build / "preloaded/fail_every.so"), "MCMC_FAIL_EVERY": f"{fault} {period}"}
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired as expired:
        raise Wrong(f"not ended after {SECONDS} s: {expired.stderr}") from expired
    if done.returncode not in {0} | FAULTS[fault] or "Sanitizer" in done.stderr or "runtime error" in done.stderr:
        raise Wrong(f"exit code {done.returncode}: {done.stderr}")
    if done.returncode != 0 and "mcmc-host: " not in done.stderr:
        raise Wrong(f"exit code {done.returncode} without a message: {done.stderr}")
    return done.returncode


def go_on(words, build, fault):
    """Resumes until the run is finished. A plugin that throws after so many evaluations does so again."""
    for _ in range(100):
        if run(words + ["--resume"], build, "plugin" if fault == "plugin" else "none") == 0:
            return
    raise Wrong("a hundred resumptions do not finish the run")


def trial(experiment, expected, build, folder, chance):
    shutil.rmtree(folder, ignore_errors=True)
    kinds = ["plugin"] if experiment.name == "plugin" else [kind for kind in FAULTS if kind != "plugin"]
    fault = chance.choice(kinds)
    period = 0
    if fault in PERIODS:
        shortest, longest = PERIODS[fault]
        period = round(shortest * (longest / shortest) ** chance.uniform(0, 1))
    record = {"experiment": experiment.name, "fault": fault, "period": period}
    words = experiment.words(build / "bin/mcmc-host", folder) + [
        "--threads", str(chance.choice([1, 2])),
        "--set", f"output.checkpoint_interval={chance.choice([0.01, 0.05, 0.3])}"]
    try:
        record["code"] = run(words, build, fault, period)
        if record["code"] != 0:
            go_on(words, build, fault)
        if draws(folder) != expected:
            raise Wrong("the draws are others")
    except Wrong as wrong:
        record["wrong"] = str(wrong)
    return record


def experiments_in(folder, build):
    mapped, thrown, whole = (folder / f"{name}.yaml" for name in ("mapped", "thrown", "whole"))
    mapped.write_text(MAPPED.replace("DATA", str(TOP / "configs/data/airquality.csv")))
    thrown.write_text(UNPLUGGED.replace("EVALUATIONS", "150"))
    whole.write_text(UNPLUGGED.replace("EVALUATIONS", "1000000"))
    plugins = ["--plugin-path", str(build / "broken_plugins")]
    few = ["sample.draws=20"]
    return [(Experiment("quickstart", QUICKSTART, few + ["sample.warmup.1.iterations=10"]), None),
            (Experiment("mapped", mapped, few + ["sample.warmup.2.iterations=10"]), None),
            (Experiment("emulator", EMULATOR, few + ["sample.chains=2"]), None),
            (Experiment("plugin", thrown, [], plugins), Experiment("plugin", whole, [], plugins))]


def undisturbed(experiment, build, folder):
    shutil.rmtree(folder, ignore_errors=True)
    run(experiment.words(build / "bin/mcmc-host", folder), build)
    return draws(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--trials", type=int, default=10**9)
    parser.add_argument("--first", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.build, folder = arguments.build.resolve(), arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    end = time.monotonic() + 60 * arguments.minutes
    experiments = [(one, undisturbed(calm or one, arguments.build, folder / f"{one.name}-undisturbed"))
                   for one, calm in experiments_in(folder, arguments.build)]
    book = folder / "trials.jsonl"
    number = arguments.first
    if number is None:
        number = len(book.read_text().splitlines()) if book.exists() else 0
    records = []
    while time.monotonic() < end and len(records) < arguments.trials:
        chance = random.Random(f"{arguments.seed}/{number}")
        experiment, expected = experiments[number % len(experiments)]
        records.append({"number": number} | trial(experiment, expected, arguments.build, folder / "disturbed", chance))
        with book.open("a", encoding="utf-8") as file:
            file.write(json.dumps(records[-1]) + "\n")
        if "wrong" in records[-1]:
            if (folder / "disturbed").exists():
                shutil.copytree(folder / "disturbed", folder / f"wrong-{number}", dirs_exist_ok=True)
            print(f"trial {number}: {records[-1]}", flush=True)
        number += 1

    wrong = sum("wrong" in record for record in records)
    ended = collections.Counter(f"{record['fault']} {record.get('code', 'wrong')}" for record in records)
    print(f"{len(records)} runs, {wrong} of them wrong; fault and exit code: "
          + ", ".join(f"{name}: {count}" for name, count in sorted(ended.items())))
    return 1 if wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
