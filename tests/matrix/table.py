"""The rows of the table: a Python and a set of dependencies each, with what passed, what did not, and why."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bounds
import steps
from packaging.requirements import Requirement
from rooms import Room, WentWrong, interpreter

NO_COMPILER = ("--quiet", "--only-binary", ":all:")  # what has no wheel is not taken


@dataclass(frozen=True)
class Made:
    """A folder to work in, the two archives that were built, the second one unpacked; and pyproject.toml's table."""

    folder: Path
    wheel: Path
    sdist: Path
    unpacked: Path
    settings: dict[str, Any]


@dataclass
class Row:
    """What came of one Python with one set of dependencies."""

    python: str
    kind: str
    versions: dict[str, str] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def attempt(self, name: str, step: Callable[..., str | None], *arguments: Any) -> bool:
        """Try a step; whether it went well. What it returns is said behind its name."""
        print(f"  {self.python} {self.kind}: {name} …", file=sys.stderr, flush=True)
        try:
            told = step(*arguments)
        except WentWrong as problem:
            self.failed.append(f"{name}: {problem}")
            return False
        self.passed.append(f"{name} ({told})" if told else name)
        return True

    def text(self) -> str:
        """A paragraph."""
        lines = [f"Python {self.python}, {self.kind} dependencies"]
        if self.versions:
            lines.append("  with    " + ", ".join(f"{name} {version}" for name, version in self.versions.items()))
        lines += [f"  passed  {', '.join(self.passed)}"] if self.passed else []
        lines += [f"  FAILED  {problem}" for problem in self.failed]
        lines += [f"  note    {line}" for line in self.said]
        return "\n".join(lines)


def in_a_word(row: Row) -> str:
    """What came of it, for the last column; the paragraph above has the reasons."""
    if row.failed:
        names = ", ".join(problem.partition(":")[0] for problem in row.failed)
        return f"{len(row.passed)} passed, {len(row.failed)} FAILED: {names}"
    return f"all {len(row.passed)} passed" if row.passed else row.said[0]


def table(rows: Sequence[Row], packages: Sequence[str]) -> str:
    """All rows, a line each under a head: the Python, the dependencies and their versions, what came of it."""
    lines = [("Python", "set", *packages, "")]
    lines += [
        (row.python, row.kind, *(row.versions.get(name, "–") for name in packages), in_a_word(row)) for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def pinned(room: Room, wanted: Sequence[Requirement]) -> tuple[list[str], list[str]]:
    """The lowest versions for a room's Python, as constraints; and those that are above their bound.

    Raises:
        WentWrong: none of a package's versions is there.
    """
    lines, higher = [], []
    for requirement in wanted:
        found = bounds.lowest(requirement, room.offered(requirement.name))
        if found is None:
            raise WentWrong(f"no wheel of {requirement} for this Python, or no registry")
        lines.append(f"{requirement.name}=={found}")
        if not bounds.is_the_floor(requirement, found):
            higher.append(f"{requirement.name} {found} is the lowest of {requirement.specifier} with a wheel here")
    return lines, higher


def constrained(row: Row, room: Room, settings: dict[str, Any]) -> None:
    """Let the room take the lowest versions."""
    lines, row.said = pinned(room, bounds.everything(settings))
    room.constrain(lines)


def install(room: Room, *what: str | Path) -> None:
    """Install without a compiler."""
    room.pip("install", *NO_COMPILER, *what)


def tried(made: Made, python: str, kind: str, suite: str, tools: bool = False) -> Row:
    """Make a room and try everything in it.

    `suite` says how much of the tests: none, quick, whole; `tools`, whether lint, types and contracts are held, too.
    """
    row = Row(python, kind)
    found = interpreter(python)
    if found is None:
        row.said.append("not tried: no such Python here")
        return row
    try:
        room = Room(made.folder / f"{python}-{kind}", found)
    except WentWrong as problem:
        row.failed.append(f"virtual environment: {problem}")
        return row
    if kind == "lowest":
        if not row.attempt("versions", constrained, row, room, made.settings):
            return row
        row.passed.clear()
    archive = "wheel" if kind == "newest" else "sdist"
    what = [made.wheel] if kind == "newest" else ["--no-binary", "rnntui", made.sdist]
    if not row.attempt(f"install the {archive}", install, room, *what):
        return row
    row.versions = room.versions([requirement.name for requirement in bounds.runtime(made.settings)])
    for name, program in steps.PROGRAMS.items():
        row.attempt(name, program, room)
    if (suite != "none" or tools) and row.attempt(
        "install with [test]", install, room, *what[:-1], f"{what[-1]}[test]"
    ):
        if suite != "none":
            row.attempt("tests", steps.suite, room, made.unpacked, suite == "whole")
        if tools:
            use_tools(row, room, made)
    return row


def use_tools(row: Row, room: Room, made: Made) -> None:
    """Lint, format, types and import contracts with the tools that are installed, then with the lowest of them.

    The libraries stay the newest: their older releases come with types that say less.
    """
    for name, tool in steps.TOOLS.items():
        row.attempt(name, tool, room, made.unpacked)
    try:
        wanted = [each for each in bounds.everything(made.settings) if each.name in steps.TOOL_PACKAGES]
        lines, higher = pinned(room, wanted)
    except WentWrong as problem:
        row.failed.append(f"lowest tools: {problem}")
        return
    row.said += higher
    if row.attempt(f"install {' '.join(lines)}", install, room, *lines):
        for name, tool in steps.TOOLS.items():
            row.attempt(f"{name} again", tool, room, made.unpacked)
