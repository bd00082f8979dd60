"""The legend beside the curves, with each curve's numbers at the lit period."""

from __future__ import annotations

from ..canvas import Canvas, Span
from ..gradient_figure import Curve, Figure, factor_text, share_text
from ..marks import page
from ..own_gradient import notes
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
            area = self.frame(
                canvas,
                [
                    (" ", "text"),
                    lit_period(figure.period),
                    (f" {figure.steps}{' back' if figure.steps < 100 else ''}", "dim"),
                ],
            )
        _paint(canvas, figure, area, self.boxed)


def _paint(canvas: Canvas, figure: Figure, area: Area, boxed: bool) -> None:
    y, bottom, end = area.y, area.y + area.height, area.x + area.width - (0 if boxed else 1)
    middle = end - (16 if boxed else 14)
    gap = 1 if boxed and area.height >= 2 * len(figure.curves) + 9 else 0
    if boxed:
        canvas.right(middle, y, "norm", "dim")
        canvas.right(end - 7, y, "of first", "dim")
        canvas.right(end, y, "step", "dim")
        y += 1 + gap
    else:
        canvas.right(end + 1, y - 1, " of first  step ", "dim")
    for curve in figure.curves:
        if y >= bottom:
            return
        _row(canvas, figure, curve, area, y, boxed)
        y += 1 + gap
    if figure.flow is not None:
        for text in [*notes(figure.trace, figure.flow, boxed), *_words(figure, boxed)]:
            if not gap:
                y += 1 if boxed else 0
            y = paragraph(canvas, area.x, y, area.width, bottom, text) + gap
        if boxed and figure.curves:
            _every_step(canvas, figure, Area(area.x, y, area.width, bottom - y))


def _every_step(canvas: Canvas, figure: Figure, area: Area) -> None:
    """What is left at each number of steps, on the page on which the lit one stands, where there is room for it."""
    if area.height < 8:
        return
    width = min(8, (area.width - 4) // len(figure.curves))
    ends = [area.x + 4 + width * (place + 1) for place in range(len(figure.curves))]
    for end, curve in zip(ends, figure.curves, strict=True):
        canvas.right(end, area.y, curve.mark, colour(canvas, curve), True)
    canvas.put(area.x, area.y, "steps", "dim")
    for y, k in enumerate(page(figure.steps, figure.length, area.height - 1), area.y + 1):
        lit = k == figure.steps
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        canvas.right(area.x + 3, y, str(k), "on_lit" if lit else "dim", lit, "lit" if lit else None)
        for end, curve in zip(ends, figure.curves, strict=True):
            canvas.right(end, y, share_text(curve.shares[k]), "text", lit)
        canvas.link(area.x, y, area.width, 1, f"period {figure.length - k}")


def _row(canvas: Canvas, figure: Figure, curve: Curve, area: Area, y: int, boxed: bool) -> None:
    end, k = area.x + area.width - (0 if boxed else 1), figure.steps
    canvas.put(area.x, y, curve.mark, colour(canvas, curve), True)
    name = f"‖{curve.name}‖" if curve.name.startswith("dL") else curve.name
    canvas.put(area.x + 2, y, name, "text", curve.mark == "h")
    if boxed:
        canvas.right(end - 16, y, share_text(curve.values[k]), "text")
    canvas.right(end - 7, y, share_text(curve.shares[k]), "text", True)
    ratio = curve.ratio(k)
    canvas.right(end, y, factor_text(ratio, 3 if boxed and (ratio or 0) < 10 else 2), "text")


def _words(figure: Figure, boxed: bool) -> list[str]:
    """Which periods these are."""
    ahead = 1 + figure.steps
    difference = figure.curve("◆")
    lost = difference is not None and difference.values[figure.steps] == 0.0
    second = next((curve.mark for curve in figure.curves if curve.mark in figure.seen.cell.parts[1:]), "")
    late = [f"{second} begins a step back: the readout sees h only."] if second and figure.in_last_layer else []
    if not boxed:
        lines = [] if difference is None else [f"◆ forward: after period {ahead}."]
        if lost:
            lines = [f"◆ after period {ahead} is exactly 0: too small for double precision."]
        return [*lines, *late, *_side_b(figure)]
    after = "after period 1" if figure.steps == 0 else f"after period {ahead}, {figure.steps} from period 1"
    lines = [f"The difference is the one {after}: it goes forward, the others back from T = {figure.length}."]
    if lost:
        lines.append("It is exactly 0 there: the twins are closer than double precision tells apart.")
    return [*(lines if difference is not None else []), *late, *_side_b(figure)]


def _side_b(figure: Figure) -> list[str]:
    """What side B is, where one is pinned."""
    return [f"◇ is side B: {figure.seen.other_name}."] if figure.seen.other else []
