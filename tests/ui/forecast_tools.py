"""Tools for tests of the Forecast view: small networks that are really trained, and none that take long."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

import rnntui.forecast_job
from rnntui.forecast_figure import Figure
from rnntui.forecasting import ForecastPlace
from rnntui.views.forecast import ForecastView
from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.many import Part, train_many
from rnntui_engine.forecast.network import Choice
from rnntui_engine.forecast.problem import Problem

from .view_tools import Gated, app_of

SMALL_NETWORKS = ForecastPlace(hidden=4, epochs=12, seeds=3)


class Networks(Gated):
    """In the place of the training: networks are trained one at a time, and kept for other tests. With `gate` they
    wait, from the `free`th on, until let go."""

    kept: dict[tuple[Choice, str, int, bool], Part] = {}  # noqa: RUF012 (for all tests)

    def __init__(self, gate: threading.Event | None = None, free: int = 0) -> None:
        super().__init__(gate, free)
        self.asked: list[Choice] = []

    def __call__(self, choices: Sequence[Choice], problem: Problem, stop: Any = None) -> Iterator[Part]:
        for index, choice in enumerate(choices):
            if not self.passes(stop):
                return
            self.asked.append(choice)
            named = choice, problem.series.name, problem.window, problem.difference
            if named not in self.kept:
                parts = list(train_many([choice], problem, None, 1))
                losses = parts[-1].forecaster.losses  # type: ignore[union-attr]
                self.kept[named] = replace(parts[-1], losses=losses, seconds=1.25)
            yield replace(self.kept[named], index=index)


@pytest.fixture(name="quick")
def small_networks(monkeypatch: pytest.MonkeyPatch) -> Networks:
    """Networks are trained once for all tests, and there is no statsmodels."""
    networks = Networks()
    monkeypatch.setattr(rnntui.forecast_job, "train_many", networks)
    monkeypatch.setattr(sarima, "available", lambda: False)
    return networks


@pytest.fixture(name="held")
def networks_that_wait(monkeypatch: pytest.MonkeyPatch) -> Networks:
    """Of which four come, and the rest when the gate is opened."""
    networks = Networks(threading.Event(), 4)
    monkeypatch.setattr(rnntui.forecast_job, "train_many", networks)
    monkeypatch.setattr(sarima, "available", lambda: False)
    return networks


def small(pilot: Pilot[None], **changes: object) -> None:
    """Choose small networks."""
    app_of(pilot).viewing.forecast.place = replace(SMALL_NETWORKS, **changes)  # type: ignore[arg-type]
    app_of(pilot).viewing.changed()


def view_of(pilot: Pilot[None]) -> ForecastView:
    return app_of(pilot).query_one(ForecastView)


def figure_of(pilot: Pilot[None]) -> Figure:
    """What the view shows now."""
    return view_of(pilot)._figure()
