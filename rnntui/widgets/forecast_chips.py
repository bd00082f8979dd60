"""What is chosen in the Forecast view, each thing with the key that changes it."""

from __future__ import annotations

from ..canvas import Span
from ..forecasting import ForecastPlace
from ..keyboard import shown

Chip = tuple[list[Span], tuple[str, ...]]


def forecast_chips(place: ForecastPlace, long: bool) -> list[Chip]:
    """Every chip as its text and what a click on it does."""

    def chip(action: str, word: str, value: str) -> Chip:
        name: list[Span] = [(f" {word}", "dim")] if word else []
        return [(shown(action), "text", True), *name, (f" {value}", "text")], (action,)

    ahead = "one step" if place.horizon == 1 else f"{place.horizon} months"
    seeds = "0" if place.seeds == 1 else f"0–{place.seeds - 1}"
    return [
        chip("forecast-window", "window", str(place.window)),
        chip("forecast-horizon", "ahead" if long else "", ahead),
        chip("forecast-difference", "", "yearly differences" if place.difference else "levels"),
        chip("forecast-seeds", "seed" if place.seeds == 1 else "seeds", seeds),
        chip("forecast-hidden", "hidden" if long else "", f"{place.hidden}" if long else f"{place.hidden}u"),
        chip("forecast-epochs", "epochs" if long else "", f"{place.epochs}" if long else f"{place.epochs}e"),
        chip("forecast-scale", "", "logarithms" if place.logs else "counts"),
    ]
