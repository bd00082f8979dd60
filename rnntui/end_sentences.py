"""Sentences where a key has led nowhere because there is no more of it: what leads on from there."""

from __future__ import annotations

from rnntui_engine.records import Trace

from .seen import DATA


def at_end(trace: Trace, period: int) -> str:
    """A step that led nowhere."""
    if period == 0:
        return "This is the beginning: nothing has been read yet. ⟨next⟩ goes on."
    here = f"Period {period} is the last at T = {trace.length}. ⟨back⟩ goes back"
    if trace.length < len(trace.readings):
        return f"{here}, ⟨longer⟩ makes T longer."
    return f"{here}, ⟨data⟩ takes longer data." if has_longer(trace.data.name) else f"{here}."


def has_longer(data: str) -> bool:
    """Whether the key that goes through the data sets leads on to one with more periods."""
    return data in DATA[:-1]


def no_length(length: int, shown: tuple[int, ...], data: str) -> str:
    """Why < or > did nothing; and what leads on from the longest T."""
    if length < shown[-1]:
        return f"T = {length} is the shortest shown here."
    return f"T = {length} is the longest shown here.{' ⟨data⟩ takes longer data.' if has_longer(data) else ''}"
