"""Reference values for Gaussian process densities, from definitions in 50-digit arithmetic.

Covariances are written out element by element and inverted as they are: no Cholesky factor, no
matrix identity, nothing that the library does. Needs mpmath:

    python3 make_gp_reference.py gp_reference.json
"""

import json
import random
import sys

import mpmath
from mpmath import mpf

mpmath.mp.dps = 50
SEED = 1729
PRIOR = {"mean": mpf("0.25"), "sd": mpf("1.75")}
# (cases, inputs, one length scale per input, c, known noise variances)
KINDS = [
    (1, 1, False, "2", False),
    (8, 1, True, "10", False),
    (11, 2, False, "0", False),
    (11, 3, True, "10", False),
    (13, 5, True, "3", True),
    (17, 9, False, "1", True),
]


def squared_exponential(a, b, eta, length_scales):
    r2 = sum(((u - v) / rho) ** 2 for u, v, rho in zip(a, b, length_scales))
    return eta**2 * mpmath.exp(-r2)


def log_normal_density(covariance, y):
    size = covariance.rows
    quadratic = (y.T * mpmath.inverse(covariance) * y)[0]
    return -(quadratic + mpmath.log(mpmath.det(covariance)) + size * mpmath.log(2 * mpmath.pi)) / 2


def log_prior(x):
    normal = lambda v: -(((v - PRIOR["mean"]) / PRIOR["sd"]) ** 2) / 2
    constant = mpmath.log(PRIOR["sd"]) + mpmath.log(2 * mpmath.pi) / 2
    return sum(normal(v) - constant for v in x)


def log_likelihood(x, case):
    eta, sigma, *rho = [mpmath.exp(v) for v in x]
    inputs, p = case["inputs"], len(case["inputs"][0])
    length_scales = rho if case["per_input"] else rho * p
    size = len(inputs)
    covariance = mpmath.matrix(size, size)
    for i in range(size):
        for j in range(size):
            k = squared_exponential(inputs[i], inputs[j], eta, length_scales)
            covariance[i, j] = case["c"] ** 2 + k
        covariance[i, i] += sigma**2 + (case["noise"][i] if case["noise"] else 0)
    return log_normal_density(covariance, mpmath.matrix(case["response"]))


def make_case(rng, size, p, per_input, c, known_noise):
    number = lambda value: mpf(round(value, 3))  # exactly what a double holds
    case = {
        "per_input": per_input,
        "c": mpf(c),
        # Far from the origin in the first input, so that careless distances lose digits.
        "inputs": [[number(rng.random() + (1000 if k == 0 else 0)) for k in range(p)] for _ in range(size)],
        "response": [number(rng.gauss(2, 3)) for _ in range(size)],
        "noise": [number(rng.expovariate(1)) for _ in range(size)] if known_noise else [],
    }
    if size > 2:
        case["inputs"][2] = case["inputs"][1]  # two cases at one place
    case["points"] = []
    for _ in range(3):
        dimension = 2 + (p if per_input else 1)
        x = [number(rng.gauss(0, 0.7)) for _ in range(dimension)]
        case["points"].append({"x": x, "log_prior": log_prior(x), "log_likelihood": log_likelihood(x, case)})
    return case


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, mpf) else value


def main(path):
    rng = random.Random(SEED)
    cases = [make_case(rng, *kind) for kind in KINDS]
    with open(path, "w") as file:
        json.dump({"prior": plain(PRIOR), "cases": plain(cases)}, file)
        file.write("\n")


main(sys.argv[1])
