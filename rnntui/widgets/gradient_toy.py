"""The toy: a gradient multiplied by the same number at every step, for the textbook's three λ and a chosen one."""

from __future__ import annotations

import math

from rnntui_engine.toy import SIZE, STEPS

from ..canvas import Canvas, Span
from ..gradient_figure import Figure, orders_text, share_text, textbook
from ..marks import decade_label, number
from ..plot import Axis, decades, draw
from .decay_panel import paragraph
from .gradient_panel import GradientPanel, colour, curve_series
from .panel import Area

TICKS = (0, 20, 40, 60)


class ToyPanel(GradientPanel):
    """Curves on the left, their numbers and the words on the right."""

    NAME = "toy"
    HELP = (
        "**The toy.** The state matrix is λ times the identity, of size 12, and the activation has the same derivative "
        "everywhere. A gradient of norm 1 is multiplied by both, step after step, 60 times: its norm is then "
        "(λ · derivative) to the power of 60. It *vanishes* where λ · derivative is below 1 and *explodes* above.\n\n"
        "*Orders* are orders of magnitude, powers of ten: −3 is a thousandth, +2 a hundredfold. The textbook counts "
        "natural logarithms as such, and leaves the derivative out of the boundary.\n\n"
        "`⟨lambda-up⟩` and `⟨lambda-down⟩` change λ, `⟨derivative-up⟩` and `⟨derivative-down⟩` the derivative; "
        "`⟨toy-lambda⟩` and `⟨toy-derivative⟩` ask for any number. A click on a row takes that λ. The lit column is as "
        "many steps back as the lit period of the real network."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        derivative = number(figure.toy.derivative, 2)
        if self.boxed:
            title: list[Span] = [
                ("The toy", "text"), (f"  λ·I of size {SIZE}, derivative ", "dim"), (derivative, "text", True),
            ]  # fmt: skip
            area = self.frame(canvas, title, [(_boundary(figure), "text")])
        else:
            area = self.frame(canvas, [("The toy", "text"), (f"  derivative {derivative}", "dim")])
        legend = 29 if self.boxed else 20
        _curves(canvas, figure, Area(area.x, area.y, area.width - legend - 2, area.height))
        _legend(canvas, figure, Area(area.x + area.width - legend, area.y, legend, area.height), self.boxed)


def _boundary(figure: Figure) -> str:
    boundary = figure.toy.boundary
    if boundary is None:
        return "derivative 0: nothing comes back"
    return f"boundary λ = 1/{abs(figure.toy.derivative):g} = {number(boundary, 3)}"


def _curves(canvas: Canvas, figure: Figure, area: Area) -> None:
    rows = area.height - 1
    values = [value for one in figure.toys for value in one.norms if 0.0 < value < math.inf]
    up, ticks = decades(values, rows)
    label = max([3, *(len(decade_label(power)) for _, power in ticks)]) + 1
    width = area.width - label
    if rows < 1 or width < 8:
        return
    left = area.x + label
    across = Axis(0, STEPS, width - 1)
    if figure.steps <= STEPS:
        lit = left + (across.cell(figure.steps) or 0)
        canvas.tint(lit - 1, area.y, 3, rows, "tint")
    for row, power in ticks:
        canvas.right(left - 1, area.y + row, decade_label(power), "dim")
        canvas.put(left, area.y + row, "┈" * width, "border")
    series = []
    for place, one in enumerate(sorted(figure.toys, key=lambda one: one.chosen)):
        series += curve_series(one.norms, colour(canvas, one), one.mark, across, 2 if one.chosen else 1, place * 2)
    draw(series, across, up).paint(canvas, left, area.y)
    y = area.y + rows
    canvas.right(left - 1, y, "k", "text", True)
    for tick in TICKS:
        name = str(tick)
        canvas.put(min(left + (across.cell(tick) or 0), area.x + area.width - len(name)), y, name, "text")


def _legend(canvas: Canvas, figure: Figure, area: Area, boxed: bool) -> None:
    """A row for each λ, and what the textbook said, as far as there is room."""
    y, bottom, end = area.y, area.y + area.height, area.x + area.width
    steps = figure.steps
    if boxed:
        canvas.right(end - 13, y, f"k = {steps}" if steps <= STEPS else "", "dim")
    canvas.right(end, y, f"orders at {STEPS}", "dim")
    y += 1
    for one in figure.toys:
        if y >= bottom:
            return
        if one.chosen:
            canvas.tint(area.x - 1, y, area.width + 1, 1, "tint")
            canvas.put(area.x - 1, y, "›", "text", True)
        canvas.put(area.x, y, one.mark, colour(canvas, one), True)
        canvas.put(area.x + 2, y, f"λ {number(one.toy.eigenvalue, 2)}", "text", one.chosen)
        if boxed and steps <= STEPS:
            canvas.right(end - 13, y, share_text(one.norms[steps]), "text", one.chosen)
        canvas.right(end, y, orders_text(one.orders), "text", True)
        canvas.link(area.x, y, area.width, 1, f"toy-lambda {one.toy.eigenvalue!r}")
        y += 1
    if not boxed:
        boundary = figure.toy.boundary
        if boundary is not None:
            paragraph(canvas, area.x, y, area.width, bottom, f"boundary λ {number(boundary, 3)}", "text")
        return
    for text in textbook():
        y = paragraph(canvas, area.x, y + 1, area.width, bottom, text)
