"""Where scenarios are found: those that ship, by their names, and a lecturer's own file."""

from __future__ import annotations

import difflib
import re
from importlib.resources import files
from pathlib import Path

from rnntui_engine.records import BadInput

from ..text import clean
from .read import Scenario, head, read, read_file

NUMBERED = re.compile(r"[0-9]+_(.+)")


def names() -> list[str]:
    """The names of the scenarios that ship, in their order."""
    found = (entry.name for entry in files("rnntui_scenarios").iterdir())
    return sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml"))


def find(asked: str) -> Scenario:
    """The scenario of a name, with or without its number, or of a file. Raises BadInput, with a suggestion.

    A name that ends in .toml, or has a folder in it, is a file's.
    """
    if asked.endswith(".toml") or "/" in asked or "\\" in asked:
        return read_file(Path(asked))
    short = {name: _without_number(name) for name in names()}
    wanted = asked.strip().lower().replace("-", "_").replace(" ", "_")
    for name, rest in short.items():
        if wanted in (name, rest) or (wanted.isascii() and wanted.isdigit() and int(wanted) == int(name.split("_")[0])):
            return read(*_shipped(name))
    near = difflib.get_close_matches(wanted, list(short.values()), 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"expected is 1 to {len(short)}, or a name of rnntui demo --list"
    raise BadInput(f"there is no demo {clean(asked, 60)!r}; {hint}", "scenario")


def listed() -> list[tuple[str, int, str, str]]:
    """Name, minutes, title and what it teaches of every scenario that ships."""
    heads = [(_without_number(name), *head(*_shipped(name))) for name in names()]
    return [(name, minutes, title, teaches) for name, title, teaches, minutes in heads]


def _shipped(name: str) -> tuple[str, str]:
    """The text of one that ships, and the file's name."""
    file = f"{name}.toml"
    return files("rnntui_scenarios").joinpath(file).read_text(encoding="utf-8"), file


def _without_number(name: str) -> str:
    found = NUMBERED.fullmatch(name)
    return found[1] if found else name
