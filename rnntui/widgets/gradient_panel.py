"""What the panels of the Gradient view share: they are painted from its figure as well as from a `Seen`."""

from __future__ import annotations

from collections.abc import Sequence

from ..canvas import Canvas
from ..gradient_figure import Curve, Figure, ToyCurve
from ..plot import Axis, Series
from .figure_panel import FigurePanel


class GradientPanel(FigurePanel[Figure]):
    """A panel that reads a `Figure`."""


def colour(canvas: Canvas, curve: Curve | ToyCurve) -> str:
    """A curve's colour; its mark says the same without colour."""
    return canvas.palette.curves[curve.place]


def curve_series(
    values: Sequence[float], ink: str, mark: str, across: Axis, thick: int = 1, offset: int = 0
) -> list[Series]:  # fmt: skip
    """A line through all values, and its mark at as many of them as can be told apart: every fifth cell or so."""
    steps = tuple(range(len(values)))
    numbers = tuple(values)
    every = max(1, round(len(values) * 6 / max(1, across.cells)))
    marked = tuple(k for k in steps if k % every == offset % every)
    return [
        Series(steps, numbers, ink, thick=thick, bold=thick > 1),
        Series(marked, tuple(values[k] for k in marked), ink, mark, line=False, bold=thick > 1),
    ]
