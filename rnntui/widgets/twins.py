"""Marked and unmarked: the two twins' values per unit, their difference, and the total that is left."""

from __future__ import annotations

from ..canvas import Canvas
from ..marks import amount, gauge, number, page
from ..viewing import Seen
from .panel import Area, Panel, lit_period, unit_name


class TwinsPanel(Panel):
    """How far apart the marked and the unmarked twin are."""

    NAME = "twins"
    gap = 2
    HELP = (
        "**Marked / unmarked.** Two twins of this sequence go through the same network. They differ in the first "
        "period only: the marked one (●) starts with the marker, the unmarked one (○) with a copy of the second "
        "reading. Whatever differs between them later is the trace that the first step has left. The **total "
        "difference** is the sum over the units of |● − ○|. The **step ratio** is that total divided by the total "
        "a period before; it differs from step to step and from subscriber to subscriber (the per-step factor of "
        "the Decay view is another thing: a mean over all subscribers)."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        trace, period = seen.trace, seen.period
        total, ratio = float(trace.difference[period, 0]), trace.ratio(period)
        times = f" ×{ratio:.2f}" if ratio is not None and self.size.width >= 40 else ""
        whose = f"● is the real trace of {trace.subscriber}" if trace.marked else "● had it been marked"
        if trace.edits:
            whose = f"● the original {trace.subscriber}  ○ with edits"
        if self.boxed:
            name = "Original / edited" if trace.edits else "Marked / unmarked"
            area = self.frame(
                canvas, [(name, "text"), ("  at ", "dim"), lit_period(period)],
                [(whose[:1], "marked"), (whose[1:], "dim")],
            )  # fmt: skip
        else:
            names = (" orig.", " edit") if trace.edits else (" marked" if trace.marked else " if marked", " not")
            roomy = bool(trace.marked or trace.edits) and self.size.width >= 40
            area = self.frame(
                canvas,
                [("●", "marked"), (names[0], "text", True), ("  ○", "unmarked"), (names[1], "text", True),
                 ("  Δ total " if roomy else "  Δ ", "dim"), (amount(total), "text", True), (times, "dim")],
            )  # fmt: skip
        hidden = trace.weights.hidden
        room = area.height - (1 if self.boxed else 0)
        lines = 5 if self.boxed and room >= min(hidden, 6) + 5 else 0
        shown = page(seen.unit, hidden, room - lines)
        gap = 2 if len(shown) * 2 + lines <= room else 1
        wide = 3 if self.boxed and area.width >= 34 else 0
        y = area.y
        if self.boxed:
            one, other = ("● original", " ○ edited") if trace.edits else ("● marked", " ○ unmarked")
            canvas.spans(area.x + 2, y, [(one, "marked"), (other, "unmarked")])
            canvas.put(area.x + 3 + 7 + wide + 8 + 5, y, "●−○", "text")
            y += 1
        longest = float(trace.difference_per_unit[period, 0].max())
        for index in shown:
            self._row(canvas, seen, area, y, index, longest, wide)
            y += gap
        if lines:
            self._totals(canvas, seen, area, y, longest)

    def _row(self, canvas: Canvas, seen: Seen, area: Area, y: int, index: int, longest: float, wide: int) -> None:
        trace, lit = seen.trace, index == seen.unit
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        unit_name(canvas, area.x, y, index, lit)
        one = float(trace.marked_twin.h[seen.period, index])
        other = float(trace.unmarked_twin.h[seen.period, index])
        x = area.x + 10
        canvas.right(x, y, number(one), "marked", lit)
        canvas.right(x + wide + 8, y, number(other), "unmarked", lit)
        canvas.right(x + wide + 16, y, difference_text(one - other), "text", lit)
        x += wide + 17
        share = abs(one - other) / longest if longest else 0.0
        gauge(
            canvas, x, y, area.x + area.width - x, share, "text" if lit else "unread", "lit_track" if lit else "track"
        )
        canvas.link(area.x, y, area.width, 1, f"unit {index + 1}")

    def _totals(self, canvas: Canvas, seen: Seen, area: Area, y: int, longest: float) -> None:
        trace, period, ratio = seen.trace, seen.period, seen.trace.ratio(seen.period)
        number_ends = area.x + 29
        canvas.put(area.x, y, "─" * area.width, "border")
        canvas.put(area.x, y + 1, "total difference", "text")
        canvas.right(number_ends, y + 1, amount(float(trace.difference[period, 0])), "text", True)
        canvas.put(area.x, y + 2, "step ratio", "text")
        if ratio is None:
            canvas.right(number_ends, y + 2, "–", "dim")
        else:
            now, before = (float(trace.difference[t, 0]) for t in (period, period - 1))
            canvas.right(number_ends, y + 2, f"{ratio:.4f}", "text", True)
            canvas.put(area.x + 2, y + 3, f"= {amount(now)} / {amount(before)} (period {period - 1})", "dim")
        canvas.put(area.x, y + 4, f"bars: the longest is {amount(longest)}", "dim")


def difference_text(value: float) -> str:
    """A unit's difference in seven characters: +0.0331, or +4e−10 where four decimals would say nothing."""
    if 0.0 < abs(value) < 0.00005:
        return f"{value:+.0e}".replace("e-0", "e-").replace("-", "−")
    return number(value, sign="+")
