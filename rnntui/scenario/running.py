"""What a demo that plays tells a second terminal: where it is, and what is for the speaker alone.

One file in the folder for state, written whole or not at all. It holds all that the second terminal shows, so that it
needs neither the scenario nor its numbers. Where two demos play, the one that moved last is in it; a file that a demo
left behind when it was killed is known by its process, which is gone.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..files import write
from ..settings import folder
from ..text import clean

NAME = "demo.json"
LONGEST = 100_000  # bytes
MOST_TEXT = 4000
TOO_OLD = 12 * 3600.0  # seconds


@dataclass(frozen=True)
class Running:
    """A demo at a beat, from 1. `name`: its file's; `started`, `moved`: seconds since 1970; `starts`: the minute at
    which this beat and the next should begin; `asks`: its question is open; `says`: what it says or
    asks; `coming`: the next one's first words; `answer`: to the open question."""

    process: int
    name: str
    title: str
    beat: int
    beats: int
    started: float
    moved: float
    minutes: float
    starts: tuple[float, float]
    says: str
    notes: str
    coming: str
    asks: bool
    answer: str = ""
    score: str = ""


def state_file() -> Path:
    """Where a running demo says where it is."""
    return folder("state") / NAME


def tell(path: Path, running: Running) -> str:
    """Write where a demo is; returns what went wrong, or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(asdict(running)) + "\n")
    except OSError as problem:
        return str(problem.strerror or problem)
    return ""


def end(path: Path, process: int) -> None:
    """A demo has ended: its file goes, if it is still its own."""
    found = _read(path)
    if found is not None and found.process == process:
        path.unlink(missing_ok=True)


def running(path: Path, now: float) -> Running | None:
    """The demo that plays, if one does: not one whose process is gone, nor one that has not moved for half a day."""
    found = _read(path)
    if found is None or not 0 <= now - found.moved + 1 <= TOO_OLD or not _alive(found.process):
        return None
    return found


def _read(path: Path) -> Running | None:
    """What the file says; None for whatever is not a file of ours."""
    try:
        if not path.is_file() or path.stat().st_size > LONGEST:
            return None
        found = json.loads(path.read_text(encoding="utf-8"))
        return Running(**{field.name: KINDS[str(field.type)](found[field.name]) for field in fields(Running)})
    except (OSError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return clean(value, MOST_TEXT, lines=True)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("no whole number")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError("no number")
    return float(value)


def _pair(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("no pair")
    return _number(value[0]), _number(value[1])


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


KINDS: dict[str, Callable[[object], Any]] = {
    "str": _text, "bool": _flag, "int": _whole, "float": _number, "tuple[float, float]": _pair,
}  # fmt: skip


def _alive(process: int) -> bool:
    """Whether a process is there. Where asking would end it, as on Windows, it is believed to be."""
    if os.name != "posix":
        return True
    if not 0 < process < 2**31:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it is there, and somebody else's
    return True
