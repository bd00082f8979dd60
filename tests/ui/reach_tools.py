"""Tools for tests of the Reach view."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Iterator

import pytest
from textual.pilot import Pilot

import rnntui.reach_job
from rnntui.reach_figure import figure
from rnntui.reach_job import Outcomes, ReachJob
from rnntui.views.reach import ReachView
from rnntui_engine.records import NetworkChoice, Row
from rnntui_engine.sweep import Part, batches

from .conftest import choices
from .view_tools import Gated, app_of

BASELINE = 140


def made_up(choice: NetworkChoice) -> Row:
    """A row that nobody trained: the longer and the higher the run's number within ten, the fewer beat the baseline."""
    beats = choice.length + choice.run % 10 <= 14
    return Row(
        choice.cell, choice.mode, choice.memory_bias, choice.length, choice.run, BASELINE + 20 + beats, 200, BASELINE,
        choice.epochs, choice.rate, choice.hidden, choice.data, choice.clip,
    )  # fmt: skip


class Rows(Gated):
    """In the place of the sweep: made-up rows. With `gate` they wait, from the `free`th batch on, until let go."""

    def __init__(
        self, gate: threading.Event | None = None, free: int = 0, made: Callable[[NetworkChoice], Row] = made_up
    ) -> None:
        super().__init__(gate, free)
        self.made = made
        self.asked: list[NetworkChoice] = []

    def __call__(
        self, asked: Iterable[NetworkChoice], workers: int | None = None, stop: threading.Event | None = None
    ) -> Iterator[Part]:
        asked = list(asked)
        for batch in batches(asked):
            if batch[0].epochs != 1:
                if not self.passes(stop):
                    return
                self.asked += batch
            yield Part(tuple(map(self.made, batch)), 0, len(asked))


@pytest.fixture(name="quick")
def made_up_rows(monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Nothing is trained: the rows are made up."""
    rows = Rows()
    monkeypatch.setattr(rnntui.reach_job, "rows", rows)
    return rows


@pytest.fixture(name="trained")
def really_trained(monkeypatch: pytest.MonkeyPatch) -> Outcomes:
    """The hundred runs of four kinds, really trained, once for all tests; every view has them from the start."""
    monkeypatch.setattr(rnntui.views.reach, "Outcomes", hundred)
    return hundred()


@functools.cache
def hundred() -> Outcomes:
    outcomes = Outcomes()
    for chosen in (choices(), choices("gru", 1.0)):
        empty = figure(chosen, 100, outcomes)
        job = ReachJob(networks=empty.wanted, runs=100, known=outcomes)
        job.run()
        assert not job.error and job.ended and job.cost == job.total
        for row in job.taken():
            outcomes.enter(row)
    return outcomes


def view_of(pilot: Pilot[None]) -> ReachView:
    return app_of(pilot).query_one(ReachView)
