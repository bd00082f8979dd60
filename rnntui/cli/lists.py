"""The values that options take: runs, lists of runs and lengths, a memory bias."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rnntui.lists import lengths, run_number, runs, seed_count, seeds

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:  # generic only in newer versions of click
    ParamType = click.ParamType


class Parsed(ParamType):
    """A value read by a function that raises ValueError with a line for a person."""

    def __init__(self, name: str, read: Any) -> None:
        self.name, self._read = name, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


def memory_bias(text: str) -> float | str:
    """A number or "chrono". Raises ValueError; which numbers a cell takes, the engine says."""
    if text == "chrono":
        return text
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is neither a number nor chrono") from None


def something(text: str) -> str:
    """Any text but an empty one, which a script's unset variable leaves. Raises ValueError."""
    if not text.strip():
        raise ValueError("a value was expected, not an empty text")
    return text


TEXT = Parsed("text", something)
RUN, RUNS = Parsed("kN", run_number), Parsed("k1,k2 or 1-100", runs)
SEEDS, SEED_COUNT = Parsed("0-29", seeds), Parsed("N|0-29", seed_count)
LENGTHS, MEMORY_BIAS = Parsed("2,4,12", lengths), Parsed("X|chrono", memory_bias)
