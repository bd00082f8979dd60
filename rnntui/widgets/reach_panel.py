"""What the panels of the Reach view share: they are painted from a figure of shares as well as from a `Seen`."""

from __future__ import annotations

from ..canvas import Canvas
from ..reach_figure import Figure, Kind
from ..seen import Seen
from .panel import Panel


class ReachPanel(Panel):
    """A panel that reads a `Figure`."""

    figure: Figure | None = None

    def show_figure(self, seen: Seen, figure: Figure) -> None:
        """Paint this moment and these shares from now on."""
        self.seen, self.figure = seen, figure
        self.repaint()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        if self.figure is not None:
            self.paint_figure(canvas, self.figure)

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        """Paint one figure; each panel has its own."""
        raise NotImplementedError


def colour(canvas: Canvas, kind: Kind) -> str:
    """A kind's colour; its mark says the same without colour."""
    return canvas.palette.curves[kind.place]


def choose(figure: Figure, kind: Kind) -> str:
    """The action that comes nearest to choosing this kind."""
    chosen = figure.chosen.network
    if kind.network.cell != chosen.cell:
        return f"cell {kind.network.cell}"
    return f"bias {kind.network.memory_bias}" if kind.network.memory_bias != chosen.memory_bias else ""
