"""The difference so far as a curve on a log axis, and under it the lit unit's gates over the same periods.

Nothing that a later period decides is drawn ahead of the cursor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rnntui_engine.records import Array

from ..canvas import Canvas, Span
from ..marks import Braille, amount, decade_label
from ..palette import ink_on, mixed
from ..seen import Seen
from .panel import Area, Panel, lit_unit

LABEL = 5


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
        "**Difference so far.** The total difference of the twins at each period up to now, on a log axis: each "
        "line further down is ten times less. A straight line down means that the same share is lost at every "
        "step. ● is the hidden state h, ◆ the cell state c, where there is one. Nothing is drawn to the right of "
        "the current period: it has not happened yet.\n\n"
        "Under it, for a gated cell, the **gates of the lit unit** in hundredths: the brighter, the more open."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        gated = bool(seen.cell.gates)
        title: list[Span] = [("Difference so far", "text")]
        foot: list[Span] = []
        if not self.boxed:
            title += [("  log", "dim")]
        elif gated:
            title += [(" (log)", "dim"), ("  Gates", "text", True), (" of ", "dim"), lit_unit(seen.unit)]
            foot = heat_ramp(canvas)
            title = [("Traces of A and B", "text"), *title[1:]] if seen.other else title
        else:
            title += [(" total, log scale", "dim")]
        area = self.frame(canvas, title, foot)
        rows = len(seen.cell.gates) if self.boxed and gated else 0
        if area.height - rows < 4:
            rows = 0
        spare = 2 if self.boxed and not gated and area.height > 9 else 0
        top = Area(area.x, area.y, area.width, area.height - rows - spare)
        paint_curve(canvas, seen, top)
        if rows:
            paint_heat(canvas, seen, Area(area.x, area.y + top.height, area.width, rows))
        if spare:
            canvas.put(area.x, area.y + area.height - 1, what_is_drawn(seen), "dim")


def what_is_drawn(seen: Seen) -> str:
    """What the curves are, in a few words."""
    if seen.other:
        return "the marker's trace in A (●) and in B (◇)"
    return "the sum over the units of |● − ○|"


class Periods:
    """Where the periods stand across a panel: three cells each if they fit, else as many as do."""

    def __init__(self, area: Area, count: int, length: int) -> None:
        beside = 2 if count * 3 <= area.width - LABEL + 2 else 0  # a first column's number stands beside the labels
        room = area.width - LABEL + beside
        self.start, self.beside, self.length = area.x + LABEL - beside, beside, length
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
        every = 1 if self.step >= 3 else math.ceil(4 / self.step)
        for period in range(1, self.length + 1):
            numbered = period == 1 or period % every == 0
            if period == lit or (numbered and abs(period - lit) * self.step >= 3):
                name = f"{'▲' if period == lit else ''}{period}"
                ink = "text" if period <= lit else "dim"
                canvas.right(self.x(period) + 1, y, name, "on_lit" if period == lit else ink, period == lit,
                             "lit" if period == lit else None)  # fmt: skip
            canvas.link(self.left(period), y, self.width(period), 1, f"period {period}")


def decades(lines: list[Line]) -> tuple[int, int]:
    """The powers of ten between which every difference of the curves lies."""
    every = np.concatenate([line.differences[1:] for line in lines])
    found = every[(every > 0.0) & np.isfinite(every)]
    if not found.size:
        return 0, -1
    high, low = math.ceil(math.log10(found.max())), math.floor(math.log10(found.min()))
    return high, min(low, high - 1)


def paint_curve(canvas: Canvas, seen: Seen, area: Area) -> None:
    """The curve of h (two dots thick) and of c, up to the current period."""
    trace, period = seen.trace, seen.period
    periods = Periods(area, max(12, trace.length) if len(trace.readings) <= 12 else trace.length, trace.length)
    lines = lines_of(seen)
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


def _one_curve(
    canvas: Canvas, period: int, area: Area, periods: Periods, placed: tuple[int, Line], scale: tuple[int, float]
) -> list[tuple[int, int, int]]:
    """Draw one curve up to the current period or its own end; returns where its mark stands, if it can be drawn."""
    high, rows_per_decade = scale
    place, line = placed
    last = min(period, len(line.differences) - 1)
    grid = Braille(area.width - LABEL, area.height - 1)
    before = None
    for t in range(1, last + 1):
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


def heat_ramp(canvas: Canvas) -> list[Span]:
    """What the heat colours mean, for a bottom border."""
    spans: list[Span] = [("% open ", "dim")]
    for percent in (0, 25, 50, 75, 100):
        ground = heat_colour(canvas, percent / 100.0)
        spans.append((f" {percent}", ink_on(ground), False, ground))
    return spans


def heat_colour(canvas: Canvas, value: float) -> str:
    """The colour of a gate value 0..1, or of a signed one below 0."""
    if value < 0:
        return mixed(*canvas.palette.heat_negative, min(1.0, -value))
    low, middle, high = canvas.palette.heat
    return mixed(low, middle, value * 2) if value < 0.5 else mixed(middle, high, min(1.0, value * 2 - 1))


def paint_heat(canvas: Canvas, seen: Seen, area: Area) -> None:
    """The lit unit's gates over the periods up to now, hundredths in each cell; for the plain cell, h of every unit."""
    trace = seen.trace
    periods = Periods(area, max(12, trace.length) if len(trace.readings) <= 12 else trace.length, trace.length)
    gates = trace.real.gates
    if seen.cell.gates:
        rows = [(symbol, gates[:, row, seen.unit]) for row, symbol in enumerate(seen.cell.symbols)]
    else:
        rows = [(f"h{k + 1}", trace.real.h[1:, k]) for k in range(trace.weights.hidden)]
    for offset, (name, values) in enumerate(rows[: area.height]):
        y = area.y + offset
        canvas.put(area.x, y, name, "text", True)
        for period in range(1, trace.length + 1):
            x, width = periods.x(period) - max(1, int(periods.step)) + 1, max(1, int(periods.step))
            lit = period == seen.period
            if period > seen.period:
                canvas.put(x + width // 2, y, "·", "border")
                continue
            value = float(values[period - 1])
            ground = heat_colour(canvas, value)
            shade = "█" if canvas.plain else " "
            if canvas.plain:  # without colour and without room for numbers: shades, a minus for below nothing
                shade = "−" if value < -0.05 else " ░▒▓█"[min(4, int(abs(value) * 5))]
            if width >= 3:
                canvas.put(x, y, hundredths(value).rjust(width), ink_on(ground), lit, ground)
            else:
                canvas.put(x, y, shade * width, "text", lit, None if canvas.plain else ground)
        canvas.link(area.x, y, area.width, 1, f"unit {seen.unit + 1}" if seen.cell.gates else f"unit {offset + 1}")


def hundredths(value: float) -> str:
    """A value from −1 to 1 in two or three characters: 59, −46, 99 for anything that rounds to a hundred or more."""
    return f"{'−' if value < 0 else ''}{min(99, round(abs(value) * 100)):02d}"
