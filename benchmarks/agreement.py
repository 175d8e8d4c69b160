"""Whether two samplers' draws are of one distribution, as far as their Monte Carlo errors tell."""
import csv
import json
import math
import subprocess

QUANTILES = {"q5": 0.05, "q50": 0.5, "q95": 0.95}


class Draws:
    """All draws of one sampler on one problem, of all seeds that there are."""

    def __init__(self, program, folder, sampler):
        self.folders = sorted(folder.glob(f"{sampler}-*"))
        files = [file for one in self.folders for file in sorted(one.glob("**/chain-*.csv"))]
        self.rows, self.columns = {}, {}
        if not files:
            return
        printed = subprocess.run([program, "summary", *files, "--format", "json"], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, text=True, check=True).stdout
        self.rows = {row["variable"]: row for row in json.loads(printed)
                     if row["variable"].startswith("log_")}
        for file in files:
            with file.open() as lines:
                for draw in csv.DictReader(line for line in lines if not line.startswith("#")):
                    for name in self.rows:
                        self.columns.setdefault(name, []).append(float(draw[name]))

    @property
    def seeds(self):
        return len(self.folders)

    def share_below(self, name, value):
        return sum(x < value for x in self.columns[name]) / len(self.columns[name])


def in_standard_errors(reference, other, name):
    """The difference of each statistic of a variable. That of a quantile is taken where the other has its
    draws: how many of them are below the reference's."""
    first, second = reference.rows[name], other.rows[name]
    differences = {statistic: (first[statistic] - second[statistic]) /
                   math.hypot(first[f"mcse_{statistic}"], second[f"mcse_{statistic}"])
                   for statistic in ("mean", "sd")}
    for quantile, share in QUANTILES.items():
        sizes = [row["ess_bulk" if quantile == "q50" else "ess_tail"] for row in (first, second)]
        error = math.sqrt(share * (1 - share) * sum(1 / size for size in sizes))
        differences[quantile] = (other.share_below(name, first[quantile]) - share) / error
    return differences


def largest_differences(reference, other):
    """Over the log likelihood and all parameters, of each statistic."""
    of_variables = [in_standard_errors(reference, other, name) for name in reference.rows]
    return {statistic: max(abs(differences[statistic]) for differences in of_variables)
            for statistic in of_variables[0]}
