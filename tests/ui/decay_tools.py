"""Tools for tests of the Decay view."""

from __future__ import annotations

import functools
import re

import pytest
from textual.pilot import Pilot

import rnntui.decay_job
from rnntui.decay_figure import Figure, figure
from rnntui.decay_job import differences_only
from rnntui.seen import Choices
from rnntui.views.decay import DecayView
from rnntui_engine import jit
from rnntui_engine.measures import decay

from .view_tools import app_of

once = functools.cache(decay)
LEFT = slice(0, 60)  # the columns of the left table


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each network is measured once for all tests, and no band unless a test asks for one."""
    monkeypatch.setattr(rnntui.decay_job, "decay", once)
    monkeypatch.setattr(DecayView, "RUNS", 0)


def view_of(pilot: Pilot[None]) -> DecayView:
    return app_of(pilot).query_one(DecayView)


def row_of(text: str, length: int, columns: slice = LEFT) -> list[str]:
    """The cells of the left table's row for a length."""
    for line in text.splitlines():
        cells = line[columns].replace("│", " ").split()
        if len(cells) > 4 and cells[0].lstrip("▲") == str(length) and re.fullmatch(r"[\d.]+|–|…", cells[1]):
            return cells[1:]
    raise AssertionError(f"no row for T = {length}")


def shown(asked: Choices, runs: int = 0) -> Figure:
    """A figure with everything measured."""
    empty = figure(asked, {}, {}, runs)
    with jit.compiled_here():
        measured = {network: once(network) for network in empty.wanted}
        many = {network: differences_only([network])[0] for network in empty.wanted_for_band}
    return figure(asked, measured, many, runs)
