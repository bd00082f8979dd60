"""Marked and unmarked: the two twins' values per unit, their difference, and the total that is left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from rnntui_engine.records import Array

from ..canvas import Canvas, Span, cut, fitting
from ..keyboard import shown
from ..marks import amount, gauge, number
from ..seen import Seen
from .panel import Area, Panel, beside_names, lines_of, lit_period, unit_name

DIFFERENCE = "difference"  # what the sum over the units of |marked − unmarked| is called everywhere

LONGEST = "longest"  # on the bar that gives the scale, where no line under the bars says it


class TwinsPanel(Panel):
    """How far apart the marked and the unmarked twin are."""

    NAME = "twins"
    gap = 2
    HELP = (
        "**Marked / unmarked.** Two twins of this sequence go through the same network. They differ in the first "
        "period only: the marked one (●) starts with the marker, the unmarked one (○) with a copy of the second "
        "reading. Whatever differs between them later is the trace that the first step has left. The "
        "**difference** is the sum over the units of |● − ○|. The **step ratio** × is that difference divided by the "
        "one a period before; it differs from step to step and from subscriber to subscriber (the per-step factor of "
        "the Decay view is another thing: a mean over all subscribers). The bars are drawn to the scale of the "
        "period's *longest*: they compare units, not periods.\n\n"
        "**Side A / side B.** `⟨pin⟩` pins what is shown as side B (◇). Change anything after that, and the panel "
        "compares the hidden units of both sides at the same period; *difference in A* and *in B* is that of the "
        "twins on each. Units of two different networks have nothing in common but their number. `⟨swap⟩` "
        "swaps the sides, `⟨pin⟩` again lets side B go."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        pair = pair_of(seen)
        if pair is None:
            self._nothing(canvas, seen)
            return
        if self.boxed:
            area = self.frame(canvas, [(pair.title, "text"), ("  at ", "dim"), lit_period(seen.period)], pair.whose)
        else:
            area = self.frame(canvas, self._rule(pair, self.title_room(canvas)))
        hidden = seen.trace.weights.hidden
        area = beside_names(area, hidden)
        room = area.height - (1 if self.boxed else 0)
        lines = 5 if self.boxed and room >= min(hidden, 6) + 5 else 0
        rows = seen.page(room - lines)
        gap = 2 if len(rows) * 2 - 1 + lines <= room else 1
        wide = 3 if self.boxed and area.width >= 34 else 0
        y = area.y
        if self.boxed:
            canvas.spans(area.x + 2, y, [(f"{pair.one_sign} {pair.one_name}".strip(), pair.one_ink),
                                         (f" {pair.other_sign} {pair.other_name}", pair.other_ink)])  # fmt: skip
            canvas.right(area.x + 3 + 7 + wide + 16, y, f"{pair.one_sign}−{pair.other_sign}", "text")
            y += 1
        for index in rows:
            self._row(canvas, seen, pair, area, y, index, wide)
            y += gap
        if lines:
            self._totals(canvas, pair, area, min(y, area.y + area.height - lines))

    def _nothing(self, canvas: Canvas, seen: Seen) -> None:
        """What to do where there is no pair to compare."""
        area = self.frame(canvas, [("Original / edited", "text"), ("  nothing edited yet", "dim")])
        data = seen.trace.data
        why = f"No sequence of {cut(data.title, 30)} starts with the marker, {data.marker:g}: there are no twins."
        if data.labelled:
            why = "There is no marked twin of this sequence to compare."
        how = f"{shown('edit')} edits this period's reading: then original and edited are compared. "
        lines = [
            *lines_of(why, area.width),
            "",
            *lines_of(f"{how}{shown('pin')} pins what is shown as side B.", area.width),
        ]
        for row, line in enumerate(lines[: area.height]):
            canvas.put(area.x, area.y + row, line, "dim")

    def _rule(self, pair: Pair, room: int) -> list[Span]:
        """The title where there is no box: what is compared, and the total."""
        if pair.sides:
            return [("A", pair.one_ink, True), (f"  {pair.other_sign} B", pair.other_ink, True),
                    (f" {cut(pair.described, room - 12 - len(amount(pair.total)))}", "text"), ("  Δ ", "dim"),
                    (amount(pair.total), "text", True)]  # fmt: skip
        ratio = f" ×{pair.ratio:.2f}" if pair.ratio is not None else ""
        pairs: list[Span] = [
            (pair.one_sign, pair.one_ink), (f" {pair.one_short}", "text", True),
            (f" {pair.other_sign}", pair.other_ink), (f" {pair.other_short}", "text", True),
        ]  # fmt: skip
        words = (
            (f"  {DIFFERENCE} ", ratio),
            (f" {DIFFERENCE} ", ratio),
            ("  diff. ", ratio),
            (" diff. ", ratio),
            ("  diff. ", ""),
        )
        return fitting(room, *(
            [*pairs, (word, "dim"), (amount(pair.total), "text", True), (times, "dim")] for word, times in words
        ))  # fmt: skip

    def _row(self, canvas: Canvas, seen: Seen, pair: Pair, area: Area, y: int, index: int, wide: int) -> None:
        lit = index == seen.unit
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        unit_name(canvas, area.x, y, index, lit, seen.trace.weights.hidden)
        canvas.link(area.x, y, area.width, 1, f"unit {index + 1}")
        x = area.x + 10
        canvas.right(x, y, number(float(pair.one[index])), pair.one_ink, lit)
        if index >= len(pair.difference):
            canvas.right(x + wide + 8, y, "–", "dim")
            return
        difference = float(pair.difference[index])
        canvas.right(x + wide + 8, y, number(float(pair.other[index])), pair.other_ink, lit)
        canvas.right(x + wide + 16, y, difference_text(difference), "text", lit)
        x += wide + 17
        share = abs(difference) / pair.longest if pair.longest else 0.0
        gauge(
            canvas, x, y, area.x + area.width - x, share, "text" if lit else "unread", "lit_track" if lit else "track"
        )
        if not self.boxed and index == pair.largest and area.x + area.width - x >= len(LONGEST) + 2:
            canvas.right(area.x + area.width - 1, y, LONGEST, "ground", True, "text" if lit else "unread")

    def _totals(self, canvas: Canvas, pair: Pair, area: Area, y: int) -> None:
        number_ends = area.x + 29
        canvas.put(area.x, y, "─" * area.width, "border")
        canvas.put(area.x, y + 1, "apart, all units" if pair.sides else DIFFERENCE, "text")
        canvas.right(number_ends, y + 1, amount(pair.total), "text", True)
        if pair.sides:
            for row, (name, ink, value) in enumerate(pair.sides, y + 2):
                canvas.put(area.x, row, f"difference in {name}", ink)
                canvas.right(number_ends, row, amount(value), "text", True)
        else:
            canvas.put(area.x, y + 2, "step ratio", "text")
            if pair.ratio is None:
                canvas.right(number_ends, y + 2, "–", "dim")
            else:
                canvas.right(number_ends, y + 2, f"{pair.ratio:.4f}", "text", True)
                before = f"= {amount(pair.total)} / {amount(pair.before)} (period {pair.period - 1})"
                canvas.put(area.x + 2, y + 3, before, "dim")
        canvas.put(area.x, y + 4, f"bars: the longest is {amount(pair.longest)}", "dim")


@dataclass(frozen=True, eq=False)
class Pair:
    """The two that are compared at a period: the twins, the original and the edited sequence, or the two sides.

    `one`, `other` (H,) are their hidden states and `difference` (H,) the one minus the other, for the units that both
    have. `sides`: name, colour and the twins' difference of each side, where sides are compared.
    """

    title: str
    period: int
    one: Array
    other: Array
    difference: Array
    total: float
    before: float = 0.0
    ratio: float | None = None
    one_sign: str = "●"
    other_sign: str = "○"
    one_ink: str = "marked"
    other_ink: str = "unmarked"
    one_name: str = "marked"
    other_name: str = "unmarked"
    one_short: str = "marked"
    other_short: str = "not"
    whose: list[Span] = field(default_factory=list)
    described: str = ""
    sides: tuple[tuple[str, str, float], ...] = ()

    @property
    def largest(self) -> int | None:
        """The unit whose difference it is, to whose bar the others are drawn; None where nothing differs."""
        return int(np.abs(self.difference).argmax()) if self.difference.any() else None

    @property
    def longest(self) -> float:
        """The largest difference of a unit."""
        return float(np.abs(self.difference).max())


def pair_of(seen: Seen) -> Pair | None:
    """What is compared at this moment; None where there are no twins and nothing is edited."""
    trace, period = seen.trace, seen.period
    if seen.other is not None and seen.apart is not None:
        other, at = seen.other, seen.other.at(period)
        ended = f"  at its last period, {at}" if at < period else ""
        traces = (("A", "text", float(trace.difference[period, 0])),
                  ("◇ B", "unmarked", float(other.trace.difference[at, 0])))  # fmt: skip
        return Pair(
            "Side A / side B", period, trace.real.h[period], other.trace.real.h[at], seen.apart.per_unit[period],
            float(seen.apart.total[period]), one_sign="A", other_sign="◇", one_ink="text", one_name="",
            other_name="B", whose=[("◇", "unmarked"), (f" B: {seen.other_name}{ended}", "dim")],
            described=seen.other_name + ended, sides=traces,
        )  # fmt: skip
    if not trace.compared:
        return None
    one, other_h = trace.marked_twin.h[period], trace.unmarked_twin.h[period]
    twins = Pair(
        "Marked / unmarked", period, one, other_h, one - other_h, float(trace.difference[period, 0]),
        float(trace.difference[period - 1, 0]) if period else 0.0, trace.ratio(period),
    )  # fmt: skip
    if trace.edits:
        whose: list[Span] = [("●", "marked"), (f" the original {cut(trace.name, 12)}  ○ with edits", "dim")]
        return replace(twins, title="Original / edited", one_name="original", other_name="edited", one_short="orig.",
                       other_short="edit", whose=whose)  # fmt: skip
    if trace.marked:
        return replace(twins, whose=[("●", "marked"), (f" is the real trace of {cut(trace.name, 12)}", "dim")])
    return replace(twins, whose=[("●", "marked"), (" had it been marked", "dim")], one_short="if marked")


def difference_text(value: float) -> str:
    """A unit's difference in seven characters: +0.0331, or +4e−10 where four decimals would say nothing."""
    if 0.0 < abs(value) < 0.00005:
        return f"{value:+.0e}".replace("e-0", "e-").replace("-", "−")
    return number(value, sign="+")
