"""Gates over the periods as heat: the lit unit's under the curve, or, where there is room, every unit's.

Nothing that a later period decides is drawn ahead of the cursor.
"""

from __future__ import annotations

from rnntui_engine.records import Array

from ..canvas import Canvas, Span
from ..palette import ink_on, mixed
from ..seen import Seen
from .panel import Area, Panel, beside_names, unit_name
from .periods import LABEL, Periods


class HeatPanel(Panel):
    """Every gate of every unit over all periods up to now."""

    NAME = "heat"
    HELP = (
        "**Over the periods.** Each gate of every unit at every period up to now, in hundredths: 59 is 0.59. The "
        "brighter, the further open; a candidate, −1 to 1, has another hue where it is negative. A bright row is a "
        "gate that stays open; a row that changes along the way reacts to what is read. For the plain cell, which has "
        "no gates, and beside an odd number of gates stands the hidden state h itself."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        if seen.trace.stream is not None:
            area = self.frame(canvas, [("h over the periods", "text"), ("  all units, in blocks", "dim")],
                              [("brightest: the largest |h|", "dim")])  # fmt: skip
            near = near_rows(seen) + 2 if seen.cell.gates else 0
            if area.height < near + 8:
                near = 0
            all_over = area.height - near - 1
            paint_overview(canvas, seen, Area(area.x, area.y, area.width, all_over))
            periods_of(seen, area).axis(canvas, area.y + all_over, seen.period)
            if near:
                y = area.y + all_over + 2
                canvas.put(area.x, y - 1, f"Gates near ▲{seen.period} of unit {seen.unit + 1}, hundredths", "dim")
                paint_near(canvas, seen, Area(area.x, y, area.width, near - 1))
            return
        gates = seen.trace.real.gates
        title: list[Span] = [("Gates over the periods" if seen.cell.gates else "h over the periods", "text")]
        area = self.frame(canvas, [*title, ("  every unit, hundredths", "dim")],
                          heat_ramp(canvas, "% open" if seen.cell.gates else "hundredths"))  # fmt: skip
        blocks = [
            (f"{symbol} {gate}{' (−1 to 1)' if gate in seen.cell.signed else ''}", gates[:, row])
            for row, (symbol, gate) in enumerate(zip(seen.cell.symbols, seen.cell.gates, strict=True))
        ]
        if len(blocks) % 2:
            blocks.append(("h hidden state (−1 to 1)", seen.trace.real.h[1:]))
        elif not blocks:
            blocks = [("h hidden state (−1 to 1)", seen.trace.real.h[1:])]
        across = 2 if len(blocks) > 1 and area.width >= 80 else 1
        down = -(-len(blocks) // across)
        width, height = area.width // across, area.height // down
        for place, (name, values) in enumerate(blocks):
            x, y = area.x + place % across * width, area.y + place // across * height
            paint_block(canvas, seen, Area(x, y, width - (1 if across > 1 else 0), height), name, values)


def paint_block(canvas: Canvas, seen: Seen, area: Area, name: str, values: Array) -> None:
    """One gate: `values` (T, H) as a row per unit, with its name above and the periods below."""
    hidden = values.shape[1]
    area = beside_names(area, hidden)
    shown = seen.page(max(1, min(hidden, area.height - 3)))
    periods = periods_of(seen, area)
    canvas.put(area.x + 4, area.y, name[:1], "text", True)
    canvas.put(area.x + 5, area.y, name[1:], "dim")
    for row, unit in enumerate(shown, area.y + 1):
        unit_name(canvas, area.x, row, unit, unit == seen.unit, hidden)
        heat_row(canvas, seen, periods, row, values[:, unit])
        canvas.link(area.x, row, area.width, 1, f"unit {unit + 1}")
    periods.axis(canvas, area.y + 1 + len(shown), seen.period)


def paint_overview(canvas: Canvas, seen: Seen, area: Area) -> None:
    """h of all units in blocks of units and of periods."""
    from .overview import paint_overview as paint  # late: it needs this module

    paint(canvas, seen, area, periods_of(seen, area))


def periods_of(seen: Seen, area: Area) -> Periods:
    """Where the periods stand across an area; up to twelve always stand at the same places."""
    trace = seen.trace
    return Periods(area, max(12, trace.length) if len(trace.readings) <= 12 else trace.length, trace.length)


def heat_row(canvas: Canvas, seen: Seen, periods: Periods, y: int, values: Array) -> None:
    """One row of heat: a cell per period up to now, a dot for each later one; `values` (T,)."""
    for period in range(1, seen.trace.length + 1):
        x, width = periods.x(period) - max(1, int(periods.step)) + 1, max(1, int(periods.step))
        if period > seen.period:
            canvas.put(x + width // 2, y, "·", "border")
            continue
        heat_cell(canvas, x, y, width, float(values[period - 1]), period == seen.period)


def heat_cell(canvas: Canvas, x: int, y: int, width: int, value: float, lit: bool) -> None:
    """One value: in hundredths where there is room for them."""
    ground = heat_colour(canvas, value)
    shade = "█" if canvas.plain else " "
    if canvas.plain:  # without colour and without room for numbers: shades, a minus for below nothing
        shade = "−" if value < -0.05 else " ░▒▓█"[min(4, int(abs(value) * 5))]
    if width >= 3:
        canvas.put(x, y, hundredths(value).rjust(width), ink_on(ground), lit, ground)
    else:
        canvas.put(x, y, shade * width, "text", lit, None if canvas.plain else ground)


def near_rows(seen: Seen) -> int:
    """How many rows `paint_near` takes: one for each gate, and the periods."""
    return len(seen.cell.gates) + 1


def paint_near(canvas: Canvas, seen: Seen, area: Area) -> None:
    """Of a very long sequence the lit unit's gates in the periods around the cursor that are at hand, up to now; under
    them the periods. A click goes to one."""
    stream, now = seen.trace.stream, seen.period
    if stream is None or not now:
        return
    if not stream.at_hand(now):
        canvas.put(area.x, area.y, "the gates here are being computed anew", "dim")
        return
    block = stream.block_of(now)
    count = len(block.gates)
    width = max(1, min(4, (area.width - LABEL) // count))
    for y, symbol in enumerate(seen.cell.symbols, area.y):
        canvas.put(area.x, y, symbol, "text", True)
        for place in range(count):
            period, x = block.first + place + 1, area.x + LABEL + place * width
            if period <= now:
                value = float(block.gates[place, 0, y - area.y, seen.unit])
                heat_cell(canvas, x, y, width, value, period == now)
            else:
                canvas.put(x + width // 2, y, "·", "border")
            canvas.link(x, area.y, width, len(seen.cell.gates) + 1, f"period {period}")
    y, left = area.y + len(seen.cell.gates), area.x + LABEL
    chip, end = f"▲{now}", left + count * width
    at = max(left, min(left + (now - block.first) * width, end) - len(chip))
    canvas.put(at, y, chip, "on_lit", True, "lit")
    first, last = str(block.first + 1), str(block.first + count)
    if left + len(first) < at:
        canvas.put(left, y, first, "text")
    if end - len(last) > at + len(chip):
        canvas.right(end, y, last, "dim")


def in_blocks(seen: Seen, rows: int) -> bool:
    """Whether the heat over the periods shows h of all units in blocks: its gates are not kept, or do not fit."""
    return seen.trace.stream is not None or (not seen.cell.gates and seen.trace.weights.hidden > rows)


def heat_ramp(canvas: Canvas, what: str = "% open") -> list[Span]:
    """What the heat colours mean, for a bottom border."""
    spans: list[Span] = [(f"{what} ", "dim")]
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
    """The lit unit's gates over the periods up to now, of very long sequences over those around the cursor; for the
    plain cell h of every unit, in blocks where there are more of them than rows."""
    if seen.trace.stream is not None and seen.cell.gates and area.height >= near_rows(seen):
        paint_near(canvas, seen, area)
        return
    if in_blocks(seen, area.height):
        paint_overview(canvas, seen, area)
        return
    trace, periods, gates = seen.trace, periods_of(seen, area), seen.trace.real.gates
    if seen.cell.gates:
        rows = [(symbol, gates[:, row, seen.unit]) for row, symbol in enumerate(seen.cell.symbols)]
    else:
        rows = [(f"h{k + 1}", trace.real.h[1:, k]) for k in range(trace.weights.hidden)]
    for offset, (name, values) in enumerate(rows[: area.height]):
        canvas.put(area.x, area.y + offset, name, "text", True)
        heat_row(canvas, seen, periods, area.y + offset, values)
        action = f"unit {seen.unit + 1}" if seen.cell.gates else f"unit {offset + 1}"
        canvas.link(area.x, area.y + offset, area.width, 1, action)


def hundredths(value: float) -> str:
    """A value from −1 to 1 in two or three characters: 59, −46, 99 for anything that rounds to a hundred or more."""
    return f"{'−' if value < 0 else ''}{min(99, round(abs(value) * 100)):02d}"
