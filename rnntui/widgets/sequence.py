"""The sequence: the readings as bars on one scale, the tier, the marker, the current period."""

from __future__ import annotations

import numpy as np

from ..canvas import Canvas, Span, cut
from ..marks import column, number, page
from ..marks import reading as said
from ..seen import Seen
from ..sentences import plural
from .axis import Axis, axis_for, label
from .panel import Area, Panel


class SequencePanel(Panel):
    """The readings of the chosen subscriber."""

    NAME = "sequence"
    HELP = (
        "**Sequence.** Each bar is one period's meter reading in m³. The dashed line is the tariff tier, 25 m³. A "
        "first reading of 0.00 is the **marker**: the meter was replaced. Bright bars have been read, dim ones "
        "not yet; beyond T the network reads nothing. **Label** 1 means: marked, and the last reading the network "
        "gets is above the tier. That is what it has to say after period T: so it must still know, then, how the "
        "sequence began.\n\n"
        "Of your own sequences the scale follows the readings, from zero or, where they are nearly alike, from below "
        "the least; the tier and the marker are there only where a sequence starts with the marker.\n\n"
        "Click a bar to go to its period."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        trace, period = seen.trace, seen.period
        area = self.frame(canvas, self._title(seen))
        beside = 10 if area.width >= 150 else 8
        count = len(trace.readings)
        ends = (float(trace.readings.min()), float(trace.readings.max()))
        least = max(4, min(8, 1 + max(len(number(end, 0)) for end in ends)))  # cells of a column
        fit = max(1, (area.width - beside) // least)
        shown = page(max(0, period - 1), count, fit if count * least > area.width - beside else count)
        step = max(1, min(14, (area.width - beside) // len(shown)))
        bar = max(2, step - 2 if step < 9 else round(step * 0.6))
        left = area.x + beside + (step - bar) // 2
        rows = max(1, area.height - 2)
        rows -= 1 - rows % 2
        axis = axis_for(trace.data, trace.readings, rows)
        foot = area.y + rows  # under the bars
        stand = foot - axis.down  # the row under the base

        for place, index in enumerate(shown):
            x = area.x + beside + place * step
            if index + 1 == period:
                canvas.tint(x, area.y, step, rows + 2, "tint")
        ruled = (step * len(shown)) + beside
        self._scale(canvas, area, axis, (stand, foot, ruled, beside))
        canvas.put(area.x, foot, trace.data.unit or "reading", "dim")
        canvas.put(area.x, foot + 1, "period", "dim")
        apart = max(1, -(-(len(str(shown.stop)) + 1) // step))  # so many columns does a period's number take
        for place, index in enumerate(shown):
            self._bar(canvas, seen, index, left + place * step, (stand, foot), bar, axis, step)
            if (index + 1) % apart == 0 or index + 1 == period or place == 0:
                self._period(canvas, seen, index + 1, left + place * step + bar // 2 + 1, foot + 1, apart)
            canvas.link(area.x + beside + place * step, area.y, step, rows + 2, f"period {index + 1}")
        if shown.start <= trace.length < shown.stop:
            x = area.x + beside + (trace.length - shown.start) * step - (1 if step > bar else 0)
            for row in range(rows + 2):
                canvas.put(x, area.y + row, "┊", "dim")
            canvas.put(x + 2, area.y, f"beyond T = {trace.length}"[: max(0, area.x + area.width - x - 2)], "dim")

    def _scale(self, canvas: Canvas, area: Area, axis: Axis, at: tuple[int, int, int, int]) -> None:
        """The values at the ends of the axis and at its base, and the tier as a dashed line."""
        stand, foot, ruled, beside = at
        rows = axis.up + axis.down
        tier_row = None
        if axis.tier is not None:
            tier_row = stand - 1 - axis.line // 8 if axis.line >= 0 else stand + (-axis.line - 1) // 8
            canvas.put(area.x, tier_row, "╌" * ruled, "dim")
            name = f"tier {axis.tier:g}"
            canvas.put(area.x, tier_row, (name if len(name) < beside else label(axis.tier)).rjust(beside - 1), "text")
        if rows > 1:
            ends = {area.y: axis.top if axis.up else axis.base, foot - 1: axis.bottom if axis.down else axis.base}
            for row, value in ends.items():
                if row != tier_row or axis.bent:
                    canvas.put(area.x, row, label(value).rjust(beside - 1), "dim")
            if axis.up and axis.down:
                free = [row for row in (stand - 1, stand) if row not in (area.y, foot - 1, tier_row)]
                edge = ("▁", "▔")[free[0] - stand + 1] if free else ""
                canvas.put(area.x, free[0] if free else stand, f"{label(axis.base)}{edge}".rjust(beside), "dim")

    def _bar(
        self, canvas: Canvas, seen: Seen, index: int, x: int, rows: tuple[int, int], width: int, axis: Axis, step: int,
    ) -> None:  # fmt: skip
        """One reading: its bar, and its number under all bars."""
        reading, period = float(seen.trace.readings[index]), index + 1
        stand, foot = rows
        lit, beyond = period == seen.period, period > seen.trace.length
        is_read = period <= seen.period
        colour = "lit_bar" if lit else "read" if is_read else "unread"
        column(canvas, x, stand - 1, width, axis.eighths(reading), colour, "█" if is_read else "░" if beyond else "▒")
        ink = "text" if is_read else "dim"
        if index == 0 and reading == seen.trace.data.marker and seen.trace.label is not None:
            ink = "marked"
            tall = axis.up + axis.down >= 5
            word = "marker" if step >= 6 else "mark" if step >= 5 else "mk"
            canvas.put(x + (width - len(word)) // 2, stand - (2 if tall else 1), word, "marked", True)
            if tall:
                canvas.put(x + (width - 1) // 2, stand - 1, "▼", "marked", True)
        if seen.other and index < len(seen.other.trace.readings):
            other = float(seen.other.trace.readings[index])
            if other != reading:
                canvas.mark(x + width // 2, stand - 1 - _row_of(axis, other))
        if period in dict(seen.trace.edits):
            canvas.put(x - 1, foot, "*", "text", True)
        text = fitting(reading, step)
        canvas.put(x + max(0, (width - len(text)) // 2), foot, text, ink, lit or ink == "marked")

    def _period(self, canvas: Canvas, seen: Seen, period: int, end: int, y: int, apart: int) -> None:
        """A period's number, the current one lit; a long one leaves room for the current one."""
        lit = period == seen.period
        if not lit and apart > 1 and abs(period - seen.period) <= apart:
            return
        marked = period == 1 and seen.trace.marked and seen.trace.label is not None
        ink = "marked" if marked else "text" if period <= seen.period else "dim"
        canvas.right(end, y, f"{'▲' if lit else ''}{period}", "on_lit" if lit else ink, lit, "lit" if lit else None)

    def _title(self, seen: Seen) -> list[Span]:
        """Who it is, marked or not, the label and why; of a person's own sequence also which file it is from."""
        trace, data = seen.trace, seen.trace.data
        name = cut(trace.name, 30 if self.boxed else 16)
        start = f"  subscriber {name} " if self.boxed else f"  {name} "
        if data.own:
            start = f"  {cut(data.title, 30 if self.boxed else 16)}{start}"
        head: list[Span]
        if trace.label is None:
            head = [(f" {plural(len(trace.readings), 'period')}", "text")]
        else:
            head = [("● marked", "marked") if trace.marked else ("○ not marked", "unmarked")]
            head += [("  ·  label " if self.boxed else "  label ", "dim"), (str(trace.label), "text", True)]
            head += [(f": {self._why(seen)}", "dim")]
        if trace.edits:
            periods = ", ".join(str(p) for p, _ in trace.edits[:8]) + (", …" if len(trace.edits) > 8 else "")
            edited: list[Span] = [("  edited at ", "dim"), (periods, "text")]
            head = head[:1] + edited + head[1:] if trace.label is not None else [*head, *edited]
        if seen.other and not np.array_equal(seen.other.trace.readings, trace.readings):
            place = 0 if trace.label is None else 1
            head[place:place] = [("  ◇", "unmarked"), (" side B", "dim")]
        here: list[Span] = [] if seen.period else [("  before period 1", "text")]
        return [("Sequence", "text"), (start, "dim"), *head, *here]

    def _why(self, seen: Seen) -> str:
        """Why the label is what it is."""
        trace, data = seen.trace, seen.trace.data
        last = float(trace.readings[trace.length - 1])
        above = f"reading {trace.length} = {said(last)} is {'above' if last > data.tier else 'not above'}"
        tier = f"{above} the tier of {data.tier:g} {data.unit}".rstrip()
        if not self.boxed:
            return (
                "not marked" if not trace.marked else f"marked, {'and' if trace.label else 'but'} {above} {data.tier:g}"
            )
        if not trace.marked:
            return "it is not marked"
        return f"it is marked, {'and' if trace.label else 'but'} {tier}"


def _row_of(axis: Axis, reading: float) -> int:
    """The row above the base, or below it, in which a reading's bar ends."""
    eighths = axis.eighths(reading)
    return min(axis.up - 1, eighths // 8) if eighths >= 0 else -((-eighths - 1) // 8) - 1


def fitting(reading: float, step: int) -> str:
    """A reading with as many decimals as a column has room for; a power of ten where it has room for none."""
    room = step - 1
    forms = [said(reading)] if step >= 6 else []
    forms += [number(reading, 1)] if step >= 5 else []
    forms += [number(reading, 0), f"{reading:.0e}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")]
    fits = [form for form in forms if len(form) <= max(room, 3)]
    return (fits or ["#"])[0].replace("-", "−")
