"""The sequence: the readings as bars on one scale, the tier, the marker, the current period."""

from __future__ import annotations

import numpy as np

from rnntui_engine.readings import MARKER, TIER

from ..canvas import Canvas, Span
from ..marks import column, page
from ..seen import Seen
from .panel import Panel

ROUND = (50.0, 60.0, 75.0, 80.0, 100.0, 120.0, 125.0, 150.0, 200.0, 250.0, 300.0, 400.0, 500.0, 750.0, 1000.0)


class SequencePanel(Panel):
    """The readings of the chosen subscriber."""

    NAME = "sequence"
    HELP = (
        "**Sequence.** Each bar is one period's meter reading in m³. The dashed line is the tariff tier, 25 m³. A "
        "first reading of 0.00 is the **marker**: the meter was replaced. Bright bars have been read, dim ones "
        "not yet; beyond T the network reads nothing. **Label** 1 means: marked, and the last reading the network "
        "gets is above the tier. That is what it has to say after period T: so it must still know, then, how the "
        "sequence began.\n\n"
        "Click a bar to go to its period."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        trace, period = seen.trace, seen.period
        area = self.frame(canvas, self._title(seen))
        label = 10 if area.width >= 150 else 8
        count = len(trace.readings)
        fit = max(1, (area.width - label) // 4)
        shown = page(max(0, period - 1), count, fit if count * 4 > area.width - label else count)
        step = min(14, (area.width - label) // len(shown))
        bar = max(2, step - 2 if step < 9 else round(step * 0.6))
        left = area.x + label + (step - bar) // 2
        rows = max(1, area.height - 2)
        rows -= 1 - rows % 2
        bottom = area.y + rows - 1
        scale, line = scale_for(max(float(trace.readings.max()), 1.0), rows)

        for place, index in enumerate(shown):
            x = area.x + label + place * step
            if index + 1 == period:
                canvas.tint(x, area.y, step, rows + 2, "tint")
        line_row = bottom - line // 8
        ruled = (step * len(shown)) + label
        canvas.put(area.x, line_row, "╌" * ruled, "dim")
        canvas.put(area.x, line_row, f"tier {TIER:g}".rjust(label - 1), "text")
        if rows > 1:
            canvas.put(area.x, area.y, f"{scale:g}".rjust(label - 1), "dim")
            canvas.put(area.x, bottom, "0".rjust(label - 1), "dim")
        canvas.put(area.x, bottom + 1, "m³", "dim")
        canvas.put(area.x, bottom + 2, "period", "dim")
        for place, index in enumerate(shown):
            x = left + place * step
            self._bar(canvas, seen, index, x, bottom, bar, (scale, line, rows), step)
            canvas.link(area.x + label + place * step, area.y, step, rows + 2, f"period {index + 1}")
        if shown.start <= trace.length < shown.stop:
            x = area.x + label + (trace.length - shown.start) * step - (1 if step > bar else 0)
            for row in range(rows + 2):
                canvas.put(x, area.y + row, "┊", "dim")
            canvas.put(x + 2, area.y, f"beyond T = {trace.length}"[: max(0, area.x + area.width - x - 2)], "dim")

    def _bar(
        self, canvas: Canvas, seen: Seen, index: int, x: int, bottom: int, width: int,
        measure: tuple[float, int, int], step: int,
    ) -> None:  # fmt: skip
        """One reading: its bar, its number, its period."""
        reading, period = float(seen.trace.readings[index]), index + 1
        lit, beyond = period == seen.period, period > seen.trace.length
        is_read = period <= seen.period
        colour = "lit_bar" if lit else "read" if is_read else "unread"
        column(canvas, x, bottom, width, height(reading, *measure), colour, "█" if is_read else "░" if beyond else "▒")
        ink = "text" if is_read else "dim"
        if index == 0 and reading == MARKER:
            ink = "marked"
            word = "marker" if step >= 6 else "mark" if step >= 5 else "mk"
            canvas.put(x + (width - len(word)) // 2, bottom - (1 if measure[2] >= 5 else 0), word, "marked", True)
            if measure[2] >= 5:
                canvas.put(x + (width - 1) // 2, bottom, "▼", "marked", True)
        if seen.other and index < len(seen.other.trace.readings):
            other = float(seen.other.trace.readings[index])
            if other != reading:
                row = bottom - min(measure[2] - 1, height(other, *measure) // 8)
                canvas.mark(x + width // 2, row)
        if period in dict(seen.trace.edits):
            canvas.put(x - 1, bottom + 1, "*", "text", True)
        text = f"{reading:.2f}" if step >= 6 else f"{reading:.1f}" if step >= 5 else f"{reading:.0f}"
        shift = max(0, (width - len(text)) // 2)
        canvas.put(x + shift, bottom + 1, text, ink, lit or ink == "marked")
        name = f"{'▲' if lit else ''}{period}"
        middle = x + width // 2 + 1
        canvas.right(middle, bottom + 2, name, "on_lit" if lit else ink, lit, "lit" if lit else None)

    def _title(self, seen: Seen) -> list[Span]:
        """Who it is, marked or not, the label and why."""
        trace = seen.trace
        sign: Span = ("● marked", "marked") if trace.marked else ("○ not marked", "unmarked")
        last = float(trace.readings[trace.length - 1])
        above = f"reading {trace.length} = {last:.2f} is {'above' if last > TIER else 'not above'}"
        if self.boxed:
            start = f"  subscriber {trace.subscriber} "
            if not trace.marked:
                why = "it is not marked"
            elif trace.label:
                why = f"it is marked, and {above} the tier of {TIER:g} m³"
            else:
                why = f"it is marked, but {above} the tier of {TIER:g} m³"
            head: list[Span] = [("  ·  label ", "dim"), (str(trace.label), "text", True), (f": {why}", "dim")]
        else:
            start = f"  {trace.subscriber} "
            why = "not marked" if not trace.marked else f"marked, {'and' if trace.label else 'but'} {above} {TIER:g}"
            head = [("  label ", "dim"), (str(trace.label), "text", True), (f": {why}", "dim")]
        if trace.edits:
            head = [("  edited at ", "dim"), (", ".join(str(p) for p, _ in trace.edits), "text", True), *head]
        if seen.other and not np.array_equal(seen.other.trace.readings, trace.readings):
            head = [("  ◇", "unmarked"), (" side B", "dim"), *head]
        here: list[Span] = [] if seen.period else [("  before period 1", "text")]
        return [("Sequence", "text"), (start, "dim"), sign, *head, *here]


def scale_for(largest: float, rows: int) -> tuple[float, int]:
    """The top of the scale, and how many eighths of a row up the tier is drawn.

    Twice the tier puts it in the middle of the middle row. For larger readings: the round scale that puts it nearest
    to the middle of some row, where the dashes are.
    """
    fits = [s for s in ROUND if largest <= s <= max(2 * largest, ROUND[0])] or [2 * largest]
    scale = fits[0] if fits[0] == ROUND[0] else min(fits, key=lambda s: (abs(TIER / s * rows % 1 - 0.5), s))
    return scale, int(TIER / scale * rows) * 8 + 4


def height(reading: float, scale: float, line: int, rows: int) -> int:
    """A reading's bar in eighths of a row: straight to the tier's line and straight on to the top, so that a reading
    above the tier always shows above the line, and any other never does."""
    if reading <= 0.0:
        return 0
    if reading <= TIER:
        return max(1, min(line, int(reading / TIER * line + 0.5)))
    return min(rows * 8, max(line + 1, int(line + (reading - TIER) / (scale - TIER) * (rows * 8 - line) + 0.5)))
