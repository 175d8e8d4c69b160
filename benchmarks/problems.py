"""The problems of the benchmark: data, a pipeline for each sampler, and the same model for the peers."""
import csv
import gzip
import json
import pathlib
import statistics
import subprocess

import yaml

TOP = pathlib.Path(__file__).resolve().parent.parent
PAPER = TOP / "configs/paper"
# The cheapest method of the paper on each of its sets, by docs/results.md.
BEST_OF_PAPER = {1: "nystrom", 2: "tempered", 3: "subset", 4: "nystrom", 5: "subset", 6: "nystrom",
                 7: "subset", 8: "subset", 9: "nystrom", 10: "nystrom"}
SCALING_SIZES = (300, 600, 1200, 2500, 5000)
KIN8NM_CASES = 2000

SIMULATION = """type: gp.simulator
seed: 1
digits: 9
cases: {cases}
inputs: 1
covariance:
  - {{type: constant, value: 10}}
  - {{type: squared_exponential, length_scales: shared}}
parameters: {{eta: 5, sigma: 0.5, rho: 0.1}}
"""

PIPELINE = """densities:
  posterior:
    type: gp.exact
    data: {{file: data.csv, response: y}}
    covariance:
      - {{type: constant, value: {constant}}}
      - {{type: squared_exponential, length_scales: {length_scales}}}
    priors: {priors}
  approximation: {{type: gp.subset_of_data, of: posterior, size: {subset}}}
  emulator: {{type: emulator, of: posterior, cache: none}}

transitions:
  standard: {{type: slice, target: posterior}}
  paper:
    type: for_each_parameter
    do:
      type: discretizing_chain
      target: posterior
      chain: {{type: slice, target: approximation, parameters: [$parameter]}}
  emulator:
    type: discretizing_chain
    target: posterior
    chain: {{type: slice, target: emulator}}
    step: {step}

sample:
  chains: 4
  seed: 1
  start: {start}
  transition: standard
"""

PAPER_MODEL = {"constant": 10, "length_scales": "shared",
               "priors": {"log_eta": [1.609438, 1], "log_sigma": [-0.693147, 1], "log_rho": [0, 1.5]},
               "start": {"log_eta": 1.609438, "log_sigma": -0.693147, "log_rho": [-2.302585]}}
# For columns of mean 0 and sd 1.
REAL_MODEL = {"constant": 1, "length_scales": "per_input",
              "priors": {"log_eta": [0, 1], "log_sigma": [-1.2, 1], "log_rho": [1, 1]},
              "start": {"log_eta": 0, "log_sigma": -1.2, "log_rho": [1] * 8}}


def names():
    return ([f"set-{number:02}" for number in range(1, 11)] + ["concrete", "kin8nm"] +
            [f"scaling-{size}" for size in SCALING_SIZES])


class Problem:
    """One problem, its files below `folder`."""

    def __init__(self, name, folder, data_folder, program):
        self.name, self.folder, self.program = name, folder / name, program
        self.folder.mkdir(parents=True, exist_ok=True)
        if name.startswith("set-"):
            self.number = int(name[4:])
            self.pipeline_data = yaml.safe_load((PAPER / f"{self.number:02}-standard.yaml").read_text())
            self.data = PAPER / f"data-{self.number:02}.csv"
        else:
            self.number = None
            self.data = self.folder / "data.csv"
            if not self.data.exists():
                self.write_data(data_folder)
            self.write_pipeline()
        self.cases = len(self.data.read_text().splitlines()) - 1
        self.write_for_peers()

    def write_data(self, data_folder):
        if self.name.startswith("scaling-"):
            specification = self.folder / "simulation.yaml"
            specification.write_text(SIMULATION.format(cases=self.name[len("scaling-"):]))
            subprocess.run([self.program, "simulate", specification, "--out", self.data], check=True)
        elif data_folder is None:
            raise SystemExit(f"{self.name} needs --data FOLDER with concrete_data.csv.gz and kin8nm.csv, as "
                             "the UCI repository's mirrors have them")
        elif self.name == "concrete":
            with gzip.open(data_folder / "concrete_data.csv.gz", "rt") as file:
                write_standardized(list(csv.reader(file)), self.data)
        else:
            with (data_folder / "kin8nm.csv").open() as file:
                write_standardized(list(csv.reader(file))[:KIN8NM_CASES], self.data)

    def write_pipeline(self):
        model = PAPER_MODEL if self.name.startswith("scaling-") else REAL_MODEL
        priors = {name: {"mean": mean, "sd": sd} for name, (mean, sd) in model["priors"].items()}
        text = PIPELINE.format(priors=json.dumps(priors), subset=100, start=json.dumps(model["start"]),
                               constant=model["constant"], length_scales=model["length_scales"],
                               step=10 if model is PAPER_MODEL else 8)
        (self.folder / "pipeline.yaml").write_text(text)
        self.pipeline_data = yaml.safe_load(text)

    def write_for_peers(self):
        posterior = self.pipeline_data["densities"]["posterior"]
        start = dict(self.pipeline_data["sample"]["start"])
        if not isinstance(start["log_rho"], list):
            start["log_rho"] = [start["log_rho"]]
        self.start = start
        (self.folder / "problem.json").write_text(json.dumps({
            "data": str(self.data), "constant": posterior["covariance"][0]["value"], "start": start,
            "priors": {name: [prior["mean"], prior["sd"]] for name, prior in posterior["priors"].items()}}))

    @property
    def parameters(self):
        return 2 + len(self.start["log_rho"])

    @property
    def is_large(self):
        return self.cases >= 900

    @property
    def is_huge(self):
        return self.cases > KIN8NM_CASES

    def pipeline(self, sampler):
        """The file and the settings with which mcmc-host runs a sampler of ours."""
        if self.number is not None:
            method = BEST_OF_PAPER[self.number] if sampler == "paper" else sampler
            return PAPER / f"{self.number:02}-{method}.yaml", {}
        settings = {"sample.transition": sampler}
        if sampler == "emulator":
            first, each = (5, 20) if self.parameters <= 3 else (8, 30)
            settings["sample.warmup"] = (f"[{{transition: standard, iterations: {first}}}, "
                                         f"{{transition: emulator, iterations: {each}, rounds: 10}}]")
        return self.folder / "pipeline.yaml", settings


def write_standardized(rows, path):
    """The last column is the response."""
    columns = [[float(cell) for cell in column] for column in zip(*rows)]
    scaled = []
    for column in columns:
        mean, sd = statistics.fmean(column), statistics.stdev(column)
        scaled.append([(value - mean) / sd for value in column])
    names = [f"x{k + 1}" for k in range(len(scaled) - 1)] + ["y"]
    lines = [",".join(names)] + [",".join(f"{value:.9g}" for value in row) for row in zip(*scaled)]
    path.write_text("\n".join(lines) + "\n")
