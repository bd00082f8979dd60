"""Which Pythons and dependencies it works with: `python tests/matrix`.

Builds the sdist from the tree and the wheel from the sdist; for each Python that is here it installs the wheel with the
newest dependencies that pyproject.toml allows, and the sdist with the lowest, and tries both outside the tree. In
the unpacked sdist the oldest Python runs tests with the lowest, and lint, types and import contracts with the newest.

It needs a registry of packages, and half an hour. Exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import archives
import bounds
import table
from rooms import Room, WentWrong, interpreter

ROOT = Path(__file__).resolve().parents[2]
SETS = ("newest", "lowest")


def asked(settings: dict[str, Any]) -> argparse.Namespace:
    """The choices."""
    parser = argparse.ArgumentParser(
        prog="python tests/matrix", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = bounds.pythons(settings)
    parser.add_argument("--python", nargs="+", choices=known, default=known, metavar="3.N", help="only these")
    parser.add_argument("--set", nargs="+", choices=SETS, default=SETS, dest="sets", help="only these dependencies")
    parser.add_argument(
        "--suite",
        choices=("none", "quick", "whole"),
        default="quick",
        help="tests to run; none: no lint",
    )
    parser.add_argument("--suite-in", choices=("one", "every"), default="one", help="one: the oldest, with the lowest")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="work in this new folder and keep it, with the logs"
    )
    return parser.parse_args()


def made_in(folder: Path, settings: dict[str, Any]) -> table.Made:
    """Build both archives with this Python."""
    python = interpreter(".".join(map(str, sys.version_info[:2])))
    if python is None:
        raise WentWrong("this Python makes no virtual environments: it lacks venv or ensurepip")
    room = Room(folder / "build", python)
    wheel, sdist = archives.build(room, archives.copy(ROOT, folder / "tree"), folder / "dist", settings)
    return table.Made(folder, wheel, sdist, archives.unpack(sdist, folder / "unpacked"), settings)


def tried(folder: Path, choice: argparse.Namespace, settings: dict[str, Any]) -> bool:
    """Build, try, print; whether all went well."""
    try:
        made = made_in(folder, settings)
    except WentWrong as problem:
        print(f"not built: {problem}")
        return False
    wrong = archives.missing(ROOT, settings, made.wheel, made.sdist)
    print(f"{made.sdist.name}, {made.wheel.name}: {'; '.join(wrong) or 'every file is in them'}", flush=True)
    rows = []
    for kind in choice.sets:
        for python in choice.python:
            oldest = python == choice.python[0]
            suite = choice.suite if choice.suite_in == "every" or (kind == "lowest" and oldest) else "none"
            row = table.tried(made, python, kind, suite, tools=kind == "newest" and oldest and choice.suite != "none")
            print(f"\n{row.text()}", flush=True)
            rows.append(row)
    print(f"\n{table.table(rows, [each.name for each in bounds.runtime(settings)])}")
    return not wrong and not any(row.failed for row in rows)


def main() -> int:
    """In a folder that is removed afterwards, unless it is to be kept."""
    settings = bounds.project(ROOT)
    choice = asked(settings)
    if choice.keep is None:
        with tempfile.TemporaryDirectory() as folder:
            return 0 if tried(Path(folder), choice, settings) else 1
    try:
        choice.keep.mkdir(parents=True)
    except OSError as problem:
        print(f"--keep {choice.keep}: {problem.strerror}; a new folder was expected", file=sys.stderr)
        return 2
    return 0 if tried(choice.keep.resolve(), choice, settings) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
