"""The hidden units of the real trace: signed bars with their numbers, and where each was a period before."""

from __future__ import annotations

from ..canvas import Canvas, Span
from ..marks import number, point, short, signed
from ..seen import Seen
from .overview import paint_map
from .panel import Area, Panel, beside_names, lit_period, lit_unit, unit_name

MAP_FROM = 24  # units: of more, a row shows all at once


class HiddenUnitsPanel(Panel):
    """h of every unit at the current period."""

    NAME = "units"
    HELP = (
        "**Hidden units.** The hidden state h is what the network carries from one period to the next: one number "
        "between −1 and 1 per unit. Bars go right for positive and left for negative values; `┆` is where the "
        "unit stood a period before; the arrow says whether it rose ↑ or fell ↓, and by how much. An LSTM also "
        "has a cell state c, which is what a unit keeps; h is the part of it that it shows.\n\n"
        "⟨up⟩ and ⟨down⟩ or a click light a unit; it is then lit in every panel. ⟨sort⟩ sorts the units by their "
        "difference or by how near they are to the ends of their range, ⟨jump⟩ goes to where the lit one moves most. "
        "Of very many units the row *all* shows each block's value furthest from 0, ▼ where the lit one is."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        hidden = seen.trace.weights.hidden
        lines, mapped, rows = self._fit(canvas, hidden)
        shown = seen.page(rows)
        pages = len(shown) < hidden  # then the border says which units these are, and has no room for more
        note = f" {shown.start + 1}–{shown.stop} of {hidden} "
        title: list[Span] = [("Hidden units", "text")]
        foot: list[Span] = []
        if self.boxed:
            title += [("  h at ", "dim"), lit_period(seen.period), *sorted_by(seen)]
            if seen.other:
                foot = [("◇", "unmarked"), (" side B" if pages else " side B   ↑ rose  ↓ fell", "dim")]
            elif seen.period > 1:
                before = f"┆ at {seen.period - 1}" if pages else f"┆ at period {seen.period - 1}   ↑ rose  ↓ fell"
                foot = [(before, "dim")]
        elif pages:
            title += [(f" {note.rstrip()}", "text"), *sorted_by(seen)]
        else:
            title += sorted_by(seen) or [("  h, −1 to 1", "dim"), *side_b(seen, ("  ┆ before", "dim"))]
        area = beside_names(self.frame(canvas, title, foot), hidden)
        if self.large and area.width >= 50:
            self._everything(canvas, seen, area)
            return
        room = area.height - (1 if self.boxed else 0) - mapped
        bar = area.width - 17
        bar -= 1 - bar % 2
        y = area.y
        if mapped:
            paint_map(canvas, seen, area.x + 4, y, area.width - 4)
            canvas.put(area.x, y, "all", "dim")
            y += 1
        if self.boxed:
            self._heading(canvas, area, y, bar)
            y += 1
        gap = 2 if len(shown) * 2 + lines <= room else 1
        for index in shown:
            self._row(canvas, seen, area, y, index, bar)
            y += gap
        if pages and self.boxed:
            canvas.put(2, canvas.height - 1, note, "text")
        if lines:
            self._kept(canvas, seen, area, y + (2 - gap), bar)

    def _fit(self, canvas: Canvas, hidden: int) -> tuple[int, int, int]:
        """How many lines stand below the bars, whether a row above them shows all units, and how many bars fit."""
        room = canvas.height - (3 if self.boxed else 1)
        if self.large and canvas.width >= 54:
            return 0, 0, room - 3
        lines = 5 if self.boxed and room >= min(hidden, 6) + 5 else 0
        mapped = 1 if hidden > max(room - lines, MAP_FROM) else 0
        return lines, mapped, room - lines - mapped

    def _everything(self, canvas: Canvas, seen: Seen, area: Area) -> None:
        """Where there is room: every part of the state beside the others, a blank row between the bars."""
        parts, states = seen.cell.parts, seen.trace.real.states
        width = (area.width - 3 - 3 * (len(parts) - 1)) // len(parts)
        bar = width - 15 if len(parts) == 1 else min(width - 15, 21)
        bar -= 1 - bar % 2
        shown = seen.page(area.height - 4)
        gap = 2 if len(shown) * 2 + 4 <= area.height + 1 else 1
        for place, part in enumerate(parts):
            x = area.x + 3 + place * (width + 3)
            for at, text in ((0, "−1"), (bar // 2, "0"), (bar - 2, "+1")):
                canvas.put(x + at, area.y, text, "dim")
            canvas.put(x + bar + 4, area.y, part, "text", True)
            canvas.right(x + bar + 14, area.y, "moved", "dim")
        y = area.y + 1
        for index in shown:
            if index == seen.unit:
                canvas.tint(area.x, y, area.width, 1, "tint")
            unit_name(canvas, area.x, y, index, index == seen.unit, hidden=seen.trace.weights.hidden)
            for place in range(len(parts)):
                now = float(states[seen.period, place, index])
                before = float(states[seen.period - 1, place, index]) if seen.period > 1 else None
                other = seen.other_h(index) if seen.period and place == 0 else None
                values(canvas, area.x + 3 + place * (width + 3), y, bar, now, before, index == seen.unit, other)
            canvas.link(area.x, y, area.width, 1, f"unit {index + 1}")
            y += gap
        if len(shown) < seen.trace.weights.hidden:
            canvas.put(2, canvas.height - 1, f" {shown.start + 1}–{shown.stop} of {seen.trace.weights.hidden} ", "text")
        end = area.y + area.height
        keeps = f"h is what the cell shows, {parts[1]} what it keeps." if len(parts) > 1 else (
            "This cell keeps nothing else: h is its whole memory.")  # fmt: skip
        canvas.put(area.x, end - 2, keeps[: area.width], "dim")
        if seen.period > 1:
            canvas.put(area.x, end - 1, f"moved: how far since period {seen.period - 1}.", "dim")

    def _heading(self, canvas: Canvas, area: Area, y: int, bar: int) -> None:
        canvas.put(area.x + 3, y, "−1", "dim")
        canvas.put(area.x + 3 + bar // 2, y, "0", "dim")
        canvas.put(area.x + 3 + bar - 2, y, "+1", "dim")
        canvas.put(area.x + 3 + bar + 4, y, "h", "text", True)
        canvas.right(area.x + area.width, y, "moved", "dim")

    def _row(self, canvas: Canvas, seen: Seen, area: Area, y: int, index: int, bar: int) -> None:
        lit = index == seen.unit
        states = seen.trace.real.states
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        unit_name(canvas, area.x, y, index, lit, hidden=seen.trace.weights.hidden)
        before = float(states[seen.period - 1, 0, index]) if seen.period > 1 else None
        other = seen.other_h(index) if seen.period else None
        values(canvas, area.x + 3, y, bar, float(states[seen.period, 0, index]), before, lit, other)
        canvas.link(area.x, y, area.width, 1, f"unit {index + 1}")

    def _kept(self, canvas: Canvas, seen: Seen, area: Area, y: int, bar: int) -> None:
        """What stands below the bars: the lit unit's cell state, or that there is none."""
        if len(seen.cell.parts) == 1:
            canvas.put(area.x, y, "This cell keeps nothing else:", "dim")
            canvas.put(area.x, y + 1, "h is its whole memory.", "dim")
            return
        part = seen.cell.parts[1]
        canvas.spans(
            area.x,
            y,
            [("What unit ", "dim"), lit_unit(seen.unit), (" keeps, its ", "dim"), (part, "text", True), (":", "dim")],
        )
        canvas.tint(area.x, y + 1, area.width, 1, "tint")
        canvas.put(area.x + 1, y + 1, part, "text", True)
        states, unit = seen.trace.real.states, seen.unit
        before = float(states[seen.period - 1, 1, unit]) if seen.period > 1 else None
        values(canvas, area.x + 3, y + 1, bar, float(states[seen.period, 1, unit]), before, True)
        canvas.put(area.x, y + 3, seen.cell.shows, "dim")


def sorted_by(seen: Seen) -> list[Span]:
    """The order of the units, where it is not their numbers'."""
    return [] if seen.order is None else [(f"  by {seen.sorting}", "text")]


def side_b(seen: Seen, otherwise: Span) -> list[Span]:
    """What the second mark on the bars is: side B where one is pinned."""
    return [("  ◇", "unmarked"), (" side B", "dim")] if seen.other else [otherwise]


def values(
    canvas: Canvas, x: int, y: int, bar: int, now: float, before: float | None, lit: bool, other: float | None = None
) -> None:  # fmt: skip
    """One value: its signed bar with the ghost of the one before, its number, and how far it moved; `other` is side
    B's, which is then marked instead of the one before."""
    colours = ("positive", "negative") if lit else ("positive_muted", "negative_muted")
    signed(canvas, x, y, bar, max(-1.0, min(1.0, now)), *colours, "lit_track" if lit else "track",
           before if other is None else None)  # fmt: skip
    if other is not None:
        point(canvas, x, y, bar, other, -1.0)
    if abs(now) > 1.0:  # beyond the scale: the number tells how far
        canvas.put(x if now < 0 else x + bar - 1, y, "«" if now < 0 else "»", "ground")
    ink = ("positive" if now > 0 else "negative" if now < 0 else "text") if lit else "text"
    canvas.right(x + bar + 8, y, number(now), ink, lit)
    if before is not None:
        moved = now - before
        arrow = "↑" if moved > 0 else "↓" if moved < 0 else "·"
        canvas.put(x + bar + 9, y, f"{arrow}{short(abs(moved), 3)}", "text" if lit else "dim")
