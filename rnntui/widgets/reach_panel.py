"""What the panels of the Reach view share: they are painted from a figure of shares as well as from a `Seen`."""

from __future__ import annotations

from ..canvas import Canvas
from ..reach_figure import Figure, Kind
from .figure_panel import FigurePanel


class ReachPanel(FigurePanel[Figure]):
    """A panel that reads a `Figure`."""


def colour(canvas: Canvas, kind: Kind) -> str:
    """A kind's colour; its mark says the same without colour."""
    return canvas.palette.curves[kind.place]


def choose(figure: Figure, kind: Kind) -> str:
    """The action that comes nearest to choosing this kind."""
    chosen = figure.chosen.network
    if kind.network.cell != chosen.cell:
        return f"cell {kind.network.cell}"
    return f"bias {kind.network.memory_bias}" if kind.network.memory_bias != chosen.memory_bias else ""
