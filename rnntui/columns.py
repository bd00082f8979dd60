"""Bars side by side over the steps of a sequence, upwards and downwards from a line at zero. No Textual here.

Any value but zero gets at least one eighth of a row. Eighths that hang down do not exist as characters: the empty rest
of the cell is drawn in the ground's colour on the bar's, or, without colour, with the three characters that do exist.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rnntui_engine.records import Array

from .canvas import Canvas
from .marks import UPWARD, page

GHOST = "╌"  # where a bar ended before it was changed


@dataclass(frozen=True)
class Steps:
    """Where the steps stand across a panel: those of `shown` (counted from 0), `width` cells each, from cell `x`."""

    x: int
    width: int
    shown: range

    @classmethod
    def over(cls, x: int, room: int, count: int, step: int, widest: int = 6) -> Steps:
        """As many of `count` steps as fit into `room` cells, those around step `step` (from 1)."""
        width = max(1, min(widest, room // count))
        return cls(x, width, page(step - 1, count, room // width))

    def left(self, index: int) -> int:
        """The first cell of a step, counted from 0."""
        return self.x + (index - self.shown.start) * self.width

    @property
    def bar(self) -> int:
        """How wide a bar is: a gap is kept where there is room for one."""
        return self.width if self.width < 3 else self.width - 1

    @property
    def end(self) -> int:
        """The cell after the last step."""
        return self.x + len(self.shown) * self.width

    def axis(self, canvas: Canvas, y: int, lit: int, action: str) -> None:
        """The steps' numbers, the lit one (from 1) as a chip; as many as do not touch. A click goes to a step."""
        every = 1 if self.width >= 4 else 5
        chip = f"▲{lit}"
        at = min(self.left(lit - 1), self.end - len(chip))
        canvas.put(at, y, chip, "on_lit", True, "lit")
        for index in self.shown:
            step, x = index + 1, self.left(index)
            name = str(step)
            apart = x + len(name) < at or x > at + len(chip)
            if step != lit and apart and (step == 1 or step % every == 0) and x + len(name) <= self.end:
                canvas.put(x, y, name, "dim")
            canvas.link(x, y, self.width, 1, f"{action} {step}")


@dataclass(frozen=True)
class Scale:
    """So many rows above and below the line at zero, and how much a row is. `shared`: there is one row for both, in
    which bars stand on its foot or hang from its head."""

    up: int
    down: int
    row: float
    shared: bool = False

    @classmethod
    def fitting(cls, rows: int, low: float, high: float) -> Scale:
        """The scale on which everything from `low` ≤ 0 to `high` ≥ 0 fits into so many rows."""
        if low >= 0.0:
            return cls(rows, 0, (high or 1.0) / rows)
        if rows < 2:
            return cls(1, 1, max(high, -low), shared=True)
        up = 0 if high <= 0.0 else min(rows - 1, max(1, math.floor(rows * high / (high - low) + 0.5)))
        down = rows - up
        return cls(up, down, max(high / up if up else 0.0, -low / down))

    def zero(self, y: int) -> int:
        """The first row below the line, where the first row of all is `y`."""
        return y if self.shared else y + self.up

    def end(self, y: int, value: float) -> int:
        """The row in which the bar of a value ends, where the first row of all is `y`."""
        row = max(0, self.eighths(value) - 1) // 8
        if value < 0.0 or (value == 0.0 and not self.up):
            return self.zero(y) + row
        return y + self.up - 1 - row

    def eighths(self, value: float) -> int:
        """How many eighths of a row a value is, on its own side of zero."""
        if value == 0.0 or math.isnan(value):
            return 0
        most = 8 * (self.up if value > 0 else self.down)
        return max(1, min(most, math.floor(abs(value) / self.row * 8 + 0.5))) if most else 0


def paint_columns(
    canvas: Canvas, steps: Steps, y: int, scale: Scale, values: Sequence[float] | Array, ink: Callable[[int], str],
    ghost: Sequence[float] | Array | None = None, faint: bool = False,
) -> None:  # fmt: skip
    """A bar for each step that is shown, from row `y` on; `ghost`: values as they were, marked where they differ.
    `faint`: what is less than half an eighth is a dot, not a bar."""
    zero = scale.zero(y)
    for index in steps.shown:
        value, x = float(values[index]), steps.left(index)
        eighths = scale.eighths(value)
        if faint and value != 0.0 and abs(value) < scale.row / 16:
            canvas.put(x + (steps.bar - 1) // 2, y + scale.up - 1 if scale.up else y, "·", "dim")
            continue
        full, rest = divmod(eighths, 8)
        if value > 0:
            for row in range(full):
                canvas.put(x, y + scale.up - 1 - row, "█" * steps.bar, ink(index), bg=ink(index))
            if rest:
                canvas.put(x, y + scale.up - 1 - full, UPWARD[rest] * steps.bar, ink(index))
        else:
            for row in range(full):
                canvas.put(x, zero + row, "█" * steps.bar, ink(index), bg=ink(index))
            if rest:
                _hanging(canvas, x, zero + full, steps.bar, rest, ink(index))
        if ghost is not None and float(ghost[index]) != value:
            _ghost(canvas, x, y, steps.bar, scale, float(ghost[index]), value)


def _hanging(canvas: Canvas, x: int, y: int, width: int, rest: int, ink: str) -> None:
    if canvas.plain:
        canvas.put(x, y, ("▔" if rest <= 2 else "▀" if rest <= 6 else "█") * width, ink)
    else:
        ground = canvas.behind(x, y)
        canvas.put(x, y, UPWARD[8 - rest] * width, ground, bg=ink)


def _ghost(canvas: Canvas, x: int, y: int, width: int, scale: Scale, was: float, now: float) -> None:
    """A dashed line where the bar ended, unless it would hide where the bar ends now."""
    beyond = (was > 0.0 and not scale.up) or (was < 0.0 and not scale.down)
    row = scale.end(y, was)
    if not beyond and not (now and row == scale.end(y, now)):
        canvas.put(x, row, GHOST * width, "ground" if canvas.char(x, row) == "█" else "text")
