"""What the Forecast view shows, as one record for its panels. No Textual here, and nothing is computed at length."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.judging import Lag, Ranking, lag, ranking
from rnntui_engine.forecast.network import CELLS, Choice, parameters
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.forecast.rivals import AUTOREGRESSION, DIFFERENCED, LAST_VALUE
from rnntui_engine.records import Array

from .forecast_job import Answers, Outcome
from .forecasting import MODELS, ForecastPlace
from .keyboard import spelled
from .reach_figure import time_left
from .sentences import SHORT, Said
from .text import width_of

NETWORK, SARIMA, LINE, SIMPLE = "network", "sarima", "line", "simple"
MARKS = {"rnn": "■", "lstm": "◆", "gru": "★", sarima.NAME: "●", AUTOREGRESSION: "/"}
COLOURS = {"rnn": 0, "lstm": 1, "gru": 2, sarima.NAME: 3}  # places among the palette's curves
LABELS = {"rnn": "RNN", "lstm": "LSTM", "gru": "GRU", sarima.NAME: "SARIMA", AUTOREGRESSION: "straight line"}


@dataclass(frozen=True, eq=False)
class Model:
    """A model and what it came to: forecasts `logs` (24,) and their `rmse`, None as long as they are not known.

    `kind` is one of the four above. `parameters`, `seconds`: of what is trained or fitted.
    """

    name: str
    kind: str
    logs: Array | None = None
    rmse: float | None = None
    parameters: int | None = None
    seconds: float | None = None

    @property
    def mark(self) -> str:
        """The sign that stands for it."""
        return MARKS.get(self.name.removesuffix(DIFFERENCED), "○")

    @property
    def place(self) -> int | None:
        """Its colour's place among the palette's curves; None for one without a colour of its own."""
        return COLOURS.get(self.name)

    @property
    def label(self) -> str:
        """Its name on the screen."""
        return LABELS.get(self.name, self.name.replace(AUTOREGRESSION, LABELS[AUTOREGRESSION]))


@dataclass(frozen=True, eq=False)
class Figure:
    """A place's problem and what is known of it by now.

    `losses`: the losses so far of the networks of seed 0. `job`: what the work is at, in a few words, and `epochs` of
    `total` are done; `failed`: why there will be no more; `stopped`: it was stopped before the end. `timed`: seconds
    are shown; a picture has none, for it must come out the same each time.
    """

    place: ForecastPlace
    problem: Problem
    answers: Answers
    losses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    job: str = ""
    epochs: int = 0
    total: int = 0
    failed: str = ""
    stopped: bool = False
    timed: bool = True

    @cached_property
    def models(self) -> tuple[Model, ...]:
        """All models, the smallest error first, those without one yet last; networks are those of seed 0."""
        found = [self._model(name) for name in self.names]
        order = {name: place for place, name in enumerate(self.names)}
        known = [model for model in found if model.rmse is not None]
        return (
            *sorted(known, key=lambda model: (model.rmse, order[model.name])),
            *(model for model in found if model.rmse is None),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The models there are."""
        return (*MODELS, AUTOREGRESSION + DIFFERENCED) if self.place.difference else MODELS

    def _model(self, name: str) -> Model:
        if name in CELLS:
            choice = self._choice(name, 0)
            one = self.answers.networks.get(choice)
            count = parameters(choice)
            if one is None:
                return Model(name, NETWORK, parameters=count)
            return Model(name, NETWORK, one.logs, one.rmse, count, one.seconds)
        if name == sarima.NAME:
            fitted = self.answers.sarima
            if fitted is None:
                return Model(name, SARIMA)
            rmse = self.problem.rmse(fitted.logs)
            return Model(name, SARIMA, fitted.logs, rmse, len(fitted.coefficients), fitted.seconds)
        line = name.removesuffix(DIFFERENCED) == AUTOREGRESSION
        logs = self.answers.rivals.get(name)
        error = None if logs is None else self.problem.rmse(logs)
        return Model(name, LINE if line else SIMPLE, logs, error, self.place.window + 1 if line else None)

    def _choice(self, cell: str, seed: int) -> Choice:
        return Choice(cell, seed, self.place.hidden, self.place.epochs)

    def model(self, name: str) -> Model:
        """The model of that name."""
        return next(model for model in self.models if model.name == name)

    @property
    def lit(self) -> Model:
        """The model whose forecasts are drawn."""
        return self.model(self.place.model)

    @property
    def line(self) -> Model:
        """The straight line through the same months."""
        return self.model(AUTOREGRESSION)

    @cached_property
    def lag(self) -> Lag | None:
        """Where the lit model's forecasts fit best."""
        return None if self.lit.logs is None else lag(self.problem, self.lit.logs)

    @cached_property
    def outcomes(self) -> dict[str, dict[int, Outcome]]:
        """Of each cell, the seeds that are done."""
        return {
            cell: {
                seed: one for seed in range(self.place.seeds)
                if (one := self.answers.networks.get(self._choice(cell, seed))) is not None
            }
            for cell in CELLS
        }  # fmt: skip

    @cached_property
    def ranking(self) -> Ranking:
        """How often the textbook's ranking holds, of the seeds that are done for all cells."""
        return ranking(
            {cell: found[seed].rmse for cell, found in self.outcomes.items() if seed in found}
            for seed in range(self.place.seeds)
        )

    @property
    def trained(self) -> int:
        """How many networks are trained, of all cells and seeds together."""
        return sum(map(len, self.outcomes.values()))

    def median(self, cell: str) -> float | None:
        """The median error over the seeds that are done."""
        errors = [one.rmse for one in self.outcomes[cell].values()]
        return statistics.median(errors) if errors else None

    def seconds(self, cell: str) -> float | None:
        """The median time that a training took, beside as many others as there are cores."""
        times = [one.seconds for one in self.outcomes[cell].values()]
        return statistics.median(times) if times and self.timed else None

    @property
    def losing(self) -> tuple[str, ...]:
        """The cells whose network of seed 0 misses by more than the straight line."""
        line = self.line.rmse
        return tuple(
            cell for cell in CELLS
            if line is not None and (rmse := self.model(cell).rmse) is not None and rmse > line
        )  # fmt: skip

    def numbers(self) -> list[dict[str, object]]:
        """A row for each model, and for each seed of a network, at full precision: what `x` saves."""
        rows: list[dict[str, object]] = []
        for model in self.models:
            if model.kind == NETWORK:
                rows += [
                    self._row(model, one.rmse, seed, one.seconds) for seed, one in self.outcomes[model.name].items()
                ]
            elif model.rmse is not None:
                rows.append(self._row(model, model.rmse, "", model.seconds))
        return rows

    def _row(self, model: Model, rmse: float, seed: int | str, seconds: float | None) -> dict[str, object]:
        name = model.name + (DIFFERENCED if model.kind == NETWORK and self.place.difference else "")
        return {
            "model": name, "rmse": rmse, "seed": seed,
            "parameters": "" if model.parameters is None else model.parameters,
            "seconds": "" if seconds is None else seconds,
        }  # fmt: skip


def progress(figure: Figure) -> str:
    """30 seeds, or, as long as some are missing, how many of the networks are trained."""
    trained, seeds = figure.trained, figure.place.seeds
    if trained < seeds * len(CELLS):
        return f"{trained} of {seeds * len(CELLS)} networks"
    return "seed 0" if seeds == 1 else f"{seeds} seeds"


def working(seconds: float | None, compiling: str) -> str:
    """What the work is at."""
    return f"compiling the loops of {compiling}" if compiling else time_left(seconds) or "beginning"


def off(rmse: float) -> str:
    """An error on the log scale."""
    return f"{rmse:.4f}"


def sentence(figure: Figure) -> Said:
    """In plain words what one sees, or where the work stands."""
    if figure.failed:
        return Said(f"It could not be computed. {figure.failed}")
    if figure.job:
        return Said(
            f"Trained so far: {progress(figure)}; {figure.job}. ⟨leave⟩ stops, what is done stays.",
            f"{progress(figure)}; {figure.job}. ⟨leave⟩ stops.",
        )
    if figure.stopped:
        return Said(f"Stopped; {progress(figure)} are kept. ⟨forecast-go⟩ goes on.")
    return verdict(figure)


def verdict(figure: Figure) -> Said:
    """Who wins."""
    networks = [model for cell in CELLS if (model := figure.model(cell)).rmse is not None]
    line, losing = figure.line, figure.losing
    if not networks or line.rmse is None:
        return Said("Nothing is trained yet. ⟨forecast-go⟩ begins.")
    best = min(networks, key=lambda model: model.rmse or 0.0)
    assert best.rmse is not None
    last = figure.model(LAST_VALUE).rmse or 0.0
    worse = [model.label for model in networks if (model.rmse or 0.0) > last]
    lose = "loses" if len(worse) == 1 else "lose"
    beaten = f"; {listed(worse)} {lose} to repeating the last value" if worse else ""
    if len(losing) == len(networks):
        return Said(
            f"Every network loses to the straight line, {off(line.rmse)} (the best, {best.label}: {off(best.rmse)})"
            f"{beaten}{_ahead(figure)}.",
            f"Straight line {off(line.rmse)}, best network {best.label} {off(best.rmse)}: every network loses.",
        )
    return Said(
        f"{best.label} misses by {off(best.rmse)}, the straight line by {off(line.rmse)}{beaten}.",
        f"{best.label} {off(best.rmse)}, straight line {off(line.rmse)}.",
    )


def _ahead(figure: Figure) -> str:
    """What misses by less than the straight line, if anything does."""
    before = figure.models[: figure.models.index(figure.line)]
    return f"; ahead of the line: {listed([model.label for model in before])}" if before else ""


def _of_sarima(begins: str, fitted: sarima.Sarima, timed: bool) -> str:
    """Its coefficients for a small screen, with their errors and its time to fit where there is room."""
    with_errors = f"{begins}: {fitted.in_words()}"
    times = [f"{with_errors}, {fitted.seconds:.{places}f} s." for places in (2, 1)] if timed else []
    texts = (*times, f"{with_errors}.", f"{begins}: {fitted.in_words(errors=False)}.")
    return next((text for text in texts if width_of(text) <= SHORT), texts[-1])


def listed(names: list[str]) -> str:
    """RNN, LSTM and GRU."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def about(figure: Figure, name: str) -> Said:
    """One model in plain words, for when it is lit."""
    model = figure.model(name)
    if model.rmse is None:
        reason = figure.answers.without if model.kind == SARIMA and figure.answers.without else "not known yet"
        return Said(spelled(f"{model.label}: {reason}."))
    place = [one.name for one in figure.models].index(name) + 1
    begins = f"{model.label}: misses by {off(model.rmse)}, place {place} of {len(figure.models)}"
    fitted = figure.answers.sarima
    if model.kind == SARIMA and fitted is not None:
        return Said(
            f"{begins}, {model.parameters} numbers from {figure.problem.first} months: {fitted.in_words()}.",
            _of_sarima(f"{model.label} {off(model.rmse)}", fitted, figure.timed),
        )
    counted = f", {model.parameters} numbers from {figure.problem.training_windows} windows" if model.parameters else ""
    return Said(f"{begins}{counted}.")
