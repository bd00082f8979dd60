"""A panel that is painted from a figure, what its view has computed by now, as well as from a `Seen`."""

from __future__ import annotations

from typing import Generic, TypeVar

from ..canvas import Canvas
from ..seen import Seen
from .panel import Panel

F = TypeVar("F")


class FigurePanel(Panel, Generic[F]):
    """Reads a figure of one kind."""

    figure: F | None = None

    def show_figure(self, seen: Seen, figure: F) -> None:
        """Paint this moment and this figure from now on."""
        self.seen, self.figure = seen, figure
        self.change()

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        if self.figure is not None:
            self.paint_figure(canvas, self.figure)

    def paint_figure(self, canvas: Canvas, figure: F) -> None:
        """Paint one figure; each panel has its own."""
        raise NotImplementedError
