"""Reads the exports of a run with netCDF4, and by the rules of GetDist, and compares them with the
chains' files.

    read.py RUN_FOLDER WITH_NETCDF
"""

import re
import sys
from pathlib import Path

import numpy as np

CHAINS = 3


def columns_of(file):
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    names = lines[0].split(",")
    values = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])
    return {name: values[:, i] for i, name in enumerate(names)}


def chains_of(folder):
    return [columns_of(folder / f"chain-{number}.csv") for number in range(1, CHAINS + 1)]


def stacked(chains, name):
    return np.stack([chain[name] for chain in chains])


def same(found, expected, what):
    found = np.asarray(found)
    assert found.shape == expected.shape, f"{what}: shape {found.shape}, expected {expected.shape}"
    assert np.array_equal(found, expected), f"{what}: other values"


def check_group(group, chains, quantities):
    """That a group has all of the quantities, and nothing else but its coordinates."""
    draws = len(chains[0]["lp__"])
    assert group.dimensions["chain"].size == CHAINS and group.dimensions["draw"].size == draws
    same(group["chain"][:], np.arange(CHAINS), "chain")
    same(group["draw"][:], np.arange(draws), "draw")
    coordinates = {"chain", "draw"}
    for name, columns in quantities.items():
        variable = group[name]
        expected = [stacked(chains, column) for column in columns]
        if columns == [name] or name in ("lp", "acceptance_rate"):
            assert variable.dimensions == ("chain", "draw"), variable.dimensions
            same(variable[:], expected[0], name)
        else:
            dimension = f"{name}_dim_0"
            coordinates.add(dimension)
            assert variable.dimensions == ("chain", "draw", dimension), variable.dimensions
            same(group[dimension][:], np.arange(len(columns)), dimension)
            same(variable[:], np.stack(expected, axis=-1), name)
    assert set(group.variables) == set(quantities) | coordinates, set(group.variables)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", group.created_at), group.created_at
    assert group.inference_library == "mcmc-host"
    assert re.fullmatch(r"\d+\.\d+\.\d+", group.inference_library_version)
    assert group.tuning_steps == 30 and group.thin == 2 and group.seed == "11"
    assert group.sampling_time > 0 and "gp" in group.plugins and "netcdf" in group.plugins


def check_netcdf(run):
    import netCDF4

    file = netCDF4.Dataset(run / "export" / "draws.nc")
    file.set_auto_mask(False)
    assert file.data_model == "NETCDF4", file.data_model
    assert set(file.groups) == {"posterior", "sample_stats", "warmup_posterior",
                                "warmup_sample_stats"}, set(file.groups)
    quantities = {name: [name] for name in ("log_eta", "log_sigma", "eta", "sigma",
                                            "log_likelihood")}
    quantities.update({name: [f"{name}.1", f"{name}.2"] for name in ("log_rho", "rho")})
    statistics = {"lp": ["lp__"], "acceptance_rate": ["accept_stat__"]}
    for prefix, folder in (("", run), ("warmup_", run / "warmup")):
        chains = chains_of(folder)
        check_group(file.groups[prefix + "posterior"], chains, quantities)
        check_group(file.groups[prefix + "sample_stats"], chains, statistics)


def check_getdist(run):
    """The rules of GetDist: a name without blanks, a star for derived ones, a label; a line for each
    draw with its weight, minus the log of the posterior, and the values in the order of the names."""
    names = []
    for line in (run / "export" / "draws.paramnames").read_text().splitlines():
        name, label = line.split(None, 1)
        derived = name.endswith("*")
        name = name.rstrip("*")
        assert derived == (not name.startswith("log_") or name == "log_likelihood"), name
        assert "$" not in label and label.count("{") == label.count("}"), label
        names.append(name)
    chains = chains_of(run)
    assert names == [name for name in chains[0] if not name.endswith("__")], names
    for number, chain in enumerate(chains, 1):
        values = np.loadtxt(run / "export" / f"draws_{number}.txt")
        same(values[:, 0], np.ones(len(chain["lp__"])), "weight")
        same(values[:, 1], -chain["lp__"], "minus log posterior")
        for i, name in enumerate(names):
            same(values[:, 2 + i], chain[name], name)
    assert len(list((run / "export").glob("draws_*.txt"))) == CHAINS


def main():
    run = Path(sys.argv[1])
    check_getdist(run)
    if sys.argv[2] == "ON":
        check_netcdf(run)
    print("all is well")


if __name__ == "__main__":
    main()
