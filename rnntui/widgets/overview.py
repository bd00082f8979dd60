"""Very many units or periods at a glance: h in blocks of units and of periods, each block its value furthest from 0."""

from __future__ import annotations

import numpy as np

from rnntui_engine.records import Array

from ..canvas import Canvas
from ..seen import Seen
from .heat import heat_colour
from .panel import Area
from .periods import Periods

SHADES = " ░▒▓█"


def paint_overview(canvas: Canvas, seen: Seen, area: Area, periods: Periods) -> None:
    """A row for each block of units in the order in which they are shown, a cell for each block of periods up to now;
    on the left the first unit of each block. The brightest colour is the largest value. A click lights that unit."""
    hidden, rows = seen.trace.weights.hidden, min(area.height, seen.trace.weights.hidden)
    if rows < 1 or not seen.period:
        return
    edges = [hidden * row // rows for row in range(rows + 1)]
    lit = seen.place_of(seen.unit)
    firsts, groups = extremes(seen)
    if seen.order is not None:
        groups = groups[:, seen.order]
    blocks = furthest(groups, edges[:-1], axis=1)
    cells = np.array([periods.x(int(first)) for first in firsts])
    starts = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
    blocks = furthest(blocks, starts.tolist(), axis=0)
    brightest = scale_of(blocks)
    for row in range(rows):
        is_lit = edges[row] <= lit < edges[row + 1]
        name = f"h{seen.unit_at(edges[row]) + 1}"
        canvas.put(area.x, area.y + row, name[: periods.start - area.x], "lit_bar" if is_lit else "dim", is_lit)
        for place, start in enumerate(starts):
            x = int(cells[start])
            end = int(cells[starts[place + 1]]) if place + 1 < len(starts) else periods.x(seen.period) + 1
            paint_block(canvas, x, area.y + row, max(1, end - x), float(blocks[place, row]) / brightest)
        canvas.link(area.x, area.y + row, area.width, 1, f"unit {seen.unit_at(edges[row]) + 1}")


def paint_map(canvas: Canvas, seen: Seen, x: int, y: int, width: int) -> None:
    """All units in one row at this period, some in each cell; the lit unit's cell has a mark. A click lights one."""
    hidden = seen.trace.weights.hidden
    cells = min(width, hidden)
    edges = [hidden * cell // cells for cell in range(cells + 1)]
    h = np.asarray(seen.trace.real.h[seen.period])
    values = furthest(h[None] if seen.order is None else h[seen.order][None], edges[:-1], axis=1)[0]
    lit, brightest = seen.place_of(seen.unit), scale_of(values)
    for cell in range(cells):
        paint_block(canvas, x + cell, y, 1, float(values[cell]) / brightest)
        if edges[cell] <= lit < edges[cell + 1]:
            canvas.put(x + cell, y, "▼", "on_lit", True, "lit")
        canvas.link(x + cell, y, 1, 1, f"unit {seen.unit_at(edges[cell]) + 1}")


def paint_block(canvas: Canvas, x: int, y: int, width: int, value: float) -> None:
    """A value from −1 to 1 as its heat colour, NaN as 0; without colour as a shade, or a minus for one below 0."""
    value = 0.0 if np.isnan(value) else value
    if not canvas.plain:
        canvas.put(x, y, " " * width, "text", bg=heat_colour(canvas, max(-1.0, min(1.0, value))))
        return
    canvas.put(x, y, ("−" if value < -0.05 else SHADES[min(4, int(abs(value) * 5))]) * width, "text")


def scale_of(values: Array) -> float:
    """What the brightest colour stands for: the largest of these values, so that small ones can be told apart."""
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if finite.size and finite.max() > 0.0 else 1.0


def extremes(seen: Seen) -> tuple[list[int], Array]:
    """The first period of each group of periods up to now, and h of each unit furthest from 0 there, (groups, H)."""
    trace, period = seen.trace, seen.period
    if trace.stream is not None:
        return trace.stream.extremes(period)
    return list(range(1, period + 1)), trace.real.h[1 : period + 1]


def furthest(values: Array, starts: list[int], axis: int) -> Array:
    """Of each group along an axis, from one start to the next, the value furthest from 0."""
    high, low = np.maximum.reduceat(values, starts, axis=axis), np.minimum.reduceat(values, starts, axis=axis)
    found: Array = np.where(-low > high, low, high)
    return found
