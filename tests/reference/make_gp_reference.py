"""Reference values for Gaussian process densities, from definitions in 50-digit arithmetic.

Approximations are written out as n x n matrices: the exact density of some of the cases, K_nm
K_mm^-1 K_mn for K (as it is, and with a jitter of 1e-8 relative to eta^2), also with the diagonal
of K in place of its own, and the largest eigenvalues of K.

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


def noise_free_covariance(x, case):
    eta, _, *rho = [mpmath.exp(v) for v in x]
    inputs, p = case["inputs"], len(case["inputs"][0])
    length_scales = rho if case["per_input"] else rho * p
    size = len(inputs)
    k = mpmath.matrix(size, size)
    for i in range(size):
        for j in range(size):
            k[i, j] = case["c"] ** 2 + squared_exponential(inputs[i], inputs[j], eta, length_scales)
    return k


def block(matrix, rows, columns):
    return mpmath.matrix([[matrix[i, j] for j in columns] for i in rows])


def log_likelihood(k, x, case, rows=None):
    rows = range(k.rows) if rows is None else rows
    covariance = block(k, rows, rows)
    for position, i in enumerate(rows):
        noise = case["noise"][i] if case["noise"] else 0
        covariance[position, position] += mpmath.exp(x[1]) ** 2 + noise
    return log_normal_density(covariance, mpmath.matrix([case["response"][i] for i in rows]))


def nystrom(k, subset, jitter):
    everyone = range(k.rows)
    chosen = block(k, subset, subset) + jitter * mpmath.eye(len(subset))
    return block(k, everyone, subset) * mpmath.inverse(chosen) * block(k, subset, everyone)


def with_diagonal_of(k, approximation):
    result = approximation.copy()
    for i in range(k.rows):
        result[i, i] = k[i, i]
    return result


def truncated(k, rank):
    values, vectors = mpmath.eigsy(k)
    largest = sorted(range(k.rows), key=lambda i: -values[i])[:rank]
    return sum((values[i] * vectors[:, i] * vectors[:, i].T for i in largest), mpmath.zeros(k.rows))


def log_likelihoods(x, case):
    k = noise_free_covariance(x, case)
    subset = [row - 1 for row in case["rows"]]
    jitter = mpf("1e-8") * mpmath.exp(x[0]) ** 2
    return {
        "exact": log_likelihood(k, x, case),
        "subset_of_data": log_likelihood(k, x, case, subset),
        "nystrom": log_likelihood(nystrom(k, subset, 0), x, case),
        "nystrom_with_jitter": log_likelihood(nystrom(k, subset, jitter), x, case),
        "fitc": log_likelihood(with_diagonal_of(k, nystrom(k, subset, 0)), x, case),
        "fitc_with_jitter": log_likelihood(with_diagonal_of(k, nystrom(k, subset, jitter)), x, case),
        "eigen_exact": log_likelihood(truncated(k, case["rank"]), x, case),
    }


def predictions(x, case):
    """The mean and variance of the function and the variance of the response at each new case."""
    everything = noise_free_covariance(x, {**case, "inputs": case["inputs"] + case["new_inputs"]})
    old, new = range(len(case["inputs"])), range(len(case["inputs"]), everything.rows)
    noise = mpmath.exp(x[1]) ** 2
    covariance = block(everything, old, old) + mpmath.diag([noise + v for v in case["noise"] or [0] * len(old)])
    inverse = mpmath.inverse(covariance)
    between = block(everything, new, old)
    mean = between * inverse * mpmath.matrix(case["response"])
    reduction = between * inverse * between.T
    latent = [everything[j, j] - reduction[i, i] for i, j in enumerate(new)]
    known = case["new_noise"] or [0] * len(new)
    return {
        "mean": list(mean),
        "latent_variance": latent,
        "variance": [v + noise + w for v, w in zip(latent, known)],
    }


def make_new_cases(case, p):
    rng = random.Random(SEED + p)
    number = lambda value: mpf(round(value, 3))
    # The first where a case of the data is, the last far from all of them.
    between = [number(rng.random() + (1000 if k == 0 else 0)) for k in range(p)]
    case["new_inputs"] = [case["inputs"][0], between, [mpf(-50)] * p]
    case["new_noise"] = [number(rng.expovariate(1)) for _ in range(3)] if case["noise"] else []


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
    # In no order, and without the second case of that place, which leaves K_mm without an inverse.
    others = [row for row in range(1, size + 1) if row != 3]
    case["rows"] = rng.sample(others, (size + 1) // 2)
    case["rank"] = (size + 1) // 2
    make_new_cases(case, p)
    case["points"] = []
    for _ in range(3):
        dimension = 2 + (p if per_input else 1)
        x = [number(rng.gauss(0, 0.7)) for _ in range(dimension)]
        case["points"].append(
            {
                "x": x,
                "log_prior": log_prior(x),
                "log_likelihood": log_likelihoods(x, case),
                "predict": predictions(x, case),
            }
        )
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
