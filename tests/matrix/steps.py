"""What is run in a room, outside the tree, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rooms import Room, WentWrong

PACKAGES = ("rnntui", "rnntui_engine", "rnntui_scenarios")
# The part of the tests that touches every dependency, in a minute or two.
QUICK = (
    *(
        "tests/test_house.py",
        "tests/test_packaging.py",
        "tests/test_readme.py",
        "tests/matrix",
        "tests/web/test_door.py",
    ),
    *(f"tests/cli/test_{name}.py" for name in ("cluster", "errors", "shot", "step")),
    *(f"tests/engine/test_{name}.py" for name in ("arithmetic", "forecast_rivals", "tensor_file", "untrained")),
    *(f"tests/scenario/test_{name}.py" for name in ("format",)),
    *(f"tests/ui/test_{name}.py" for name in ("pictures", "plot", "step")),
)


def holds(told: str, words: str) -> None:
    """What a program says has these words in it, or its step went wrong."""
    if words not in told:
        raise WentWrong(f"{words!r} is not in what it printed")


def installed(room: Room) -> None:
    """What is imported is what was installed, and not the tree."""
    names = ", ".join(PACKAGES)
    told = room.run(room.within("python"), "-c", f"import {names}\nfor p in ({names}): print(p.__file__)")
    for place in told.split():
        if not Path(place).resolve().is_relative_to((room.folder / "venv").resolve()):
            raise WentWrong(f"{place} is not in the virtual environment")


def version(room: Room) -> None:
    holds(room.run(room.within("rnntui"), "--version"), "rnntui")


def demos(room: Room) -> None:
    lines = room.run(room.within("rnntui"), "demo", "--list").splitlines()
    if len(lines) < 16:
        raise WentWrong(f"{len(lines)} demos")


def step(room: Room) -> None:
    told = room.run(
        room.within("rnntui"), "step", "--subscriber", "260", "--cell", "lstm", "--length", "6", "--trained"
    )
    holds(told, "Period 6 of 6.")


def own(room: Room) -> None:
    told = room.run(room.within("rnntui"), "step", "--weights", "own:first.safetensors", "--data", "own:days.csv")
    holds(told, "Period 48 of 48.")


def shot(room: Room) -> None:
    picture = room.elsewhere / "step.svg"
    room.run(room.within("rnntui"), "shot", "--view", "decay", "--size", "120x36", "--out", picture)
    holds(picture.read_text(encoding="utf-8"), "Published")


def check(room: Room) -> None:
    holds(room.run(room.within("rnntui"), "check"), "claims: ")


PROGRAMS: dict[str, Callable[[Room], None]] = {
    "import": installed,
    "--version": version,
    "demo --list": demos,
    "step": step,
    "step --weights": own,
    "shot": shot,
    "check": check,
}


def suite(room: Room, source: Path, whole: bool) -> str:
    """Run the tests of an unpacked sdist; returns pytest's last line."""
    options = ("-p", "no:cacheprovider", "-o", "faulthandler_timeout=300")
    told = room.run(room.within("pytest"), *options, *(() if whole else QUICK), where=source)
    return told.strip().splitlines()[-1]


def lint(room: Room, source: Path) -> None:
    room.run(room.within("ruff"), "check", "--no-cache", ".", where=source)


def form(room: Room, source: Path) -> None:
    room.run(room.within("ruff"), "format", "--no-cache", "--check", ".", where=source)


def types(room: Room, source: Path) -> None:
    room.run(room.within("mypy"), "--config-file", source / "pyproject.toml", "-p", "rnntui_engine", "-p", "rnntui")


def contracts(room: Room, source: Path) -> None:
    room.run(room.within("lint-imports"), "--no-cache", "--config", source / "pyproject.toml")


TOOLS: dict[str, Callable[[Room, Path], None]] = {
    "ruff check": lint, "ruff format": form, "mypy": types, "lint-imports": contracts,
}  # fmt: skip
TOOL_PACKAGES = ("ruff", "mypy", "import-linter")
