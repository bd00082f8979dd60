"""What a step does to a gradient: the mean factors, and what is proven of them and what is a rule of thumb."""

from __future__ import annotations

import math

from rnntui_engine.measures import MOST_FOR_RADIUS

from ..canvas import Canvas, Span
from ..gradient_figure import Figure, Matrix, factor_text, share_text
from ..marks import number, short
from ..own_gradient import no_radius, too_large
from .decay_panel import paragraph
from .gradient_panel import GradientPanel, colour
from .panel import Area

TOO_SLOW = "too slow"  # in place of a number that would take minutes
NUMBER = 24  # where a factor ends, in cells from the left


class SlopesPanel(GradientPanel):
    """Factors per step with a line at 1, and the words."""

    NAME = "slopes"
    gap = 2
    HELP = (
        "**A step's factor.** Above: what each curve is multiplied by at a step, in the mean over all its steps. "
        "Beneath: two numbers of the recurrent matrix Wh, or of each gate's part of it. The line is at 1: left of it "
        "something fades, right of it it grows.\n\n"
        "**Proven** is what the Jacobian says: no gradient is lengthened by more than its norm. For the plain cell it "
        "is the product, over the steps, of Wh and of tanh's slopes, which are at most 1; so where the *largest "
        "singular value* of Wh is below 1, every step shortens every gradient. Above 1 it may grow and need not "
        "(Pascanu, Mikolov and Bengio 2013).\n\n"
        "**A rule of thumb** is the *spectral radius*, the largest |eigenvalue| of Wh: it would be the factor per step "
        "in the long run, if every step multiplied by the same matrix and nothing else; for more than "
        f"{MOST_FOR_RADIUS:,} units it is left out: all the eigenvalues would take minutes. In a gated cell neither "
        "number decides: one path to the old state is multiplied by the gate that keeps, and by nothing else; its mean "
        "over all units and periods stands above them."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        if self.boxed:
            title: list[Span] = [("A step's factor", "text"), ("  in the mean; the line is at 1", "dim")]
            area = self.frame(canvas, title)
        else:
            area = self.frame(canvas, [("A step's factor", "text"), ("  │ is 1", "dim")])
        rows = [
            (c.mark, "Jacobian" if c.mark == "J" else c.name, c.factor, factor_text(c.factor), colour(canvas, c))
            for c in figure.curves
        ]
        if figure.keeping is not None:
            symbol, gate, mean = figure.keeping
            rows.append((symbol, f"mean {gate} gate", mean, number(mean, 3), "read"))
        if len(figure.matrices) == 1 and not figure.seen.cell.gates:
            one = figure.matrices[0]
            rows.append(("W", "singular value", one.singular, number(one.singular, 3), "read"))
            radius = "–" if too_large(figure.trace) else number(one.radius, 3)
            rows.append(("W", "spectral radius", one.radius, radius, "read"))
        step = 2 if area.height >= 2 * len(rows) + 12 else 1
        for place, row in enumerate(rows):
            note = TOO_SLOW if row[1] == "spectral radius" and too_large(figure.trace) else ""
            _row(canvas, area, area.y + place * step, *row, note)
        y = area.y + len(rows) * step
        if figure.matrices and figure.seen.cell.gates:
            y = _matrices(
                canvas, figure, Area(area.x, y, area.width, area.y + area.height - y), too_large(figure.trace)
            )
        gap = 1 if self.boxed and area.height >= 13 else 0
        for text in words(figure, area.width >= 44):
            y = paragraph(canvas, area.x, y + gap, area.width, area.y + area.height, text)


def _row(
    canvas: Canvas, area: Area, y: int, mark: str, name: str, value: float | None, text: str, ink: str, note: str
) -> None:  # fmt: skip
    """A factor: mark, name, number, and a bar on a scale from 0 to 2 with a line at 1; or a note, why there is none."""
    if y >= area.y + area.height:
        return
    canvas.put(area.x, y, mark, ink, True)
    canvas.put(area.x + 2, y, name, "text")
    canvas.right(area.x + NUMBER, y, text, "text", True)
    x, width = area.x + NUMBER + 1, area.width - NUMBER - 1
    canvas.put(x, y, note, "dim")
    if width < 5 or value is None or math.isnan(value):
        return
    canvas.put(x, y, "·" * width, "track", bg="track")
    one = x + width // 2
    filled = round(min(2.0, value) / 2.0 * width)
    canvas.put(x, y, "█" * filled, ink, bg=ink)
    canvas.put(one, y, "│", "ground" if one < x + filled else "text", True)


def _matrices(canvas: Canvas, figure: Figure, area: Area, large: bool) -> int:
    """The two numbers of each gate's part of Wh, if there is room for them, each gate in its own column from the first
    that is measured on; of a `large` one the first alone."""
    y, matrices, symbols = area.y, figure.matrices, figure.seen.cell.symbols
    step = min(8, (area.width - 17) // len(symbols))
    if area.height < 3 or step < 4:
        return y
    ends = [area.x + 17 + step * (place + 1) for place in range(len(symbols))]
    canvas.put(area.x, y, "W", "read", True)
    canvas.put(area.x + 2, y, "of each gate", "dim")
    for end, symbol in zip(ends, symbols, strict=True):
        canvas.right(end, y, symbol, "text", True)
    for row, (name, kind) in enumerate((("singular value", "singular"), ("spectral radius", "radius")), y + 1):
        canvas.put(area.x + 2, row, name, "text")
        if kind == "radius" and large:
            canvas.right(ends[-1], row, TOO_SLOW, "text")
            continue
        for place, end in enumerate(ends):
            text = short(getattr(matrices[place], kind)) if place < len(matrices) else "…"
            canvas.right(end, row, text, "text")
    return y + 3


def words(figure: Figure, wide: bool) -> list[str]:
    """What is proven here, and what is a rule of thumb, with the figures."""
    jacobian = figure.curve("J")
    lines = []
    if jacobian is not None and not math.isnan(jacobian.values[-1]):
        most = share_text(jacobian.values[-1])
        if figure.in_last_layer:
            lines.append(f"Proven: back to period 1 no gradient comes back with more than {most} of its norm.")
        else:
            layer = figure.trace.layer
            lines.append(f"By layer {layer}'s own way at most {most} comes back to period 1; from above, more may.")
    if not figure.matrices:
        return [*lines, "Wh is measured after the Jacobian."]
    if too_large(figure.trace) and wide:
        lines.append(no_radius())
    if not figure.seen.cell.gates:
        slope = "the rectifier's slope" if figure.seen.cell.name == "rnn-relu" else "tanh's slope"
        lines += _plain(figure.matrices[0], wide, slope)
    else:
        cell = figure.seen.cell
        symbol, gate = cell.symbols[cell.keeps or 0], cell.gates[cell.keeps or 0]
        lines.append(f"Neither number of W decides: one path back is multiplied by the {gate} gate {symbol} alone.")
    return lines


def _plain(one: Matrix, wide: bool, slope: str) -> list[str]:
    if math.isnan(one.singular):
        return []
    if one.singular < 1.0:
        proven = f"So it must: Wh shortens at every step ({one.singular:.3f} < 1), and {slope} is at most 1."
    else:
        proven = f"Wh alone proves nothing: {one.singular:.3f} is above 1, so a step may lengthen; {slope} shortens."
    if not wide or math.isnan(one.radius):
        return [proven]
    return [proven, f"A rule of thumb only: the spectral radius, {one.radius:.3f}."]
