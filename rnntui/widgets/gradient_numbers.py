"""The legend beside the curves, with each curve's numbers at the lit period."""

from __future__ import annotations

from ..canvas import Canvas, Span
from ..gradient_figure import Curve, Figure, factor_text, share_text
from .decay_panel import paragraph
from .gradient_panel import GradientPanel, colour
from .panel import Area, lit_period


class GradientNumbersPanel(GradientPanel):
    """What stands in the lit column."""

    NAME = "gradient-numbers"
    gap = 2
    HELP = (
        "**At the lit period.** A row for each curve: its mark and name, its *norm* there, how much that is *of* what "
        "the curve began with, and what it was multiplied by at the last *step*. ‖…‖ is the Euclidean norm, the "
        "length of a vector.\n\n"
        "The gradients and the Jacobian are those at the lit period, so many steps before T. The difference is the "
        "one so many steps *after period 1*, at another period: it travels the other way, and only its slope is to be "
        "compared."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        steps = f"{figure.steps} step{'' if figure.steps == 1 else 's'}"
        if self.boxed:
            title: list[Span] = [("At ", "text"), lit_period(figure.period), (f"  {steps} before T", "dim")]
            area = self.frame(canvas, title)
        else:
            area = self.frame(canvas, [(" ", "text"), lit_period(figure.period), (f" {steps}", "dim")])
        _paint(canvas, figure, area, self.boxed)


def _paint(canvas: Canvas, figure: Figure, area: Area, boxed: bool) -> None:
    y, bottom, end = area.y, area.y + area.height, area.x + area.width
    middle = end - (16 if boxed else 14)
    gap = 1 if boxed and area.height >= 2 * len(figure.curves) + 9 else 0
    if boxed:
        canvas.right(middle, y, "norm", "dim")
        canvas.right(end - 7, y, "of first", "dim")
        canvas.right(end, y, "step", "dim")
        y += 1 + gap
    else:
        canvas.right(end, y - 1, " of first  step ", "dim")
    for curve in figure.curves:
        if y >= bottom:
            return
        _row(canvas, figure, curve, area, y, boxed)
        y += 1 + gap
    if figure.curves:
        for text in _words(figure, boxed):
            if not gap:
                y += 1 if boxed else 0
            y = paragraph(canvas, area.x, y, area.width, bottom, text) + gap


def _row(canvas: Canvas, figure: Figure, curve: Curve, area: Area, y: int, boxed: bool) -> None:
    end, k = area.x + area.width, figure.steps
    canvas.put(area.x, y, curve.mark, colour(canvas, curve), True)
    name = curve.name if curve.forward or curve.mark == "J" else f"‖{curve.name}‖"
    canvas.put(area.x + 2, y, name, "text", curve.mark == "h")
    if boxed:
        canvas.right(end - 16, y, share_text(curve.values[k]), "text")
    canvas.right(end - 7, y, share_text(curve.shares[k]), "text", True)
    ratio = curve.ratio(k)
    canvas.right(end, y, factor_text(ratio, 3 if boxed and (ratio or 0) < 10 else 2), "text")


def _words(figure: Figure, boxed: bool) -> list[str]:
    """Which periods these are."""
    ahead = 1 + figure.steps
    if not boxed:
        return [f"◆ is after period {ahead}."]
    after = "after period 1" if figure.steps == 0 else f"after period {ahead}, {figure.steps} from period 1"
    lines = [f"The difference is the one {after}: it goes forward, the others back from T = {figure.length}."]
    if len(figure.curves) > 3:
        letter = figure.curves[1].mark
        lines.append(f"{letter} begins a step back: the readout sees h only.")
    return lines
