"""What the dialogs of the Forecast view ask. No Textual here."""

from __future__ import annotations

from rnntui_engine.forecast.network import MOST_EPOCHS
from rnntui_engine.forecast.problem import LONGEST_WINDOW

from ..forecasting import ForecastPlace

QUESTIONS = ("forecast-window", "forecast-epochs", "forecast-series")


def question(name: str, place: ForecastPlace) -> tuple[str, str, int]:
    """The question, its hint, and how long the answer may be."""
    if name == "forecast-window":
        return "Window", f"months that a network sees, 1 to {LONGEST_WINDOW}; now {place.window}", 24
    if name == "forecast-epochs":
        return "Epochs", f"updates of all weights, 1 to {MOST_EPOCHS}; now {place.epochs}", 24
    return "Monthly series", "a CSV file month,value like 1949-01,112; airline: the first one", 300
