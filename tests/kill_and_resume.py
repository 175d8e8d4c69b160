#!/usr/bin/env python3
"""Kills runs at random moments and resumes them, until each is finished; then its draws must be those
of a run that nobody disturbed, byte for byte outside comment lines.

    tests/kill_and_resume.py PROGRAM FOLDER [--kills N] [--seed S] [--short]

Each trial begins a run, kills it, resumes it, and may kill it again and again. Trials are seeded by
their number and written down in FOLDER/trials.jsonl as they end, so that the script can be stopped at
any time and goes on when it is started again. It ends with exit code 1 when any trial differs.
"""

import argparse
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
QUICKSTART = TOP / "configs" / "quickstart.yaml"
EMULATOR = TOP / "configs" / "examples" / "emulator.yaml"

# Two rounds and two phases of warm-up: there are barriers to be killed at. A subset of the cases guides
# a mapping, a joint proposal has a covariance to learn, and a kept draw takes two iterations.
MAPPED = """
densities:
  posterior:
    type: gp.exact
    data: {file: DATA, response: Ozone, inputs: [Solar.R, Wind, Temp], on_missing: drop_row, standardize: true}
    covariance:
      - {type: constant, value: 1}
      - {type: squared_exponential, length_scales: per_input}
    priors:
      log_eta: {mean: 0.0, sd: 1.0}
      log_sigma: {mean: -0.7, sd: 1.0}
      log_rho: {mean: 1.0, sd: 1.0}
  subset: {type: gp.subset_of_data, of: posterior, size: 30}
transitions:
  standard: {type: slice, target: posterior}
  joint: {type: metropolis, target: posterior, proposal: joint}
  mapped:
    type: for_each_parameter
    do:
      type: discretizing_chain
      target: posterior
      chain: {type: slice, target: subset, parameters: [$parameter]}
  both: {type: sequence, do: [joint, mapped]}
sample:
  chains: 2
  seed: 11
  start: prior
  warmup: [{transition: standard, iterations: 20, rounds: 2}, {transition: both, iterations: 60}]
  transition: both
  draws: 400
  thin: 2
output: {directory: results, keep_warmup: true}
"""


class Experiment:
    def __init__(self, name, pipeline, settings, words=()):
        self.name, self.pipeline, self.settings, self.more = name, pipeline, settings, list(words)

    def words(self, program, folder):
        words = [program, "run", str(self.pipeline), "--out", str(folder), "--quiet", *self.more]
        for setting in self.settings:
            words += ["--set", setting]
        return words


def draws(folder):
    """The rows and names of all draw files below a folder, by name."""
    found = {}
    for file in sorted(folder.glob("**/chain-*.csv")):
        lines = file.read_bytes().splitlines(keepends=True)
        found[str(file.relative_to(folder))] = b"".join(l for l in lines if not l.startswith(b"#"))
    return found


def run_whole(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\nended with exit code {done.returncode}:\n{done.stderr}")


def prepare(experiment, program, folder):
    """The draws of a run that nobody disturbs, and how long it takes."""
    shutil.rmtree(folder, ignore_errors=True)
    begin = time.monotonic()
    run_whole(experiment.words(program, folder))
    return draws(folder), time.monotonic() - begin


def kill_at(words, seconds, number):
    """Whether the run was still going on after some time, and was ended by the signal."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            errors = process.communicate(timeout=seconds)[1]
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            process.communicate()
            return True
        if process.returncode != 0:
            sys.exit(f"{' '.join(words)}\nended with exit code {process.returncode}:\n{errors}")
        return False


def trial(experiment, program, folder, expected, duration, chance):
    """Kills and resumes one run until it is finished."""
    shutil.rmtree(folder, ignore_errors=True)
    kills = []
    while True:
        words = experiment.words(program, folder) + [
            "--resume",
            "--threads", str(chance.choice([1, 2])),
            "--set", f"output.checkpoint_interval={chance.choice([0.01, 0.05, 0.3])}"]
        number = chance.choice([signal.SIGKILL] * 7 + [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
        moment = chance.uniform(0, duration)
        if kills and chance.random() < 0.5:
            run_whole(words)
            break
        if not kill_at(words, moment, number):
            break
        kills.append([round(moment, 4), signal.Signals(number).name])
    found = draws(folder)
    return {"experiment": experiment.name, "kills": kills, "equal": found == expected,
            "different": sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="runs of a tenth of the length")
    parser.add_argument("--anew", action="store_true", help="forget earlier trials")
    arguments = parser.parse_args()

    if arguments.anew:
        shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    mapped = arguments.folder / "mapped.yaml"
    mapped.write_text(MAPPED.replace("DATA", str(TOP / "configs/data/airquality.csv")))
    short = ["sample.draws=60", "sample.warmup.1.iterations=20"] if arguments.short else []
    experiments = [
        Experiment("quickstart", QUICKSTART, short),
        Experiment("mapped", mapped, short[:1]),
        # Its learners pool what all chains have seen, at ten barriers.
        Experiment("emulator", EMULATOR, ["sample.chains=2", "output.keep_warmup=true"] + short[:1]),
    ]
    undisturbed = [prepare(e, arguments.program, arguments.folder / f"{e.name}-undisturbed") for e in experiments]

    book = arguments.folder / "trials.jsonl"
    trials = [json.loads(line) for line in book.read_text().splitlines()] if book.exists() else []
    while sum(len(t["kills"]) for t in trials) < arguments.kills:
        number = len(trials)
        chance = random.Random(f"{arguments.seed}/{number}")
        which = number % len(experiments)
        done = trial(experiments[which], arguments.program, arguments.folder / "disturbed", *undisturbed[which], chance)
        trials.append(done)
        with book.open("a", encoding="utf-8") as file:
            file.write(json.dumps(done) + "\n")
        if not done["equal"]:
            shutil.copytree(arguments.folder / "disturbed", arguments.folder / f"different-{number}", dirs_exist_ok=True)
            print(f"trial {number} differs: {done}", flush=True)

    kills = sum(len(t["kills"]) for t in trials)
    different = [t for t in trials if not t["equal"]]
    print(f"{kills} kills in {len(trials)} runs; {len(trials) - len(different)} runs equal the undisturbed one")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
