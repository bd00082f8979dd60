"""The gates: per unit and gate a bar and its number; for the plain cell, what its recurrent matrix does instead."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from rnntui_engine.measures import largest_singular_value, spectral_radius
from rnntui_engine.records import Array, Weights

from ..canvas import Canvas, Span
from ..marks import gauge, number, point, short, signed
from ..seen import Seen
from .hidden_units import side_b
from .panel import Area, Panel, beside_names, lit_period, unit_name

MOST_MEASURED = 600  # units: the singular values of a larger matrix take longer than a key press may
BOUND = ("no step keeps more of a difference; most keep less", "no step keeps more; most keep less")
SHORT = {"input": "in", "output": "out", "candidate": "cand."}
MIDDLE = {"candidate": "cand."}


@lru_cache(maxsize=4)
def measures_of(weights: Weights) -> tuple[float, float]:
    """The largest singular value and the spectral radius of Wh: worth keeping, a large matrix takes a while."""
    if not np.isfinite(weights.Wh).all():
        return math.nan, math.nan
    return largest_singular_value(weights.Wh), spectral_radius(weights.Wh)


def same_cell(seen: Seen) -> bool:
    """Whether side B has the same gates, to be marked beside side A's."""
    return seen.other is not None and seen.other.cell is seen.cell


def other_gates(seen: Seen, unit: int) -> Array | None:
    """Side B's gate values of a unit at this period, (G,), where it has the same gates and that unit."""
    if seen.other is None or not same_cell(seen) or unit >= seen.other.trace.weights.hidden:
        return None
    gates: Array = seen.other.trace.real.gates[seen.other.at(seen.period) - 1, :, unit]
    return gates


class GatesPanel(Panel):
    """Every gate of every unit at the current period."""

    NAME = "gates"
    HELP = (
        "**Gates.** A gate is a number between 0 (shut) and 1 (open) per unit, computed anew in each period. The "
        "**candidate** is no gate: it is the new content, −1 to 1.\n\n"
        "- *LSTM*: the **input gate** i says how much of the candidate g comes in, the **forget gate** f how much of "
        "the old cell state stays, the **output gate** o how much of the cell state is shown.\n"
        "- *Erase–write*: the **keep gate** k says how much of the old state stays (it erases 1 − k), the **write "
        "gate** w how much of the candidate g comes in.\n"
        "- *GRU*: the **update gate** z says how much of the old h stays (in some texts 1 − z does), the **reset "
        "gate** r how much of the past the candidate n sees. Two networks go by this name: PyTorch's multiplies by r "
        "after the product with U, the other (*GRU r-before*) multiplies h′ by r before it.\n\n"
        "**The plain cell has no gates.** What an earlier period left in h is multiplied by the recurrent matrix "
        "Wh and squashed by tanh, at every step. The **largest singular value** of Wh is the most by which it can "
        "lengthen a difference in one step: below 1 every step shortens it. By how much, this bound does not say: "
        "just below 1 it allows nearly all to stay, step after step, yet nearly all of a difference may soon be gone, "
        "because tanh shrinks it too, and hardly any difference lies in the direction that Wh keeps best. What a step "
        "has kept is the step ratio, × in *Marked / unmarked*. The **spectral radius**, its largest "
        "|eigenvalue|, is a rule of thumb for the long run and no more: tanh scales each unit by a slope of its own."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        if not seen.cell.gates:
            self._matrix(canvas, seen)
            return
        cell, period = seen.cell, seen.period
        if self.boxed:
            title: list[Span] = [("Gates", "text"), ("  at ", "dim"), lit_period(period)]
            title += side_b(seen, ("  0 shut, 1 open", "dim")) if same_cell(seen) else [("  0 shut, 1 open", "dim")]
        else:
            title = [("Gates", "text")]
            for symbol, gate in zip(cell.symbols, cell.gates, strict=True):
                title += [(f" {symbol}", "text", True), (f" {SHORT.get(gate, gate)}", "dim")]
        area = beside_names(self.frame(canvas, title), seen.trace.weights.hidden)
        y, step = area.y, (area.width - 2) // len(cell.gates)
        if self.boxed:
            for place, (symbol, gate) in enumerate(zip(cell.symbols, cell.gates, strict=True)):
                name = gate if len(gate) + 3 <= step else SHORT.get(gate, gate)
                x = area.x + 3 + place * step
                canvas.spans(
                    x, y, [(symbol, "text", True), (f" {MIDDLE.get(name, name) if step < 13 else name}", "dim")]
                )
            y += 1
        if period == 0:
            canvas.put(area.x + 3, y, "no gate has opened yet", "dim")
            return
        rows = area.height - (y - area.y)
        legend = self._legend(seen) if self.large else []
        if legend and rows >= 2 * min(6, seen.trace.weights.hidden) + len(legend):
            rows -= len(legend)
            for row, text in enumerate(legend, area.y + area.height - len(legend)):
                canvas.put(area.x, row, text[: area.width], "dim")
        shown = seen.page(rows)
        gap = 2 if self.boxed and len(shown) * 2 <= rows + 1 else 1
        for index in shown:
            self._row(canvas, seen, area, y, index, step)
            y += gap

    def _legend(self, seen: Seen) -> list[str]:
        """What each gate does, and what the cell makes of them."""
        cell = seen.cell
        meanings = [f"{symbol} {meaning}" for symbol, meaning in zip(cell.symbols, cell.meanings, strict=False)]
        lines = seen.explanation.combinations if seen.explanation else ()
        return ["", *meanings, "", "    ".join(f"{line.symbol} = {line.formula}" for line in lines)]

    def _row(self, canvas: Canvas, seen: Seen, area: Area, y: int, index: int, step: int) -> None:
        lit, gates = index == seen.unit, seen.trace.real.gates[seen.period - 1, :, index]
        others = other_gates(seen, index)
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        unit_name(canvas, area.x, y, index, lit, seen.trace.weights.hidden)
        track = "lit_track" if lit else "track"
        bar = max(1, step - 5)
        for place, gate in enumerate(seen.cell.gates):
            x, value = area.x + 3 + place * step, float(gates[place])
            if gate in seen.cell.signed:
                colours = ("positive", "negative") if lit else ("positive_muted", "negative_muted")
                signed(canvas, x, y, bar if bar % 2 else bar - 1, value, *colours, track)
                ink = ("positive" if value > 0 else "negative") if lit else "text"
                if others is not None:
                    point(canvas, x, y, bar if bar % 2 else bar - 1, float(others[place]), -1.0)
            else:
                gauge(canvas, x, y, bar, value, "positive" if lit else "positive_muted", track)
                ink = "text"
                if others is not None:
                    point(canvas, x, y, bar, float(others[place]))
            canvas.right(x + bar + 4, y, short(value), ink, lit)
        canvas.link(area.x, y, area.width, 1, f"unit {index + 1}")

    def _matrix(self, canvas: Canvas, seen: Seen) -> None:
        """The plain cell: the two numbers of Wh that tell how a difference fades."""
        title: list[Span] = [("No gates", "text"), ("  what Wh does instead", "dim")]
        area = self.frame(canvas, title if self.boxed else [("No gates: what Wh does", "text")])
        if seen.trace.weights.hidden > MOST_MEASURED:
            size = f"{seen.trace.weights.hidden}×{seen.trace.weights.hidden}"
            canvas.put(area.x, area.y, f"Wh is {size}: too large to"[: area.width], "dim")
            canvas.put(area.x, area.y + 1, "be measured between two keys."[: area.width], "dim")
            return
        singular, radius = measures_of(seen.trace.weights)
        long = area.width >= len(BOUND[0])
        shrinks = (BOUND[0 if long else 1], f"above 1: a step can lengthen {'a difference' if long else 'it'}")
        fades = ("below 1: as a rule it dies out", "above 1: as a rule it lives on")
        y = self._measure(canvas, area, area.y, "largest singular value", singular, shrinks)
        if self.boxed and area.height > 6:
            y += 1
        y = self._measure(canvas, area, y, "spectral radius", radius, fades)
        Wh = seen.trace.weights.Wh
        if area.height - (y - area.y) >= len(Wh) + 4 and area.width >= 6 + 8 * len(Wh):
            self._weights(canvas, seen, area, y + 1)

    def _weights(self, canvas: Canvas, seen: Seen, area: Area, y: int) -> None:
        """The matrix itself: the row of a unit holds what each unit before is multiplied by on its way into it."""
        Wh = seen.trace.weights.Wh
        canvas.put(area.x, y, "Wh: from the unit of the column into that of the row", "dim")
        for j in range(len(Wh)):
            canvas.right(area.x + 6 + 8 * (j + 1), y + 1, f"h{j + 1}", "dim")
        for k, row in enumerate(Wh):
            lit = k == seen.unit
            if lit:
                canvas.tint(area.x, y + 2 + k, area.width, 1, "tint")
            unit_name(canvas, area.x, y + 2 + k, k, lit)
            for j, weight in enumerate(row):
                canvas.right(area.x + 6 + 8 * (j + 1), y + 2 + k, number(float(weight)), "text", lit)
            canvas.link(area.x, y + 2 + k, area.width, 1, f"unit {k + 1}")

    def _measure(self, canvas: Canvas, area: Area, y: int, name: str, value: float, words: tuple[str, str]) -> int:
        width = max(8, area.width - 9)
        top = 1.25 if value <= 1.25 else math.ceil(value * 2) / 2
        one = int(width / top)
        canvas.put(area.x, y, name, "text")
        canvas.put(area.x + len(name) + 1, y, "  │ is 1", "dim")
        gauge(canvas, area.x, y + 1, width, min(1.0, value / top), "read")
        canvas.put(area.x + one, y + 1, "│", "text", bg="read" if value / top * width > one + 1 else "track")
        canvas.right(area.x + area.width, y + 1, f"{value:.4f}", "text", True)
        canvas.put(area.x, y + 2, words[value > 1.0][: area.width], "dim")
        return y + 3
