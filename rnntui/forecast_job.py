"""Computing what the Forecast view shows, in a thread of its own: rivals, SARIMA, many networks. No Textual here."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rnntui_engine.cells import cell_named
from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.learning import Forecaster, one_step
from rnntui_engine.forecast.many import prepare, train_many
from rnntui_engine.forecast.network import Choice
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.forecast.rivals import rivals
from rnntui_engine.forecast.sarima import Sarima
from rnntui_engine.records import Array, BadInput

from .forecasting import ForecastPlace
from .job import Cancelled, Job
from .series_file import series_of

MOST_KEPT = 1000  # trained networks


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a network came to: its forecasts `logs` (24,), their error, and the seconds that its training took."""

    forecaster: Forecaster
    logs: Array
    rmse: float
    seconds: float


@dataclass(eq=False)
class Answers:
    """What is known for one problem: the rivals' forecasts by name, SARIMA or why there is none, and the networks'."""

    rivals: dict[str, Array] = field(default_factory=dict)
    sarima: Sarima | None = None
    without: str = ""
    networks: dict[Choice, Outcome] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Is all known that needs no network?"""
        return bool(self.rivals) and (self.sarima is not None or bool(self.without))


Key = tuple[str, int, int, bool]


def key(place: ForecastPlace) -> Key:
    """What decides a problem: series, window, horizon, differences."""
    return place.series, place.window, place.horizon, place.difference


class Known:
    """The answers to every problem that was asked, and the networks trained for them: a horizon changes none."""

    def __init__(self) -> None:
        self._answers: dict[Key, Answers] = {}
        self._trained: dict[tuple[str, int, bool, Choice], tuple[Forecaster, float]] = {}

    def answers(self, place: ForecastPlace) -> Answers:
        """What is known for a place's problem by now."""
        return self._answers.setdefault(key(place), Answers())

    def enter(self, place: ForecastPlace, outcome: Outcome) -> None:
        """Keep a network."""
        choice = outcome.forecaster.choice
        self.answers(place).networks[choice] = outcome
        self._trained[place.series, place.window, place.difference, choice] = outcome.forecaster, outcome.seconds
        while len(self._trained) > MOST_KEPT:
            del self._trained[next(iter(self._trained))]

    def at_hand(self, problem: Problem, choice: Choice) -> Forecaster | None:
        """The network of that choice that was trained for a problem, whatever its horizon; None where none was."""
        for (series, window, difference, trained), (forecaster, _) in list(self._trained.items()):
            same = (window, difference, trained) == (problem.window, problem.difference, choice)
            if same and series_of(series) is problem.series:
                return forecaster
        return None

    def trained(self, place: ForecastPlace) -> dict[Choice, tuple[Forecaster, float]]:
        """The networks of a place that are trained, whatever the horizon."""
        found = {}
        for choice in place.choices:
            one = self._trained.get((place.series, place.window, place.difference, choice))
            if one is not None:
                found[choice] = one
        return found


@dataclass(eq=False)
class ForecastJob(Job):
    """Answers `place`'s problem: rivals and SARIMA unless they are `begun`, forecasts of the networks that are
    `trained`, then it trains those that are `missing`.

    `found` holds outcomes that nobody has taken yet, `losses` the losses of each network so far; `epochs` counts those
    done, of `total`.
    """

    place: ForecastPlace
    problem: Problem
    begun: bool
    trained: Mapping[Choice, tuple[Forecaster, float]]
    missing: Sequence[Choice]
    rivals: dict[str, Array] = field(default_factory=dict)
    sarima: Sarima | None = None
    without: str = ""
    found: list[Outcome] = field(default_factory=list)
    losses: dict[Choice, list[float]] = field(default_factory=dict)
    compiling: str = ""
    epochs: int = 0
    ended: bool = False
    _began: float | None = None

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.ended

    @property
    def total(self) -> int:
        """How many epochs there are to train."""
        return sum(choice.epochs for choice in self.missing)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take by the pace so far; None before there is one."""
        if self._began is None or not self.epochs:
            return None
        return (time.monotonic() - self._began) / self.epochs * (self.total - self.epochs)

    def taken(self) -> list[Outcome]:
        """The outcomes that have come since the last time."""
        count = len(self.found)  # the thread goes on entering at the end
        outcomes, self.found[:count] = self.found[:count], []
        return outcomes

    def work(self) -> None:
        """Compute to the end or until cancelled."""
        if not self.begun:
            self.rivals = {name: self.problem.forecasts(model) for name, model in rivals(self.problem).items()}
            try:
                self.sarima = sarima.fit(self.problem)
            except BadInput as refused:
                self.without = f"{refused}"
        for forecaster, seconds in self.trained.values():
            if self.cancelled:
                return
            self._enter(forecaster, seconds)
        for cell in dict.fromkeys(choice.cell for choice in self.missing):
            if self.cancelled:
                return
            self.compiling = cell_named(cell).label
            prepare(cell)
        self.compiling, self._began = "", time.monotonic()
        for part in train_many(self.missing, self.problem, Cancelled(self)):
            choice = self.missing[part.index]
            self.losses.setdefault(choice, []).extend(part.losses)
            self.epochs += len(part.losses)
            if part.forecaster is not None:
                self._enter(part.forecaster, part.seconds)
        self.ended = not self.cancelled

    def _enter(self, forecaster: Forecaster, seconds: float) -> None:
        logs = self.problem.forecasts(one_step(forecaster, self.problem))
        self.found.append(Outcome(forecaster, logs, self.problem.rmse(logs), seconds))
