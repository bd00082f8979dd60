"""What the panels of the Forecast view share: they are painted from a figure of forecasts as well as from a `Seen`."""

from __future__ import annotations

from ..canvas import Canvas
from ..forecast_figure import LINE, Figure, Model
from .figure_panel import FigurePanel


class ForecastPanel(FigurePanel[Figure]):
    """A panel that reads a `Figure`."""


def colour(canvas: Canvas, model: Model) -> str:
    """A model's colour; its mark says the same without colour."""
    if model.place is not None:
        return canvas.palette.curves[model.place]
    return "text" if model.kind == LINE else "dim"
