#!/usr/bin/python3
"""Samples the benchmark's model with emcee's stretch moves and a likelihood in NumPy.

Usage: stretch_moves.py PROBLEM.json SEED WALKERS WARMUP STEPS FOLDER [plain]

"plain" is the likelihood as one writes it down, without it one that uses its memory again.

Writes one FOLDER/chain-N.csv for each walker, and what it cost as JSON on standard output.
"""
import json
import pathlib
import sys
import time

import emcee
import numpy
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpotrf
from scipy.spatial.distance import cdist


def normal_log_density(factor, y):
    z = solve_triangular(factor, y, lower=True, check_finite=False)
    return -0.5 * z @ z - numpy.log(numpy.diag(factor)).sum() - 0.5 * len(y) * numpy.log(2 * numpy.pi)


class PlainPosterior:
    def __init__(self, problem):
        cases = numpy.loadtxt(problem["data"], delimiter=",", skiprows=1)
        self.inputs, self.response = cases[:, :-1], cases[:, -1]
        self.constant = problem["constant"] ** 2
        scales = len(problem["start"]["log_rho"])
        priors = problem["priors"]
        moments = numpy.array([priors["log_eta"], priors["log_sigma"]] + [priors["log_rho"]] * scales)
        self.prior_mean, self.prior_sd = moments.T
        self.evaluations = 0

    def log_likelihood(self, eta, sigma, rho):
        scaled = self.inputs / rho
        covariance = eta ** 2 * numpy.exp(-cdist(scaled, scaled, "sqeuclidean")) + self.constant
        covariance[numpy.diag_indices_from(covariance)] += sigma ** 2
        try:
            factor = numpy.linalg.cholesky(covariance)
        except numpy.linalg.LinAlgError:
            return -numpy.inf
        return normal_log_density(factor, self.response)

    def __call__(self, x):
        deviations = (x - self.prior_mean) / self.prior_sd
        if numpy.abs(deviations).max() > 20:  # where exp() of a wild proposal would overflow
            return -numpy.inf, -numpy.inf
        self.evaluations += 1
        log_likelihood = self.log_likelihood(numpy.exp(x[0]), numpy.exp(x[1]), numpy.exp(x[2:]))
        return log_likelihood - 0.5 * deviations @ deviations, log_likelihood


class FastPosterior(PlainPosterior):
    def __init__(self, problem):
        super().__init__(problem)
        n = len(self.response)
        self.is_shared = len(problem["start"]["log_rho"]) == 1
        # Memory that is used again, in LAPACK's order: to ask the system for it would cost more than
        # the arithmetic.
        self.squares = numpy.empty((n, n), order="F")
        self.covariance = numpy.empty((n, n), order="F")
        if self.is_shared:
            self.fill_squares(self.inputs)

    def fill_squares(self, points):
        norms = (points ** 2).sum(1)
        numpy.dot(-2 * points, points.T, out=self.squares.T)
        self.squares += norms[:, None]
        self.squares += norms[None, :]

    def log_likelihood(self, eta, sigma, rho):
        if self.is_shared:
            numpy.multiply(self.squares, -1 / rho[0] ** 2, out=self.covariance)
        else:
            self.fill_squares(self.inputs / rho)
            numpy.negative(self.squares, out=self.covariance)
        numpy.exp(self.covariance, out=self.covariance)
        self.covariance *= eta ** 2
        self.covariance += self.constant
        numpy.fill_diagonal(self.covariance, eta ** 2 + self.constant + sigma ** 2)
        factor, info = dpotrf(self.covariance, lower=True, clean=False, overwrite_a=True)
        return normal_log_density(factor, self.response) if info == 0 else -numpy.inf


def main():
    problem = json.loads(pathlib.Path(sys.argv[1]).read_text())
    seed, walkers, warmup, steps = map(int, sys.argv[2:6])
    folder = pathlib.Path(sys.argv[6])
    numpy.random.seed(seed)
    posterior = PlainPosterior(problem) if sys.argv[7:] == ["plain"] else FastPosterior(problem)
    start = problem["start"]
    centre = numpy.array([start["log_eta"], start["log_sigma"], *start["log_rho"]])
    sampler = emcee.EnsembleSampler(walkers, len(centre), posterior)

    begin = time.process_time()
    state = sampler.run_mcmc(centre + 0.1 * numpy.random.randn(walkers, len(centre)), warmup)
    middle, warmup_evaluations = time.process_time(), posterior.evaluations
    sampler.reset()
    sampler.run_mcmc(state, steps)
    end = time.process_time()

    scales = len(centre) - 2
    names = ["log_eta", "log_sigma"] + (["log_rho"] if scales == 1
                                        else [f"log_rho.{k + 1}" for k in range(scales)])
    for walker in range(walkers):
        table = numpy.column_stack([sampler.get_log_prob()[:, walker], sampler.get_blobs()[:, walker],
                                    sampler.get_chain()[:, walker]])
        numpy.savetxt(folder / f"chain-{walker + 1}.csv", table, fmt="%.17g", delimiter=",", comments="",
                      header=",".join(["lp__", "log_likelihood", *names]))
    print(json.dumps({"warmup_seconds": middle - begin, "sampling_seconds": end - middle,
                      "warmup_evaluations": warmup_evaluations,
                      "sampling_evaluations": posterior.evaluations - warmup_evaluations}))


if __name__ == "__main__":
    main()
