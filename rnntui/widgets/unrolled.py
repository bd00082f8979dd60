"""The cell as a loop, and unrolled over the sequence: inputs below, states in the middle, outputs above.

Nothing that a later period decides is drawn ahead of the cursor.
"""

from __future__ import annotations

from functools import lru_cache

from rnntui_engine.passing import Passing, passing
from rnntui_engine.records import Trace

from ..canvas import Canvas, Span
from ..keyboard import shown
from ..marks import page, short
from ..seen import Seen
from .panel import Area, Panel, lit_period

LOOP = 9  # cells for the loop on the left
BOX, NARROWEST, WIDEST = 5, 7, 14  # of a period: its box, its column
TALL = 11  # from so many rows on, what the arrows mean is said within
LINES = ((0.75, "━"), (0.5, "═"), (0.25, "─"), (0.0, "┈"))  # the arrow from state to state, by how much passes


class UnrolledPanel(Panel):
    """The cell as a loop and unrolled, the current period lit."""

    NAME = "unrolled"
    HELP = (
        "**Unrolled cell.** On the left the cell as it is written: its state h goes round in a loop. On the right the "
        "same cell once for each period, as it is computed: the inputs come in from below (x, the reading, ▼ the "
        "marker), the states go from left to right, and above stands the output p, as if the sequence stopped there. "
        "It is one cell: the weights Wx, Wh and b are the same at every step, and training changes them for all steps "
        "at once.\n\n"
        "The number beside an arrow says how much passes there. **To the right →**, and the thicker the arrow: for a "
        "gated cell the mean over the units of the gate that keeps (forget f, keep k, update z): how much of the old "
        "state stays. **Upwards ↑**: the mean of the gate that writes (input i, write w): how much of the new content "
        "comes in; the GRU has no such gate, what it takes in is 1 − z. The plain cell has no gates: → is the share of "
        "the recurrent part Wh·h′ in its sums, Σ|Wh h′| against Σ|Wh h′| + Σ|b + Wx x| over the units, and ↑ is the "
        "rest. **ratio** is the step ratio: what this period leaves of the twins' difference that the period before "
        "had. Shares say what flows, the ratio what is left of the marker: they need not agree.\n\n"
        "A long sequence is shown page by page, the one with the current period. A click goes to a period. "
        "`⟨unroll⟩` shows and hides this panel."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        title: list[Span] = [("Unrolled", "text"), ("  at ", "dim"), lit_period(seen.period)]
        wide = canvas.width >= 70
        title += [("  the same weights Wx, Wh, b at every step" if wide else "  the same weights each step", "dim")]
        back = ": back to the other panels"
        fits = (n for n in _arrows(seen) if len(n) + len(back) + 8 <= canvas.width and canvas.height < TALL + 2)
        note = next(fits, "")
        foot: list[Span] = [(f"{note}   " if note else "", "dim"), (shown("unroll"), "text"), (back, "dim")]
        area = self.frame(canvas, title, foot if self.boxed else [])
        paint_unrolled(canvas, seen, area)
        if self.boxed:
            canvas.link(0, canvas.height - 1, canvas.width, 1, "unroll")


@lru_cache(maxsize=32)
def passing_of(trace: Trace, first: int, last: int) -> Passing:
    """What passes at these periods; worth keeping, every step of the cursor asks for it again."""
    return passing(trace, first, last)


def slot_title(seen: Seen) -> list[Span]:
    """The title where there is no box: what the arrows are."""
    return [("Unrolled", "text"), (f"  → {_stays(seen)} ↑ {_enters(seen)}", "dim")]


def _stays(seen: Seen) -> str:
    """What → is, in a letter or two."""
    cell = seen.cell
    return cell.symbols[cell.keeps] if cell.gates and cell.keeps is not None else "Wh"


def _enters(seen: Seen) -> str:
    """What ↑ is."""
    cell = seen.cell
    if not cell.gates or cell.keeps is None:
        return "Wx"
    return f"1−{cell.symbols[cell.keeps]}" if cell.writes is None else cell.symbols[cell.writes]


def paint_unrolled(canvas: Canvas, seen: Seen, area: Area) -> None:
    """The loop and as many periods as fit, in six rows; with more rows the ratios, what the arrows mean, and more
    periods under the first ones."""
    length, room = seen.trace.length, area.width - LOOP
    six = min(6, area.height)
    notes = notes_of(seen, area.width) if area.height >= TALL else []
    rows = area.height - len(notes)
    ratios = rows > six
    bank = six + ratios + 1  # with a blank row under it
    fits = max(1, room // NARROWEST)
    banks = max(1, min(-(-length // fits), (rows + 1) // bank))
    across = min(fits, -(-length // banks))
    width = max(1, min(WIDEST, room // across))
    shown = page(max(0, seen.period - 1), length, across * banks)
    y = area.y + (1 if banks == 1 and rows - bank >= 2 else 0)
    _loop(canvas, seen, area.x, y, six)
    for place, index in enumerate(shown):
        row, column = divmod(place, across)
        at = Area(area.x + LOOP + column * width, y + row * bank, width, six)
        _period(canvas, seen, at, index + 1, shown, ratios)
    for row in range(-(-len(shown) // across)):
        last = shown.start + min(len(shown), (row + 1) * across)
        if last < length:
            x = area.x + LOOP + across * width
            canvas.put(x, y + row * bank + 2, "┈"[: max(0, area.x + area.width - x)], "dim")
        if ratios:
            canvas.put(area.x, y + row * bank + six, "ratio", "dim")
    if len(shown) < length and six == 6:
        canvas.put(area.x, y + 5, f"{shown.start + 1}–{shown.stop}/{length}".ljust(LOOP), "dim")
    for row, note in enumerate(notes, area.y + area.height - len(notes)):
        canvas.put(area.x, row, note, "dim")


def _loop(canvas: Canvas, seen: Seen, x: int, y: int, rows: int) -> None:
    """The cell as it is written: one state that goes round."""
    part = seen.cell.parts[-1]
    lines = ["   p", "   ↑", f"╭►[{part}]─╮", "╰──↑──╯", "   x", "period"]
    for row, line in enumerate(lines[:rows]):
        canvas.put(x, y + row, line, "dim" if row != 2 else "text")


def _period(canvas: Canvas, seen: Seen, area: Area, period: int, periods: range, ratios: bool) -> None:
    """One period: what comes in, the state, what goes out; `area` is its column."""
    trace, lit = seen.trace, period == seen.period
    read, x, y, end = period <= seen.period, area.x, area.y, area.x + area.width
    ink = "text" if read else "dim"
    middle = end - BOX + 2
    if lit:
        canvas.tint(x, y, area.width, area.height + (1 if ratios else 0), "tint")
    found = passing_of(trace, periods.start + 1, periods.stop) if read else None
    stays = float(found.stays[period - found.first]) if found else 0.0
    name = f"[{seen.cell.parts[-1]}{period}]" if period < 100 else f"{seen.cell.parts[-1]}{period}"
    start = end - len(name) if period >= 10 else end - len(name) - 1
    line = next(glyph for least, glyph in LINES if stays >= least) if found else "┈"
    arrow = (line * (start - x - 1) + "→") if start - x >= 2 else "→"
    canvas.put(x, y + 2, arrow[-(start - x) :] if start > x else "", ink)
    canvas.put(start, y + 2, name, "on_lit" if lit else ink, lit, "lit" if lit else None)
    if found is not None:
        canvas.put(x, y + 1, short(stays), "text" if lit else "dim", lit)
        if found.enters is not None:
            enters = short(float(found.enters[period - found.first]))
            canvas.right(middle, y + 3, enters, "text" if lit else "dim", lit)
        probability = short(float(trace.real.probabilities[period]))
        canvas.right(middle + 2, y, probability, ink, lit)
    canvas.put(middle, y + 1, "↑" if read else "·", ink)
    canvas.put(middle, y + 3, "↑" if read else "·", ink)
    reading = float(trace.readings[period - 1])
    marker = period == 1 and trace.marked
    text = "▼0.00" if marker else f"{reading:.1f}"
    canvas.right(end, y + 4, text[: area.width], "marked" if marker else ink, lit or marker)
    chip = f"▲{period}" if lit else str(period)
    canvas.right(min(end, middle + (2 if period >= 10 else 1)), y + 5, chip, "on_lit" if lit else ink, lit,
                 "lit" if lit else None)  # fmt: skip
    if ratios and read:
        ratio = trace.ratio(period)
        canvas.right(middle + 2, y + 6, "–" if ratio is None else short(ratio), "text" if lit else "dim", lit)
    canvas.link(x, y, area.width, area.height + (1 if ratios else 0), f"period {period}")


def _arrows(seen: Seen) -> list[str]:
    """What the arrows are for this cell, the longest account first."""
    cell = seen.cell
    if not cell.gates or cell.keeps is None:
        return [
            "→ the recurrent part Wh·h′ as a share of the sums   ↑ the rest: bias and Wx·x",
            "→ Wh·h′ in the sums   ↑ the rest",
        ]
    keeps, into = cell.symbols[cell.keeps], _enters(seen)
    if cell.writes is None:
        return [f"→ mean of {keeps}: {_meaning(seen, cell.keeps)}   ↑ {into} of the candidate", f"→ mean of {keeps}"]
    return [
        f"→ mean of {keeps}: {_meaning(seen, cell.keeps)}   ↑ mean of {into}: {_meaning(seen, cell.writes)}",
        f"→ mean of {keeps}   ↑ mean of {into}",
    ]


def notes_of(seen: Seen, width: int) -> list[str]:
    """What the arrows and the ratio mean, a line each."""
    arrows = _arrows(seen)[0].split("   ")
    ratio = "ratio: left of the twins' difference of the period before"
    return [line for line in (*arrows, ratio) if len(line) <= width]


def _meaning(seen: Seen, gate: int) -> str:
    """What a gate does, by the cell's own words; its name where it has none."""
    return seen.cell.meanings[gate] if gate < len(seen.cell.meanings) else f"the {seen.cell.gates[gate]} gate"
