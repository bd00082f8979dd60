"""Forecasting the airline passengers, or a series of one's own."""

from __future__ import annotations

from collections.abc import Callable

from ..forecasting import HIDDENS, HORIZONS, SEEDS
from .action import Action, Stage, whole
from .views import FORECAST

VIEW = "forecast"


def _number(name: str, among: tuple[int, ...] = ()) -> Callable[[Stage, str], None]:
    """A number that is given, or the next of some, or one that is asked for."""

    def perform(stage: Stage, number: str) -> None:
        if number:
            stage.viewing.forecast.number(name, whole(number, name))
        elif among:
            stage.viewing.forecast.next_number(name, among)
        else:
            stage.open_dialog(f"forecast-{name}")

    return perform


def _series(stage: Stage, path: str) -> None:
    if path:
        stage.viewing.forecast.open_series(path)
    else:
        stage.open_dialog("forecast-series")


FORECASTING: tuple[Action, ...] = (
    Action("forecast-go", "Go on after a stop", "Forecast", lambda s, _: s.in_view(VIEW, "go"),
           ("space", "p"), "Space p", "go on", 4, views=FORECAST, foot="Space"),
    Action("forecast-up", "The model above: its forecasts are drawn", "Forecast", lambda s, _: s.in_view(VIEW, "up"),
           ("up",), "↑", "model", 1, views=FORECAST, foot="↑↓"),
    Action("forecast-down", "The model below", "Forecast", lambda s, _: s.in_view(VIEW, "down"),
           ("down",), "↓", views=FORECAST),
    Action("forecast-model", "Draw a model's forecasts", "Forecast",
           lambda s, name: s.viewing.forecast.choose_model(name), takes="a model's name", views=FORECAST),
    Action("forecast-scale", "What was counted, or its logarithm", "Forecast",
           lambda s, _: s.viewing.forecast.toggle_logs(), ("l",), "l", "log", 1, views=FORECAST),
    Action("forecast-window", "How many months a network sees", "Forecast", _number("window"),
           ("w",), "w", "window", 2, "a number of months", FORECAST),
    Action("forecast-horizon", "How many months ahead, own forecasts fed back: 1, 3, 6, 12, 24", "Forecast",
           _number("horizon", HORIZONS), ("h",), "h", "horizon", 2, "a number of months, 1 to 24", FORECAST),
    Action("forecast-difference", "Levels, or yearly differences", "Forecast",
           lambda s, _: s.viewing.forecast.toggle_difference(), ("f",), "f", "differences", 2, views=FORECAST),
    Action("forecast-seeds", "How many seeds: 1, 10, 30, 100", "Forecast", _number("seeds", SEEDS),
           ("number_sign",), "#", "seeds", 2, "a number of seeds, 1 to 300", FORECAST),
    Action("forecast-hidden", "Hidden units: 8, 16, 32, 64", "Forecast", _number("hidden", HIDDENS),
           ("H",), "H", "units", 3, "a number", FORECAST),
    Action("forecast-epochs", "How many epochs", "Forecast", _number("epochs"),
           ("e",), "e", "epochs", 3, "a number", FORECAST),
    Action("forecast-span", "The whole series, or its last years", "Forecast",
           lambda s, _: s.viewing.forecast.toggle_whole(), ("z",), "z", "all", 3, views=FORECAST),
    Action("forecast-slot", "The small screen's free panel: misses, loss, seeds", "Forecast",
           lambda s, name: s.viewing.forecast.show_slot(name), ("v",), "v", "slot", 3,
           "residuals, loss or seeds", FORECAST),
    Action("forecast-series", "A monthly series of your own", "Forecast", _series, ("S",), "S", "series", 4,
           "a file month,value, or airline", FORECAST, local=True),
)  # fmt: skip
