#!/usr/bin/env python3
"""When the power fails, only what was brought to the disk is there. This notes in which order a run writes,
brings to the disk and renames, and fails where a checkpoint could be found that is half written, or whose draws
are not there.

    tests/power_failure_test.py PROGRAM NOTE_CALLS_LIBRARY FOLDER
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def calls_of(program, library, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    notes = folder / "calls.txt"
    words = [program, "run", str(TOP / "configs/quickstart.yaml"), "--out", str(folder / "run"), "--threads", "1",
             "--quiet", "--set", "output.checkpoint_interval=0.01", "--set", "sample.draws=100"]
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL,
                   env=os.environ | {"LD_PRELOAD": str(library), "MCMC_NOTE_CALLS": str(notes),
                                     "ASAN_OPTIONS": "verify_asan_link_order=0"})
    return [line.split("\t") for line in notes.read_text().splitlines()]


def draws_of(checkpoint):
    """The file of draws whose rows a chain's checkpoint counts."""
    return str(Path(checkpoint).parent.parent / f"{Path(checkpoint).name}.csv")


def check(calls):
    unsafe, folders, renamed = set(), set(), 0
    for place, (call, path, *rest) in enumerate(calls):
        if call == "write":
            unsafe.add(path)
        elif call == "sync":
            unsafe.discard(path)
            folders.discard(path)
        else:
            renamed += 1
            problems = [name for name in (path, draws_of(rest[0])) if name in unsafe]
            if problems:
                sys.exit(f"call {place}: {rest[0]} is put in place while not on the disk: {', '.join(problems)}")
            folders.add(str(Path(rest[0]).parent))
    if folders:
        sys.exit(f"names that were never brought to the disk, in {', '.join(sorted(folders))}")
    return renamed


def main():
    program, library, folder = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    renamed = check(calls_of(program, library, folder))
    if renamed < 10:
        sys.exit(f"only {renamed} checkpoints were written, too few to tell")
    print(f"{renamed} files were put in place, each on the disk before, with its draws")


if __name__ == "__main__":
    main()
