"""Where the periods stand across a panel, and their numbers under it."""

from __future__ import annotations

import math

from ..canvas import Canvas
from .panel import Area

LABEL = 5
ROUND = [digit * 10**power for power in range(1, 9) for digit in (1, 2, 5)]


class Periods:
    """Where the periods stand across a panel: three cells each if they fit, else as many as do."""

    def __init__(self, area: Area, count: int, length: int) -> None:
        beside = 2 if count * 3 <= area.width - LABEL + 2 else 0  # a first column's number stands beside the labels
        room = max(1, area.width - LABEL + beside)
        self.start, self.beside, self.length, self.origin = area.x + LABEL - beside, beside, length, area.x + LABEL
        self.step = min(6.0, float(room // count)) if count * 2 <= room else room / count
        if 3 <= self.step < 4:
            self.step = 3.0

    def x(self, period: int) -> int:
        """The last cell of a period's column."""
        return self.start + max(0, int(period * self.step) - 1)

    def left(self, period: int) -> int:
        """The first cell of a period's column that is not under the labels."""
        return self.start + max(self.beside if period == 1 else 0, int((period - 1) * self.step))

    def width(self, period: int) -> int:
        """How many cells wide its column is."""
        return max(1, self.x(period) - self.left(period) + 1)

    def axis(self, canvas: Canvas, y: int, lit: int) -> None:
        """The periods' numbers, the current one lit; as many as do not touch."""
        if self.step * 10 < 1:
            self._long_axis(canvas, y, lit)
            return
        wide = max(3, 1 + len(str(self.length)))  # cells that a number takes, and one between two
        every = 1 if self.step >= wide else math.ceil((wide + 1) / self.step)
        for period in range(1, self.length + 1):
            numbered = period == 1 or period % every == 0
            if period == lit or (numbered and abs(period - lit) * self.step >= wide):
                name = f"{'▲' if period == lit else ''}{period}"
                ink = "text" if period <= lit else "dim"
                canvas.right(self.x(period) + 1, y, name, "on_lit" if period == lit else ink, period == lit,
                             "lit" if period == lit else None)  # fmt: skip
            canvas.link(self.left(period), y, self.width(period), 1, f"period {period}")

    def _long_axis(self, canvas: Canvas, y: int, lit: int) -> None:
        """Very many periods: round numbers that do not touch, and a link for each cell."""
        most = len(str(self.length)) + 2
        every = next((n for n in ROUND if n * self.step >= most), self.length + 1)  # no room: none but the lit one
        for period in range(every, self.length + 1, every):
            if abs(period - lit) * self.step >= most:
                canvas.right(self.x(period) + 1, y, str(period), "text" if period <= lit else "dim")
        name = f"▲{lit}"
        canvas.right(max(self.x(lit) + 1, self.start + len(name)), y, name, "on_lit", True, "lit")
        for cell in range(self.x(self.length) - self.start + 1):
            canvas.link(self.start + cell, y, 1, 1, f"period {max(1, min(self.length, round((cell + 1) / self.step)))}")
