#!/usr/bin/env python3
"""Runs what README.md, CONTRIBUTING.md and docs/ tell the reader to do.

    docs_test.py PROGRAM BUILD_FOLDER SCRATCH_FOLDER [DOCUMENT ...]

Every document gets a scratch folder that looks like a checkout. Its fenced blocks are taken in order:
- a block with a file name ("```yaml my/pipeline.yaml") is a quotation if the repository has that file
  (or tests/out_of_tree does), and must stand in it word for word; else it is saved under that name,
  and a pipeline is sampled, one whose density is an R program where R is there;
- other "```sh" and "```python" blocks are run, "```r" blocks too where R and the packages it loads are
  there;
- "```text summary FOLDER" is the summary of a run: its columns and variables must be right;
- all others are shown only.
A run takes few draws, whatever the document says. Links to other files must lead somewhere.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/*.md", "configs/**/*.md"]
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")

FEW_DRAWS = """#!/bin/bash
# Stands in for mcmc-host while its documentation is tested: few draws, few chains.
few=()
case "${1:-}" in
  run | *.yaml) few=(--set sample.draws=20 --set sample.chains=2) ;;
esac
exec "$MCMC_HOST" "$@" "${few[@]}"
"""

RUN_SCRIPT = """#!/bin/bash
# Stands in for scripts/run.sh, which would build the program again.
if (($# == 0)) || [[ $1 == -* ]]; then set -- configs/quickstart.yaml "$@"; fi
exec mcmc-host "$@"
"""


class Stale(Exception):
    """A document that says something which is not so."""


class Checkout:
    """A scratch folder in which a reader would work, and commands that run there."""

    def __init__(self, folder, program, build):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "stand-ins").mkdir(parents=True)
        (folder / "scripts").mkdir()
        (folder / "build").mkdir()
        shutil.copytree(TOP / "configs", folder / "configs")
        (folder / "build" / "release").symlink_to(build)
        self.add_script(folder / "stand-ins" / "mcmc-host", FEW_DRAWS)
        self.add_script(folder / "scripts" / "run.sh", RUN_SCRIPT)
        self.add_script(folder / "scripts" / "test.sh", "#!/bin/bash\n")
        self.environment = dict(os.environ, MCMC_HOST=program, HOME=str(folder),
                                PATH=f"{folder / 'stand-ins'}:{os.environ['PATH']}")
        self.environment.pop("MCMC_HOST_PLUGIN_PATH", None)
        self.pipelines_run = 0

    @staticmethod
    def add_script(path, text):
        path.write_text(text)
        path.chmod(0o755)

    def save(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *command, text=None):
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=text, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise Stale(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def sample(self, pipeline):
        self.pipelines_run += 1
        self.run("mcmc-host", pipeline, "--allow-programs", "--out", f"sampled/{self.pipelines_run}")


def original_of(name):
    for path in (TOP / name, TOP / "tests" / "out_of_tree" / name):
        if path.is_file():
            return path
    return None


def check_named_block(checkout, language, name, text):
    original = original_of(name)
    if original is not None:
        if text not in original.read_text():
            raise Stale(f"this is not what {original.relative_to(TOP)} says")
        checkout.save(name, original.read_text())
        return
    checkout.save(name, text)
    if language == "yaml" and ("Rscript" not in text or has_r_packages("")):
        checkout.sample(name)


def summary_names(table):
    """The columns of a summary table, and its variables."""
    lines = table.strip("\n").splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("variable"))
    return [line.split() for line in lines[:header + 1]], [x.split()[0] for x in lines[header + 1:]]


def check_summary(checkout, folder, text):
    if summary_names(text) != summary_names(checkout.run("mcmc-host", "summary", folder)):
        raise Stale(f"the summary of {folder} has other columns or variables")


def has_r_packages(text):
    """Whether R is there, with the packages that a block of R code loads."""
    packages = re.findall(r"^library\((\w+)\)", text, re.MULTILINE)
    test = " && ".join(["TRUE"] + [f'requireNamespace("{name}", quietly = TRUE)' for name in packages])
    return shutil.which("Rscript") and subprocess.run(
        ["Rscript", "-e", f"quit(status = if ({test}) 0 else 1)"], capture_output=True,
        check=False).returncode == 0


def lacks_report(program):
    """Whether the build left out the page of reports, which needs npm."""
    return not (Path(program).resolve().parent.parent / "share" / "mcmc-host" / "report.html").exists()


def check_block(checkout, info, text):
    """Runs or compares one block. Returns what was done, in a word."""
    language, *rest = info.split()
    if language == "sh" and "mcmc-host report" in text and lacks_report(checkout.environment["MCMC_HOST"]):
        return "no report"
    if language == "sh":
        checkout.run("bash", "-euo", "pipefail", "-s", text=text)
    elif language == "python" and not rest:
        checkout.run(sys.executable, "-", text=text)
    elif language == "r" and not rest:
        if not has_r_packages(text):
            return "no R"
        checkout.run("Rscript", "-", text=text)
    elif language == "text" and rest[:1] == ["summary"]:
        check_summary(checkout, rest[1], text)
    elif rest:
        check_named_block(checkout, language, rest[0], text)
    else:
        return "shown"
    return "good"


def dead_links(document, text):
    prose = FENCE.sub("", text)
    targets = [target for target, _ in LINK.findall(prose) if "://" not in target]
    return [target for target in targets if not (document.parent / target).exists()]


def check_document(document, checkout):
    """The number of problems, each of which is printed."""
    text = document.read_text()
    name = document.relative_to(TOP)
    problems = 0
    for target in dead_links(document, text):
        print(f"{name}: dead link {target}")
        problems += 1
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        if not block["info"].strip():
            print(f"{name}:{line}: a block without a language")
            problems += 1
            continue
        try:
            outcome = check_block(checkout, block["info"], block["text"])
            print(f"{name}:{line}: {block['info']}: {outcome}")
        except Stale as stale:
            print(f"{name}:{line}: {block['info']}: STALE: {stale}")
            problems += 1
    return problems


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, build, scratch = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    chosen = [Path(name).resolve() for name in sys.argv[4:]]
    documents = chosen or sorted(path for pattern in DOCUMENTS for path in TOP.glob(pattern))
    problems = 0
    for document in documents:
        folder = scratch / "_".join(document.relative_to(TOP).with_suffix("").parts)
        problems += check_document(document, Checkout(folder, program, build))
    if problems:
        sys.exit(f"{problems} stale places; what they left is in {scratch}")
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
