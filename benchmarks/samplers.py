"""Runs one sampler on one problem, and counts what it cost."""
import csv
import json
import os
import pathlib
import resource
import shutil
import subprocess

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
OURS = ("standard", "paper", "emulator", "tuned")
PLAIN = "plain_"  # before the name of a peer: with a likelihood as one writes it down
ALL = OURS + ("nuts", "emcee", PLAIN + "emcee")
WALKERS = 32


def draws_of(problem, sampler):
    """Chains, warm-up of a peer's chain, draws of each chain: enough for some hundred effective draws, or
    some tens where an evaluation takes long."""
    large, sampler = problem.is_large, sampler.removeprefix(PLAIN)
    if problem.is_huge:
        return {"standard": (4, 0, 25), "paper": (4, 0, 50), "emulator": (4, 0, 100), "tuned": (4, 0, 100),
                "nuts": (2, 50, 50), "emcee": (WALKERS, 20, 40)}[sampler]
    return {"standard": (4, 0, 150 if large else 500), "paper": (4, 0, 400 if large else 1000),
            "emulator": (4, 0, 500 if large else 1000), "tuned": (4, 0, 500 if large else 1000),
            "nuts": (2, 100, 100) if large else (4, 200, 250),
            "emcee": (WALKERS, 100, 200 if large else 500)}[sampler]


def measured(command, **options):
    """What the command prints, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True,
                          **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime"))
    return done.stdout, seconds


def run(problem, sampler, seed):
    folder = problem.folder / f"{sampler}-{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chains, warmup, draws = draws_of(problem, sampler)
    if sampler in OURS:
        cost = run_ours(problem, sampler, seed, draws, folder)
    else:
        cost = run_peer(problem, sampler, (seed, chains, warmup, draws, folder))
    return {"cases": problem.cases, "parameters": problem.parameters, "chains": chains, "draws": draws,
            **cost, **quality(problem.program, sorted(folder.glob("**/chain-*.csv")))}


def run_peer(problem, sampler, arguments):
    command = {"nuts": ["Rscript", PEERS / "nuts.R"],
               "emcee": ["/usr/bin/python3", PEERS / "stretch_moves.py"]}[sampler.removeprefix(PLAIN)]
    further = ["plain"] if sampler.startswith(PLAIN) else []
    # Memory once freed is kept: on some machines it costs more than the arithmetic to ask for it again.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "MALLOC_MMAP_THRESHOLD_": "4000000000",
                                "MALLOC_TRIM_THRESHOLD_": "8000000000", "MALLOC_TOP_PAD_": "100000000"}
    printed, _ = measured([*command, problem.folder / "problem.json", *arguments, *further], env=environment)
    return json.loads(printed)


def run_ours(problem, sampler, seed, draws, folder):
    """A run and, for what its warm-up costs, another that ends after the first draws."""
    tuning_seconds = 0  # what is evaluated in trials is not counted
    if sampler == "tuned":
        pipeline, settings = problem.pipeline("standard")
        tuned = folder / "tuned.yaml"
        _, tuning_seconds = measured([problem.program, "tune", pipeline, "--out", tuned, "--quiet", "--seed",
                                      seed, "--threads", 1, *set_arguments(settings)])
        pipeline, settings = tuned, {}
    else:
        pipeline, settings = problem.pipeline(sampler)

    def go(name, kept):
        out = folder / name
        _, seconds = measured([problem.program, "run", pipeline, "--out", out, "--seed", seed, "--threads", 1,
                               "--quiet", *set_arguments(settings | {"sample.draws": kept})])
        return seconds, evaluations(out / "tables/evaluations.csv")

    first_seconds, first_evaluations = go("warmup", 1)
    shutil.rmtree(folder / "warmup")
    seconds, all_evaluations = go("run", draws)
    return {"warmup_seconds": tuning_seconds + first_seconds, "sampling_seconds": seconds - first_seconds,
            "warmup_evaluations": first_evaluations,
            "sampling_evaluations": all_evaluations - first_evaluations}


def set_arguments(settings):
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def evaluations(table):
    with table.open() as file:
        row = next(row for row in csv.DictReader(file) if row["component"] == "posterior")
    return int(row["calls"]) - int(row["cache_hits"])


def quality(program, files):
    """The same program judges the draws of all."""
    printed, _ = measured([program, "summary", *files, "--format", "json"], stderr=subprocess.DEVNULL)
    rows = {row["variable"]: row for row in json.loads(printed)}
    quantity = rows["log_likelihood"]
    logarithms = {name: row for name, row in rows.items() if name.startswith("log_")}
    return {"effective_draws": (quantity["sd"] / quantity["mcse_mean"]) ** 2,
            "rhat": max(row["rhat"] for row in logarithms.values()),
            "posterior": {name: {key: row[key] for key in ("mean", "sd", "q5", "q50", "q95")}
                          for name, row in logarithms.items()}}
