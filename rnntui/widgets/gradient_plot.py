"""The gradient on its way back and the difference going forward: norms over steps apart, on one log axis."""

from __future__ import annotations

from itertools import pairwise

from ..canvas import Canvas, Span
from ..gradient_figure import Figure
from ..marks import decade_label
from ..plot import Axis, decades, draw
from ..reach_figure import time_left
from .gradient_panel import GradientPanel, colour, curve_series
from .panel import Area, lit_period

INSET = 2  # cells between the ends of the axis and the first and the last step


class GradientPlotPanel(GradientPanel):
    """How much is left, by how many steps apart."""

    NAME = "gradient"
    HELP = (
        "**The gradient on its way back.** Training asks of each period how the loss would change if the hidden state "
        "had been a little different there: that is the *gradient*. It starts after period T and is handed back step "
        "by step. Where it has become very small, nothing can be learned from what was read there.\n\n"
        "- **h**: the norm (length) of dL/dh, the gradient of this one sequence's loss by the hidden state;\n"
        "- **c** or **s**: the same by the cell state, where there is one. It begins one step back, for the readout "
        "sees h only;\n"
        "- **J**: the largest singular value of the *Jacobian*: the most by which any gradient can be lengthened on "
        "its way from T to there. It takes the whole state together, (h, c) for an LSTM;\n"
        "- **◆**: the other way round, how much of the marker's *difference* is left so many steps after period 1;\n"
        "- **◇**: the Jacobian of side B, where `⟨pin⟩` has pinned one: another network or sequence to compare.\n\n"
        "Each curve is divided by its own first value, and all are drawn over **steps apart**: back from T for the "
        "gradients, forward from period 1 for the difference. So slopes can be compared: the axis is logarithmic, and "
        "a straight line down loses the same factor at every step.\n\n"
        "`⟨further⟩` and `⟨nearer⟩`, or a click, move the lit period. The chips above choose cell, run, T, bias, "
        "subscriber, and trained or not."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        standing = _standing(figure, self.boxed)
        if self.boxed:
            title: list[Span] = [
                ("The gradient on its way back", "text"), ("  each divided by its first value, log", "dim")
            ]  # fmt: skip
            foot: list[Span] = standing or [("straight down: the same factor at every step", "dim")]
            area = self.frame(canvas, title, foot)
        else:
            title = [
                ("Left", "text"),
                *([("  ", "dim"), *standing] if standing else [("  of its first value, log", "dim")]),
            ]
            area = self.frame(canvas, title)
        _paint(canvas, figure, area)


def _standing(figure: Figure, boxed: bool) -> list[Span]:
    """How far it is computed, where it is not complete; what of it is left out, where it is."""
    flow = figure.flow
    if figure.failed:
        return [("not computed", "wrong", True)]
    if figure.waits:
        return [(f"waits: {figure.trace.ready}/{figure.length} periods are read", "text")]
    if flow is None:
        return [("computing…", "text")]
    if flow.complete:
        part = 0 < flow.wanted < figure.length
        return [(f"J: the last {flow.wanted} periods only", "text")] if part else []
    walks = flow.walked not in (-1, figure.length)
    name, done = ("gradient", flow.walked) if walks else ("Jacobian", flow.computed)
    total = figure.length if walks or flow.wanted < 0 else flow.wanted
    tenths = 10 * done // total
    left = "stopped" if figure.stopped else time_left(figure.left) if boxed else ""
    bar = "■" * tenths + "□" * (10 - tenths)
    return [(f"{name} {done}/{total} ", "text"), (bar, "dim"), *([(f" {left}", "text")] if left else [])]


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    periods = area.height >= 12
    rows = area.height - (2 if periods else 1)
    values = [share for curve in figure.curves for share in curve.ends]
    up, ticks = decades(values, rows)
    label = max([5, *(len(decade_label(power)) for _, power in ticks)]) + 1
    width = area.width - label
    if rows < 1 or width < 2 * INSET + 1:
        return
    left = area.x + label + INSET
    across = Axis(0, max(1, figure.length - 1), width - 2 * INSET)
    lit = left + (across.cell(figure.steps) or 0)
    canvas.tint(lit - 2, area.y, 5, area.height, "tint")
    if canvas.plain:
        for row in range(rows):
            canvas.put(lit, area.y + row, "┊", "dim")
    for row, power in ticks:
        canvas.right(left - INSET - 1, area.y + row, decade_label(power), "dim")
        canvas.put(left - INSET, area.y + row, "┈" * width, "border")
    series = []
    for place, curve in enumerate(reversed(figure.curves)):  # the gradient by h lies on top
        thick = 2 if curve.mark == "h" else 1
        series += curve_series(curve.shares, colour(canvas, curve), curve.mark, across, thick, place)
    draw(series, across, up).paint(canvas, left, area.y)
    if not values:
        words = _instead(figure)
        canvas.put(left - INSET + (width - len(words)) // 2, area.y + rows // 2, f" {words} ", "text")
    _steps(canvas, figure, area, across, left, periods)


def _instead(figure: Figure) -> str:
    """What stands where there is no curve."""
    if figure.failed:
        return "could not be computed"
    if figure.waits:
        return "begins when every period is read"
    return "computing…" if figure.flow is None or not figure.flow.complete else "no gradient"


def _steps(canvas: Canvas, figure: Figure, area: Area, across: Axis, left: int, periods: bool) -> None:
    """Steps apart under the axis, as many as do not touch, the lit one always; under them, where there is room, the
    `periods` on the way back. A click on a column lights it."""
    steps, length = range(figure.length), figure.length
    rows: list[tuple[str, bool, Span]] = [("steps", False, (str(figure.steps), "on_lit", True, "lit"))]
    if periods:
        rows.append(("back", True, lit_period(figure.period)))

    def column(k: int) -> int:
        return left + (across.cell(k) or 0)

    end, last = area.x + area.width, length - 1
    every = _round(last, across.cells // (len(str(length)) + 2))
    order = sorted({0, last, *steps[::every]}, key=lambda k: (k != 0, k != last, k))
    for y, (word, back, chip) in enumerate(rows, area.y + area.height - len(rows)):
        canvas.right(left - INSET - 1, y, word, "text", True)
        lit = min(column(figure.steps) - (len(chip[0]) - 1) // 2, end - len(chip[0]))
        canvas.spans(lit, y, [chip])
        taken = [(lit, lit + len(chip[0]))]
        for k in order:
            text = str(length - k if back else k)
            start = min(column(k) - (len(text) - 1) // 2, end - len(text))
            if all(start > stop or start + len(text) < begin for begin, stop in taken):
                canvas.put(start, y, text, "dim" if back else "text")
                taken.append((start, start + len(text)))
    if length > across.cells:  # several steps a cell: a click lights the one in its middle
        for cell in range(across.cells):
            k = round(cell * last / max(1, across.cells - 1))
            canvas.link(left + cell, area.y, 1, area.height, f"period {length - k}")
        return
    columns = [column(k) for k in steps]
    edges = [left - INSET, *((a + b + 1) // 2 for a, b in pairwise(columns)), end]
    for k, (begin, stop) in enumerate(pairwise(edges)):
        if stop > begin:
            canvas.link(begin, area.y, stop - begin, area.height, f"period {length - k}")


def _round(last: int, most: int) -> int:
    """A distance between numbers under the axis that is easy to read, for about so many of them."""
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if last / step <= most), 5000)
