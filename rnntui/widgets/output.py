"""The output: what the network would say if it stopped here, at each period up to now."""

from __future__ import annotations

import math

from rnntui_engine.records import Trace

from ..canvas import Canvas, Span
from ..marks import column, number, short
from ..seen import Seen, Side
from .panel import Area, Panel, lit_period, lit_unit


class OutputPanel(Panel):
    """The probability if it stopped here, the decision, right or wrong."""

    NAME = "output"
    HELP = (
        "**Output.** p is the probability of label 1 that the readout would give if the sequence stopped here: p "
        "= σ(c + v·h). From 0.5 on it says 1. Only the answer after period T counts. The lit unit adds its own "
        "v·h to the sum."
    )

    def paint(self, canvas: Canvas, seen: Seen) -> None:
        title: list[Span] = [("Output", "text")]
        foot: list[Span] = []
        if self.boxed:
            title += [("  stop at ", "dim"), lit_period(seen.period)]
            foot = [(f"T = {seen.trace.length} decides", "dim")]
        else:
            title += [(f"  if it stopped here; T = {seen.trace.length} decides", "dim")]
        paint_output(canvas, seen, self.frame(canvas, title, foot))


def paint_output(canvas: Canvas, seen: Seen, area: Area) -> None:
    """Three lines of words, then a bar per period with the line at a half."""
    trace, period = seen.trace, seen.period
    if not trace.readout:
        lines = ("no readout in the file:", "it says nothing", "") if area.width < 40 else (
            "The file has no linear layer from h to one number,", "so the network says nothing.", "")  # fmt: skip
        for row, line in enumerate(lines):
            canvas.put(area.x, area.y + row, line, "dim")
        if seen.other:
            _other(canvas, seen.other, area, period)
        return
    p = float(trace.real.probabilities[period])
    says = int(p >= 0.5)
    relation = "≥" if says else "<"
    canvas.spans(
        area.x, area.y,
        [("p ", "dim"), (f"{p:.4f}", "text", True), (f" {relation} 0.5: ", "dim"), (f"says {says}", "text", True)],
    )  # fmt: skip
    when = "" if period == trace.length else " so far"
    if trace.label is None:
        canvas.put(area.x, area.y + 1, "no label, none marked", "dim")
    else:
        canvas.spans(area.x, area.y + 1, [(f"label {trace.label} ", "dim"), verdict_of(trace, says, when)])
    if seen.other:
        _other(canvas, seen.other, area, period)
    else:
        _adds(canvas, seen, area)
    wide = area.width >= 60 and area.height >= 10
    rows = area.height - (5 if wide else 4)
    rows -= 1 - rows % 2 if rows > 2 else 0
    if wide:
        bottom = area.y + area.height - 3
        for y, text in ((bottom - rows + 1, "1"), (bottom - rows // 2, "0.5"), (bottom, "0"), (bottom + 1, "p")):
            canvas.right(area.x + 4, y, text, "dim")
        _bars(canvas, seen, Area(area.x + 5, bottom - rows + 1, area.width - 5, rows), numbers=True)
    elif rows >= 1:
        _bars(canvas, seen, Area(area.x, area.y + area.height - rows - 1, area.width, rows))


def _other(canvas: Canvas, other: Side, area: Area, period: int) -> None:
    """What side B would say."""
    if not other.trace.readout:
        canvas.spans(area.x, area.y + 2, [("◇ B ", "unmarked", True), ("has no readout", "dim")])
        return
    p = float(other.trace.real.probabilities[other.at(period)])
    verdict = [] if other.trace.label is None else [verdict_of(other.trace, int(p >= 0.5))]
    canvas.spans(
        area.x, area.y + 2,
        [("◇ B ", "unmarked", True), (f"p {p:.4f} ", "text", True), *verdict],
    )  # fmt: skip


def verdict_of(trace: Trace, says: int, when: str = "") -> Span:
    """Right or wrong, as a sign and a word."""
    return (f"✓ right{when}", "positive", True) if says == trace.label else (f"✗ wrong{when}", "wrong", True)


def _adds(canvas: Canvas, seen: Seen, area: Area) -> None:
    """What the lit unit adds to the sum."""
    if not seen.trace.reads_out:
        canvas.put(area.x, area.y + 2, f"read out of layer {seen.trace.layers}"[: area.width], "dim")
        return
    period = seen.period
    adds = float(seen.trace.weights.v[seen.unit] * seen.trace.real.h[period, seen.unit])
    canvas.spans(
        area.x, area.y + 2,
        [lit_unit(seen.unit), (" adds ", "dim"), (number(adds, sign="+"), "text", True), (" to v·h", "dim"),
         (", the sum that makes p = σ(c + v·h)" if area.width >= 60 else "", "dim")],
    )  # fmt: skip


def _bars(canvas: Canvas, seen: Seen, area: Area, numbers: bool = False) -> None:
    """p at each period up to now; with an odd number of rows the half lies in the middle of the middle one.

    `numbers`: a row with each p under the bars, and every period by its number where that fits.
    """
    trace, period = seen.trace, seen.period
    step = max(1, min(5, (area.width + 2) // trace.length))
    width = max(1, step - 1 if step < 4 else step - 2)
    fit = (area.width + 1 - width) // step + 1
    first = max(0, min(period, trace.length) - fit) if trace.length > fit else 0
    bottom = area.y + area.height - 1
    half = area.height * 4
    lit_x = area.x + (period - 1 - first) * step
    if period:
        canvas.tint(lit_x, area.y, width, area.height, "tint")
    half_row = bottom - (half // 8 if area.height % 2 else half // 8 - 1)
    canvas.put(area.x, half_row, "╌" * min(area.width + 2, max(area.width, step * (trace.length - 1) + width)), "dim")
    for t in range(first + 1, period + 1):
        x = area.x + (t - 1 - first) * step
        p = float(trace.real.probabilities[t])
        if math.isnan(p):
            continue  # of a long sequence, and not at hand yet
        eighths = max(1, int(p * area.height * 8 + 0.5))
        eighths = max(half + 1, eighths) if p >= 0.5 else min(half, eighths)
        column(canvas, x, bottom, width, min(area.height * 8, eighths), "lit_bar" if t == period else "read")
        if seen.other and t <= seen.other.trace.length and seen.other.trace.readout:
            other = float(seen.other.trace.real.probabilities[t])
            if not math.isnan(other):
                canvas.mark(x + width // 2, bottom - min(area.height - 1, int(other * area.height)))
        canvas.link(x, area.y, step, area.height + 1, f"period {t}")
        if numbers and width >= 3:
            canvas.right(x + width, bottom + 1, short(p), "text" if t == period else "dim", t == period)
    y = bottom + (2 if numbers else 1)
    if numbers and width >= 3:
        for t in range(first + 1, min(trace.length, first + fit) + 1):
            name, end = f"{'▲' if t == period else ''}{t}", area.x + (t - 1 - first) * step + width
            ink = "on_lit" if t == period else "text" if t < period else "dim"
            canvas.right(end, y, name, ink, t == period, "lit" if t == period else None)
        return
    if period != 1 and first == 0:
        canvas.put(area.x, y, "1", "text" if period else "dim")
    last = min(trace.length, first + fit)
    if period != last:
        canvas.right(area.x + (last - first - 1) * step + width, y, str(last), "dim")
    if period:
        name = f"▲{period}"
        end = area.x + area.width + (1 if step > 1 else 0)
        canvas.put(max(area.x, min(lit_x - 1, end - len(name))), y, name, "on_lit", True, "lit")
