#!/usr/bin/env python3
"""Damages good pipelines in small ways, and looks at what the program says to each.

    mutated_pipelines.py PROGRAM SCRATCH_FOLDER [--seed N] [--each N]

Each kind of damage is done --each times to pipelines of configs/, chosen by --seed:
- a key, or a value that is a name, is misspelt by one or two letters: one error at its line and column,
  whose suggestion is what stood there;
- a value becomes one of another type: one error at its line and column;
- a line's indentation is broken: an error at most one line away, or one that names the line.
"""

import argparse
import os
import random
import re
import shutil
import string
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import yaml

TOP = Path(__file__).resolve().parent.parent
NAME = "damaged.yaml"
ERROR = re.compile(rf"^mcmc-host: {NAME}:(\d+):(\d+): (.*)$", re.MULTILINE)
SUGGESTION = re.compile(r'did you mean "([^"]*)"\?')
ANY_TEXT = {"directory"}  # options that take whatever is written
LABELS_IN = {"densities", "transitions"}


@dataclass
class Damage:
    """A damaged pipeline, and what should be said of it."""
    what: str
    text: str
    line: int
    column: int = 0  # 0: any
    suggestion: str = ""
    tolerance: int = 0  # in lines
    codes: tuple = (78,)


@dataclass
class Place:
    """A key or a value of a pipeline."""
    node: yaml.Node
    keys: tuple  # what it stands under, outermost first
    is_key: bool


def places(node, keys=()):
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield Place(key, keys, True)
            yield from places(value, keys + (key.value,))
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from places(item, keys)
    yield Place(node, keys, False)


def is_number(text):
    return re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?", text) is not None


def is_name(place):
    """Whether it is one of a few words, so that a misspelt one can be told."""
    if not isinstance(place.node, yaml.ScalarNode) or is_number(place.node.value):
        return False
    if place.is_key:  # a label is whatever its author calls it
        return not (len(place.keys) == 1 and place.keys[0] in LABELS_IN)
    return bool(place.keys) and place.keys[-1] not in ANY_TEXT


def misspelt(word, generator):
    """The word with one letter wrong, or two in a long one."""
    letters = list(word)
    for _ in range(generator.choice((1, 2)) if len(word) > 6 else 1):
        at = generator.randrange(len(letters))
        letter = generator.choice(string.ascii_lowercase)
        change = generator.choice(("drop", "add", "replace", "swap"))
        if change == "drop" and len(letters) > 2:
            del letters[at]
        elif change == "add":
            letters.insert(at, letter)
        elif change == "swap" and at + 1 < len(letters):
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
        else:
            letters[at] = letter
    return "".join(letters)


def with_node_replaced(text, node, replacement):
    start, end = node.start_mark.index, node.end_mark.index  # of a block: where the next one starts
    return text[:start] + replacement + text[start + len(text[start:end].rstrip()):]


def misspell(text, generator):
    place = generator.choice([place for place in places(yaml.compose(text)) if is_name(place)])
    word = place.node.value
    words = {other.node.value for other in places(yaml.compose(text))
             if isinstance(other.node, yaml.ScalarNode)}
    wrong = misspelt(word, generator)
    while wrong in words:
        wrong = misspelt(word, generator)
    mark = place.node.start_mark
    what = f"{'key' if place.is_key else 'value'} {word} -> {wrong}"
    codes = (66,) if not place.is_key and place.keys[-1] == "file" else (78,)
    return Damage(what, with_node_replaced(text, place.node, wrong), mark.line + 1, mark.column + 1,
                  word, codes=codes)


def swap_type(text, generator):
    place = generator.choice([place for place in places(yaml.compose(text))
                              if not place.is_key and place.keys and place.keys[-1] not in ANY_TEXT
                              and "$parameter" not in yaml.serialize(place.node)])
    if isinstance(place.node, yaml.ScalarNode):
        others = ["[]", "{}", "[1, 2]", "{a: 1}"]
        others += ["ten", '"1"'] if is_number(place.node.value) else ["17"]
    else:
        others = ["ten", "true"] if "start" in place.keys else ["17", "ten", "true"]
        others += ["[]", "[3]"] if isinstance(place.node, yaml.MappingNode) else ["{}", "{a: 1}"]
    other = generator.choice(others)
    mark = place.node.start_mark
    what = f"{'.'.join(place.keys)} becomes {other}"
    return Damage(what, with_node_replaced(text, place.node, other), mark.line + 1,
                  mark.column + 1, codes=(66, 78) if place.keys[-1] == "file" else (78,))


def indent_wrongly(text, generator):
    lines = text.splitlines(keepends=True)
    before = yaml.safe_load(text)
    while True:
        at = generator.choice([i for i, line in enumerate(lines) if line.strip() and line[0] == " "])
        width = len(lines[at]) - len(lines[at].lstrip())
        indentation = generator.choice([" " * max(0, width + generator.choice((-3, -2, -1, 1, 2, 3))),
                                        " " * (width - 1) + "\t", "\t"])
        if indentation == " " * width:
            continue
        wrong = "".join(lines[:at] + [indentation + lines[at].lstrip()] + lines[at + 1:])
        try:
            if yaml.safe_load(wrong) == before:
                continue
        except yaml.YAMLError:
            pass
        return Damage(f"line {at + 1} indented by {indentation!r}", wrong, at + 1, tolerance=1)


KINDS = {"misspelt": misspell, "swapped": swap_type, "indentation": indent_wrongly}


def verdict(damage, code, err):
    """What is wrong with the program's answer, or nothing."""
    errors = [(int(line), int(column), message) for line, column, message in ERROR.findall(err)]
    if code not in damage.codes:
        return f"exit code {code}, expected {damage.codes}"
    if not errors:
        return "no place is named"
    if damage.tolerance:
        near = [line for line, _, message in errors if abs(line - damage.line) <= damage.tolerance
                or f"; line {damage.line} begins" in message]
        if not near:
            return f"no error near line {damage.line}"
        return ""
    if len(errors) > 1:
        return "more than one error"
    line, column, message = errors[0]
    if (line, column) != (damage.line, damage.column):
        return f"expected {damage.line}:{damage.column}"
    suggested = SUGGESTION.search(message)
    if damage.suggestion and (not suggested or suggested[1] != damage.suggestion):
        return f'expected the suggestion "{damage.suggestion}"'
    return ""


def check(program, folder, damage):
    (folder / NAME).write_text(damage.text)
    done = subprocess.run([program, "check", NAME], cwd=folder, capture_output=True, text=True,
                          timeout=60, check=False)
    wrong = verdict(damage, done.returncode, done.stderr)
    if wrong:
        print(f"{folder.name}: {damage.what}: {wrong}\n{done.stderr}{done.stdout}")
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--seed", type=int, default=20130509)
    parser.add_argument("--each", type=int, default=25)
    arguments = parser.parse_args()
    os.environ.pop("MCMC_HOST_PLUGIN_PATH", None)
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    shutil.copytree(TOP / "configs", arguments.scratch)
    pipelines = sorted(path for path in arguments.scratch.rglob("*.yaml")
                       if not path.name.startswith("data-"))
    generator = random.Random(arguments.seed)
    good = Counter()
    for kind, damage in KINDS.items():
        for _ in range(arguments.each):
            pipeline = generator.choice(pipelines)
            good[kind] += check(arguments.program.resolve(), pipeline.parent,
                                damage(pipeline.read_text(), generator))
    for kind in KINDS:
        print(f"{kind}: {good[kind]} of {arguments.each} answered rightly")
    if any(good[kind] < arguments.each for kind in KINDS):
        sys.exit(1)
    shutil.rmtree(arguments.scratch)


if __name__ == "__main__":
    main()
