"""The difference so far as a curve on a log axis, and under it the lit unit's gates over the same periods.

Nothing that a later period decides is drawn ahead of the cursor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rnntui_engine.records import Array

from ..canvas import Canvas, Span
from ..keyboard import shown
from ..marks import Braille, amount, decade_label
from ..seen import Seen
from .heat import heat_ramp, near_rows, paint_heat, periods_of
from .panel import Area, Panel, lit_period, lit_unit
from .periods import LABEL, Periods

USUAL = (1, -3)  # powers of ten: from 10 down to .001
LONG = 500  # periods; of more no column of dots holds one alone


@dataclass(frozen=True, eq=False)
class Line:
    """One curve: its mark and name, its differences (T + 1,), how many dots thick it is, its colours."""

    mark: str
    name: str
    differences: Array
    thick: int
    ink: str
    mark_ink: str


def lines_of(seen: Seen) -> list[Line]:
    """The curves to draw, the most important first: h and the cell state, or, where a side is pinned, h of both."""
    found = seen.trace.difference
    if seen.other:
        other = seen.other.trace.difference[:, 0]
        return [Line("●", "A", found[:, 0], 2, "text", "lit_bar"), Line("◇", "B", other, 1, "unmarked", "unmarked")]
    names = seen.cell.parts if len(seen.cell.parts) > 1 else ("",)
    lines = [Line("●", names[0], found[:, 0], 2, "text", "lit_bar")]
    return lines + [Line("◆", name, found[:, part], 1, "dim", "text") for part, name in enumerate(names[1:], 1)]


class CurvePanel(Panel):
    """How the marker's trace fades, period by period."""

    NAME = "curve"
    HELP = (
        "**Difference so far.** The difference of the twins at each period up to now, summed over the units, on a log "
        "axis: each line further down is as much less as the numbers on the left say, ten times, or a hundred or a "
        "thousand where there are few rows. A straight line down means that the same share is lost at every step. ● is "
        "the hidden state h, ◆ the cell state c, where there is one. Nothing is drawn to the right of the "
        "current period: it has not happened yet.\n\n"
        "Under it, for a gated cell, the **gates of the lit unit** in hundredths: the brighter, the more open."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        gated = bool(seen.cell.gates)
        title: list[Span] = [("Difference so far", "text")]
        foot: list[Span] = []
        if not self.boxed:
            title += [("  log", "dim")]
        elif gated and not self.large and seen.trace.stream is not None:
            title = [("Difference", "text"), ("  Gates", "text", True), (" near ", "dim"), lit_period(seen.period),
                     (" of ", "dim"), lit_unit(seen.unit)]  # fmt: skip
            foot = heat_ramp(canvas)
        elif gated and not self.large:
            title += [(" (log)", "dim"), ("  Gates", "text", True), (" of ", "dim"), lit_unit(seen.unit)]
            foot = heat_ramp(canvas)
            title = [("Difference in A and B", "text"), *title[1:]] if seen.other else title
        else:
            title += [("  log scale", "dim")]
        area = self.frame(canvas, title, foot)
        rows = len(seen.cell.gates) if self.boxed and gated and not self.large else 0
        if rows and seen.trace.stream is not None:
            rows = near_rows(seen)
        if area.height - rows < 4:
            rows = 0
        spare = 3 if self.large else 2 if self.boxed and not gated and area.height > 9 else 0
        top = Area(area.x, area.y, area.width, area.height - rows - spare)
        paint_curve(canvas, seen, top)
        if rows:
            paint_heat(canvas, seen, Area(area.x, area.y + top.height, area.width, rows))
        if spare == 3:
            canvas.put(area.x, area.y + area.height - 2, what_is_drawn(seen), "dim")
            canvas.put(area.x, area.y + area.height - 1, "Nothing is drawn to the right of the lit period.", "dim")
        elif spare:
            canvas.put(area.x, area.y + area.height - 1, what_is_drawn(seen), "dim")


def what_is_drawn(seen: Seen) -> str:
    """What the curves are, in a few words."""
    if seen.other:
        return "the twins' difference in A (●) and in B (◇)"
    if len(seen.cell.parts) > 1:
        return f"● h, what the cell shows   ◆ {seen.cell.parts[1]}, what it keeps"
    return "the sum over the units of |● − ○|"


def decades(lines: list[Line]) -> tuple[int, int]:
    """The powers of ten between which every difference of the curves lies, and at least USUAL: so another memory bias,
    or another cell, is drawn on the same axis."""
    every = np.concatenate([line.differences[1:] for line in lines])
    found = every[(every > 0.0) & np.isfinite(every)]
    if not found.size:
        return 0, -1
    high, low = math.ceil(math.log10(found.max())), math.floor(math.log10(found.min()))
    return max(high, USUAL[0]), min(low, USUAL[1])


def paint_curve(canvas: Canvas, seen: Seen, area: Area) -> None:
    """The curve of h (two dots thick) and of c, up to the current period."""
    period = seen.period
    periods = periods_of(seen, area)
    lines = lines_of(seen)
    if not any(line.differences.any() for line in lines) and not seen.trace.compared:
        hint = (f"Nothing is compared. {shown('edit')} edits a reading:", "its trace is drawn here.")
        for row, text in enumerate(hint):
            canvas.put(area.x, area.y + row, text[: area.width], "dim")
        periods.axis(canvas, area.y + area.height - 1, period)
        return
    high, low = decades(lines)
    plot_rows = area.height - 1
    per = max(1, math.ceil((high - low) / max(1, plot_rows - 1)))
    ticks = math.ceil((high - low) / per)
    rows = max(1, (plot_rows - 1) // ticks)
    axis = area.y + area.height - 1
    if period:
        canvas.tint(periods.left(period), area.y, periods.width(period), area.height, "tint")
    for tick in range(ticks + 1):
        row = area.y + tick * rows
        if row >= axis:
            break
        canvas.right(area.x + LABEL - 1, row, decade_label(high - tick * per), "dim")
        canvas.put(area.x + LABEL, row, "┈" * (area.width - LABEL), "border")
    marks = []
    for place in reversed(range(len(lines))):
        marks += _one_curve(canvas, period, area, periods, (place, lines[place]), (high, rows / per))
    periods.axis(canvas, axis, period)
    taken: set[int] = set()
    for place, x, y in sorted(marks, reverse=True):  # where both fall on one cell, the first is the one to see
        canvas.put(x, y, lines[place].mark, lines[place].mark_ink, True)
    for place, x, y in sorted(marks):
        line = lines[place]
        name = f" {line.name} " if line.name else " "
        value = amount(float(line.differences[min(period, len(line.differences) - 1)]))
        label: list[Span] = [(name, "dim"), (value, "text", place == 0)]
        width = len(name) + len(value)
        left = x + 2 if x + 3 + width < area.x + area.width else area.x + area.width - width
        others = {row for _, column, row in marks if left <= column < left + width}  # rows where a mark would be hidden
        places = [at for at in (y, y + 1, y - 1) if area.y <= at < axis and at not in taken | others]
        free = sorted(places, key=lambda at: sum(canvas.char(left + i, at) >= "⠀" for i in range(width)))
        if free:
            taken.add(free[0])
            canvas.spans(left, free[0], label)


def _long_curve(
    grid: Braille, differences: Array, periods: Periods, scale: tuple[int, float]
) -> tuple[float, float] | None:  # fmt: skip
    """A curve of more periods than there are dots: in each column from the least to the largest that lies in it.

    Returns where it ends; None where its last value is nothing that can be drawn."""
    high, rows_per_decade = scale
    t = np.arange(1, len(differences))
    t = t[(differences[1:] > 0.0) & np.isfinite(differences[1:])]
    if not t.size:
        return None
    x = np.floor(t * periods.step * 2).astype(int) + 2 * (periods.start - periods.origin)
    y = (high - np.log10(differences[t])) * rows_per_decade * 4 + 1
    starts = np.flatnonzero(np.r_[True, x[1:] != x[:-1]])
    low, top = np.maximum.reduceat(y, starts), np.minimum.reduceat(y, starts)
    for place, start in enumerate(starts):
        grid.line(int(x[start]), float(top[place]), int(x[start]), float(low[place]))
    return (float(x[-1]), float(y[-1])) if t[-1] == len(differences) - 1 else None


def _one_curve(
    canvas: Canvas, period: int, area: Area, periods: Periods, placed: tuple[int, Line], scale: tuple[int, float]
) -> list[tuple[int, int, int]]:
    """Draw one curve up to the current period or its own end; returns where its mark stands, if it can be drawn."""
    high, rows_per_decade = scale
    place, line = placed
    last = min(period, len(line.differences) - 1)
    grid = Braille(area.width - LABEL, area.height - 1)
    before = None
    if len(line.differences) > LONG:
        before = _long_curve(grid, line.differences[: last + 1], periods, scale)
    for t in range(1, last + 1) if len(line.differences) <= LONG else ():
        value = float(line.differences[t])
        if not (value > 0.0 and math.isfinite(value)):
            before = None
            continue
        x = (periods.x(t) - area.x - LABEL) * 2
        y = (high - math.log10(value)) * rows_per_decade * 4 + 1
        if before is not None:
            grid.line(*before, x, y, thick=line.thick)
        else:
            grid.line(x, y, x, y, thick=line.thick)
        before = (x, y)
    grid.paint(canvas, area.x + LABEL, area.y, line.ink)
    if before is None:
        return []
    row = area.y + min(area.height - 2, max(0, round((before[1] - 1) / 4)))
    return [(place, periods.x(last), row)]
