"""What is chosen in the Forecast view: its place, and the owner of it. No Textual here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rnntui_engine.forecast import sarima
from rnntui_engine.forecast.network import CELLS, EPOCHS, HIDDEN, Choice, checked
from rnntui_engine.forecast.problem import Problem
from rnntui_engine.forecast.rivals import (
    AUTOREGRESSION,
    DIFFERENCED,
    LAST_VALUE,
    PLUS_CHANGE,
    PLUS_MEAN_CHANGE,
    SAME_MONTH,
)
from rnntui_engine.forecast.series import YEAR
from rnntui_engine.records import BadInput

from .sentences import Said
from .series_file import series_of

MODELS = (*CELLS, sarima.NAME, LAST_VALUE, SAME_MONTH, PLUS_CHANGE, PLUS_MEAN_CHANGE, AUTOREGRESSION)
SLOTS = ("residuals", "loss", "seeds")
HORIZONS = (1, 3, 6, 12, 24)
HIDDENS = (8, 16, 32, 64)
SEEDS, MOST_SEEDS = (1, 10, 30, 100), 300
NUMBERS = ("window", "horizon", "hidden", "epochs", "seeds")  # what a number is typed for


@dataclass(frozen=True)
class ForecastPlace:
    """Everything that decides what the Forecast view shows.

    `seeds`: how many, counted from seed 0. `logs`: logarithms are drawn, not what they are logarithms of; `whole`: the
    whole series, not its last years. `model` is the one whose forecasts are drawn. `series`: a file of one's own, or
    nothing for the airline passengers.
    """

    window: int = YEAR
    horizon: int = 1
    hidden: int = HIDDEN
    epochs: int = EPOCHS
    seeds: int = 30
    difference: bool = False
    logs: bool = False
    whole: bool = False
    model: str = "gru"
    slot: str = SLOTS[0]
    series: str = ""

    @property
    def problem(self) -> Problem:
        """What is forecast. Raises BadInput for a window that does not fit, or a file that cannot be read."""
        return Problem(series_of(self.series), self.window, self.horizon, self.difference)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The networks, all cells of seed 0 first."""
        return tuple(Choice(cell, seed, self.hidden, self.epochs) for seed in range(self.seeds) for cell in CELLS)


def valid(place: ForecastPlace) -> ForecastPlace:
    """The same place if there is such a one. Raises BadInput."""
    if place.slot not in SLOTS:
        raise BadInput(f"{place.slot!r} is none of {', '.join(SLOTS)}", "slot")
    names = (*MODELS, AUTOREGRESSION + DIFFERENCED)
    if place.model not in names:
        raise BadInput(f"{place.model!r} is not a model; there are {', '.join(names)}", "model")
    if not 1 <= place.seeds <= MOST_SEEDS:
        raise BadInput(f"{place.seeds} is not a number of seeds from 1 to {MOST_SEEDS}", "seeds")
    checked(Choice(hidden=place.hidden, epochs=place.epochs))
    _ = place.problem
    return place


def forecast_place(found: Any) -> ForecastPlace:
    """A place that was remembered, without a file of one's own, which may be another by now. Raises BadInput."""
    if not isinstance(found, dict):
        raise BadInput("not a place", "forecast")
    usual = ForecastPlace()
    given = {name: found.get(name, getattr(usual, name)) for name in usual.__dataclass_fields__}
    if any(type(value) is not type(getattr(usual, name)) for name, value in given.items()):
        raise BadInput("not a place", "forecast")
    return valid(ForecastPlace(**{**given, "series": ""}))


class Forecasting:
    """The owner of a `ForecastPlace`; its methods are what a person can do, and each says what it changed."""

    def __init__(self, say: Callable[[str | Said], None]) -> None:
        self._say = say
        self.place = ForecastPlace()

    def stand(self, place: ForecastPlace) -> None:
        """Stand where that place is."""
        self.place = place

    def choose(self, said: str, **changes: object) -> None:
        """Change something. Raises BadInput, and then nothing has changed."""
        place = replace(self.place, **changes)  # type: ignore[arg-type]
        if not place.difference and place.model == AUTOREGRESSION + DIFFERENCED:
            place = replace(place, model=AUTOREGRESSION)
        self.place = valid(place)
        self._say(said)

    def number(self, name: str, number: int) -> None:
        """Set one of NUMBERS. Raises BadInput."""
        words = {
            "window": f"Networks see {number} months. Nobody told them the period; the window does.",
            "horizon": "One step ahead: each forecast is made from true months." if number == 1
            else f"{number} months ahead: each forecast is fed back as if it were true, then the truth is let in.",
            "hidden": f"{number} hidden units.",
            "epochs": f"{number} epochs.",
            "seeds": f"Seeds 0 to {number - 1}: other initial values for each." if number > 1 else "Seed 0 only.",
        }  # fmt: skip
        self.choose(words[name], **{name: number})

    def next_number(self, name: str, among: tuple[int, ...]) -> None:
        """The next of some numbers; after the last, the first."""
        now = getattr(self.place, name)
        self.number(name, next((n for n in among if n > now), among[0]))

    def toggle_difference(self) -> None:
        """Levels, or the change against the same month last year."""
        now = not self.place.difference
        self.choose(
            "Networks see the change against the same month last year: the season is taken out for them." if now
            else "Networks see the level of the logarithm.",
            difference=now,
        )  # fmt: skip

    def toggle_logs(self) -> None:
        """Draw logarithms, or what they are logarithms of."""
        now = not self.place.logs
        self.choose(
            "Logarithms: what the models see, and where errors are counted." if now
            else "What was counted: a step up on the log scale is a growth in percent.",
            logs=now,
        )  # fmt: skip

    def toggle_whole(self) -> None:
        """Draw the whole series, or its last years."""
        now = not self.place.whole
        self.choose("The whole series." if now else "The last four years, two of them forecast.", whole=now)

    def choose_model(self, name: str) -> None:
        """Draw another model's forecasts. Raises BadInput."""
        if name == AUTOREGRESSION + DIFFERENCED and not self.place.difference:
            raise BadInput("There are no yearly differences here; ⟨forecast-difference⟩ takes them", "model")
        self.choose(f"The forecasts of {name}.", model=name)

    def show_slot(self, name: str) -> None:
        """What the small screen's free panel shows. Raises BadInput."""
        name = name or SLOTS[(SLOTS.index(self.place.slot) + 1) % len(SLOTS)]
        self.choose({
            "residuals": "What the lit model misses, month by month.", "loss": "The loss while the networks learn.",
            "seeds": "The errors of many seeds.",
        }.get(name, ""), slot=name)  # fmt: skip

    def open_series(self, path: str) -> None:
        """A series of one's own; "airline" for the textbook's. Raises BadInput."""
        path = "" if path.strip() == "airline" else path.strip()
        place = replace(self.place, series=path)
        self.choose(f"{place.problem.series.name}: {len(place.problem.series)} months.", series=path)
