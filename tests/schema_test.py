#!/usr/bin/env python3
"""Compares the JSON Schema of pipelines with what the program takes and refuses.

    schema_test.py PROGRAM

Every pipeline of configs/ and every whole one in the documents must fit the schema; the mistakes below
must not, and the program refuses each of them too.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import yaml

TOP = Path(__file__).resolve().parent.parent
PLUGINS_ELSEWHERE = re.compile(r"type: example\.")
BLOCK = re.compile(r"^```yaml [^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)

GOOD = """
densities:
  posterior:
    type: gp.exact
    data: {file: data.csv, response: y}
    covariance:
      - {type: squared_exponential, length_scales: per_input}
    priors:
      log_eta: {mean: 0.0, sd: 1.0}
      log_sigma: {type: normal, mean: -0.7, sd: 1.25}
      log_rho: {mean: 0.5, sd: 1.5}
    cache: none
transitions:
  standard: {type: slice, target: posterior}
  both: {type: sequence, do: [standard, {type: repeat, times: 2, do: standard}]}
  each: {type: for_each_parameter, do: {type: slice, target: posterior, parameters: [$parameter]}}
sample:
  start: {log_eta: 0, log_sigma: -1, log_rho: 0}
  warmup: [{transition: standard, iterations: 5}]
  transition: both
output: {directory: results}
"""

MISTAKES = {  # what stands there, and what stands there instead
    "a misspelt key": ("file:", "fiel:"),
    "a misspelt key of a nested component": ("times: 2", "time: 2"),
    "a misspelt key of a template": ("posterior, parameters", "posterior, parametres"),
    "a misspelt key of a component without a type": ("{mean: 0.0, sd", "{mean: 0.0, ds"),
    "a misspelt section": ("output:", "ouput:"),
    "a misspelt type": ("type: slice, target: posterior}\n  both", "type: slise, target: posterior}\n  both"),
    "a misspelt type without options": ("cache: none", "cache: nome"),
    "a misspelt choice": ("per_input", "per_imput"),
    "a missing option": ("{type: slice, target: posterior}", "{type: slice}"),
    "a missing type": ("{type: slice, target: posterior}", "{target: posterior}"),
    "a missing section": ("densities:", "transitions_too:"),
    "text for a number": ("iterations: 5", "iterations: five"),
    "a fraction for an integer": ("iterations: 5", "iterations: 5.5"),
    "a list for a map": ("data: {file: data.csv, response: y}", "data: [data.csv]"),
    "a map for a list": ("[{transition: standard, iterations: 5}]", "{transition: standard, iterations: 5}"),
    "a number that is too small": ("times: 2", "times: 0"),
    "a number at an excluded bound": ("sd: 1.25", "sd: 0"),
    "a number that is too large": ("iterations: 5", "iterations: 5000000000"),
    "a label with other characters": ("  both:", "  Both:"),
}


class Yaml12(yaml.SafeLoader):
    """Reads 1e-8 as a number, as editors and the program do."""


Yaml12.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"), list("-+0123456789."))


def read(text):
    return yaml.load(text, Yaml12)  # a safe loader


def pipelines():
    for path in sorted(TOP.glob("configs/**/*.yaml")):
        yield path.relative_to(TOP), path.read_text()
    for path in sorted([TOP / "README.md", *TOP.glob("docs/*.md")]):
        for block in BLOCK.finditer(path.read_text()):
            yield path.relative_to(TOP), block[1]


def is_whole(document):
    """Whether it is a pipeline of the installed components, not a part of one or a simulation."""
    return isinstance(document, dict) and {"densities", "sample"} <= document.keys()


def is_refused(program, text):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pipeline.yaml").write_text(text)
        (Path(folder) / "data.csv").write_text("x,z,y\n0.1,1.0,0.3\n0.4,0.2,0.9\n0.9,0.7,-0.2\n")
        return subprocess.run([program, "check", "pipeline.yaml"], cwd=folder, capture_output=True,
                              check=False).returncode == 78


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = str(Path(sys.argv[1]).resolve())
    os.environ.pop("MCMC_HOST_PLUGIN_PATH", None)
    schema = json.loads(subprocess.run([program, "describe", "--schema"], check=True, text=True,
                                       capture_output=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    problems = []
    checked = 0
    for name, text in [("the good pipeline", GOOD), *pipelines()]:
        try:
            document = read(text)
        except yaml.YAMLError:  # a few lines out of a file, which tests/docs_test.py looks for there
            continue
        if not is_whole(document) or PLUGINS_ELSEWHERE.search(text):
            continue
        checked += 1
        problems += [f"{name}: {'.'.join(map(str, error.path))}: {error.message}"
                     for error in validator.iter_errors(document)]
    if is_refused(program, GOOD):
        problems.append("the good pipeline is refused by the program")
    for what, (before, after) in MISTAKES.items():
        text = GOOD.replace(before, after, 1)
        if text == GOOD:
            problems.append(f"{what}: there is no {before!r}")
        if validator.is_valid(read(text)):
            problems.append(f"{what}: fits the schema")
        if not is_refused(program, text):
            problems.append(f"{what}: is not refused by the program")
    print(f"{checked} pipelines and {len(MISTAKES)} mistakes")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
