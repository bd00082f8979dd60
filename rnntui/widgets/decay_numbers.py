"""The legend beside the curves, with each network's numbers at the chosen T."""

from __future__ import annotations

from rich.cells import cell_len

from ..canvas import Canvas, Span, cut
from ..decay_figure import Curve, Figure, percent
from ..own_decay import MARK, OwnCurve
from .decay_panel import DecayPanel, colour, decimal, length_chip, paragraph
from .decay_plot import BACK, band_legend, state_curve
from .panel import Area, lines_of


class DecayNumbersPanel(DecayPanel):
    """What stands in the lit column."""

    NAME = "decay-numbers"
    gap = 2
    HELP = (
        "**At the lit T.** A row for each curve: its mark, the *difference* that is left after period T (a mean over "
        "all subscribers, of the hidden state h), how much that is of what the curve's first T had, and the **per-step "
        "factor**: what the difference is multiplied by at each step since the T before, (now / before)^(1 / steps). "
        "It is a mean over all subscribers and several steps; the *step ratio* of the Step view is one subscriber's "
        "at one step and varies much more. c is the difference of the chosen LSTM's cell state. g goes "
        "the other way: the norm of the loss's gradient by the whole state at period 1, handed back from T, as a mean "
        "over the same subscribers. The row with › is "
        "the chosen network. A click chooses another."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        title: list[Span] = [("At ", "text"), length_chip(figure.length)]
        if self.boxed:
            area = self.frame(canvas, title, [("› chosen", "dim")])
            _grouped(canvas, figure, area)
        else:
            _flat(canvas, figure, self.frame(canvas, title))


def _grouped(canvas: Canvas, figure: Figure, area: Area) -> None:
    """Kinds of networks as headings, their runs under them, and words on what can be seen."""
    bottom, y = area.y + area.height, area.y
    state = state_curve(figure)
    runs = len({curve.run for curve in figure.curves})
    kinds = list(dict.fromkeys(curve.kind for curve in figure.curves))
    gap = 1 if area.height >= len(kinds) * (runs + 2) + 8 else 0
    canvas.right(area.x + 16, y, "difference", "dim")
    canvas.right(area.x + 25, y, f"of T={figure.first(figure.chosen)}'s", "dim")
    canvas.right(area.x + 33, y, "a step", "dim")
    y += 1 + gap
    for kind in kinds:
        if y >= bottom:
            break
        heading: list[Span] = [(kind.name, canvas.palette.curves[kind.place], True)]
        canvas.spans(area.x, y, heading)
        y += 1
        for curve in (c for c in figure.curves if c.kind == kind):
            y = _row(canvas, figure, area, y, curve, f"k{curve.run}")
            if curve is state:
                y = _row(canvas, figure, area, y, curve, f"k{curve.run}", part=1)
            if curve.chosen:
                y = _gradient_row(canvas, figure, area, y)
        y += gap
    y = _own_rows(canvas, figure, area, y) + 1 - gap
    texts = remarks(figure)
    between = 1 if y + sum(len(lines_of(text, area.width)) + 1 for text in texts) - 1 <= bottom else 0
    for text in texts:
        y = paragraph(canvas, area.x, y, area.width, bottom, text) + between


def _own_rows(canvas: Canvas, figure: Figure, area: Area, y: int) -> int:
    """The file's network, where there is one with a curve: its name, and a row as the others'."""
    own = figure.own
    if own is None or y + 1 >= area.y + area.height:
        return y
    whose = f"{own.where}, {cut(own.subscriber, 12)}"
    name = cut(own.name, max(4, area.width - cell_len(whose)))
    canvas.spans(area.x, y, [(name, "text", True), (whose, "dim")])
    _own_row(canvas, figure, own, area.x + 2, y + 1, (16, 25, 33), "own", 3)
    return y + 2


def _own_row(
    canvas: Canvas, figure: Figure, own: OwnCurve, x: int, y: int, ends: tuple[int, ...], label: str, places: int
) -> None:  # fmt: skip
    """Its mark, a label, and its numbers at the chosen T; `ends`: where these end, counted from the panel's left. With
    two ends there is no share."""
    length, left = figure.length, x - (2 if len(ends) > 2 else 0)
    canvas.put(x, y, MARK, "text", True)
    canvas.put(x + 2, y, label, "text")
    now, factor = own.at(length), own.factor(length, figure.before(length))
    canvas.right(left + ends[0], y, "–" if now is None else decimal(now, 5, 7).strip(), "text")
    if len(ends) > 2:
        share = own.share(length, figure.first(figure.chosen))
        text = "–" if share is None else percent(share)
        if share is not None and len(text) > 8:
            text = f"{100.0 * share:.0e} %".replace("e-0", "e−").replace("e-", "e−")
        canvas.right(left + ends[1], y, text, "text")
    canvas.right(left + ends[-1], y, f"×{factor:.{places}f}" if factor is not None else "–", "text")


def _row(canvas: Canvas, figure: Figure, area: Area, y: int, curve: Curve, name: str, part: int = 0) -> int:
    if y >= area.y + area.height:
        return y
    length, chosen = figure.length, curve.chosen and part == 0
    ink = "text" if part == 0 else "dim"
    if chosen:
        canvas.tint(area.x, y, area.width, 1, "tint")
        canvas.put(area.x, y, "›", "text", True)
    _mark(canvas, area.x + 2, y, curve, part)
    canvas.put(area.x + 4, y, name, ink, chosen)
    canvas.right(area.x + 16, y, _difference(figure, curve, length, part), ink, chosen)
    share = figure.share(curve, length, part)
    canvas.right(area.x + 25, y, percent(share) if share is not None else "–", ink, chosen)
    canvas.right(area.x + 33, y, _factor(figure, curve, length, part, 3), ink, chosen)
    canvas.link(area.x, y, area.width, 1, _choose(figure, curve))
    return y + 1


def _gradient_row(canvas: Canvas, figure: Figure, area: Area, y: int) -> int:
    """What comes back to period 1 in the chosen network."""
    if y >= area.y + area.height:
        return y
    canvas.put(area.x + 2, y, BACK, canvas.palette.curves[3], True)
    canvas.put(area.x + 4, y, "back", "dim")
    canvas.right(area.x + 16, y, _gradient(figure), "dim")
    share, factor = figure.gradient_share(figure.length), figure.gradient_factor(figure.length)
    canvas.right(area.x + 25, y, percent(share) if share is not None else "–", "dim")
    canvas.right(area.x + 33, y, f"×{factor:.3f}" if factor is not None else "–", "dim")
    return y + 1


def _gradient(figure: Figure) -> str:
    if figure.length not in figure.chosen.networks:
        return "–"
    return decimal(figure.gradient(figure.length), 5, 7).strip()


def _flat(canvas: Canvas, figure: Figure, area: Area) -> None:
    """A row a curve, for a small screen."""
    y, state = area.y, state_curve(figure)
    canvas.right(area.x + 22, y - 1, " difference ", "dim")
    canvas.right(area.x + 29, y - 1, "a step ", "dim")
    for curve in figure.curves:
        for part in (0, 1) if curve is state else (0,):
            if y >= area.y + area.height:
                return
            chosen, ink = curve.chosen and part == 0, "text" if part == 0 else "dim"
            if chosen:
                canvas.tint(area.x - 1, y, area.width + 1, 1, "tint")
                canvas.put(area.x - 1, y, "›", "text", True)
            _mark(canvas, area.x, y, curve, part)
            canvas.put(area.x + 2, y, cut(f"{curve.kind.short} k{curve.run}", 14), ink, chosen)
            canvas.right(area.x + 23, y, _difference(figure, curve, figure.length, part), ink, chosen)
            canvas.right(area.x + 29, y, _factor(figure, curve, figure.length, part, 2), ink, chosen)
            canvas.link(area.x, y, area.width, 1, _choose(figure, curve))
            y += 1
        if curve.chosen and y < area.y + area.height:
            factor = figure.gradient_factor(figure.length)
            canvas.put(area.x, y, BACK, canvas.palette.curves[3], True)
            canvas.put(area.x + 2, y, "gradient back", "dim")
            canvas.right(area.x + 23, y, _gradient(figure), "dim")
            canvas.right(area.x + 29, y, f"×{factor:.2f}" if factor is not None else "–", "dim")
            y += 1
    bottom = area.y + area.height
    if figure.own is not None and y < bottom:
        _own_row(canvas, figure, figure.own, area.x, y, (23, 29), cut(f"own: {figure.own.subscriber}", 13), 2)
        y += 1
    if y + 1 < bottom:
        bottom -= 1
        canvas.spans(area.x, bottom, band_legend(canvas, figure))
    for text in remarks(figure)[:1]:
        paragraph(canvas, area.x, y + 1, area.width, bottom, text)


def _mark(canvas: Canvas, x: int, y: int, curve: Curve, part: int) -> None:
    canvas.put(x, y, "c" if part else curve.mark, "dim" if part else colour(canvas, curve), curve.chosen)


def _difference(figure: Figure, curve: Curve, length: int, part: int) -> str:
    if length not in curve.networks:
        return "–"
    return decimal(figure.difference(curve, length, part), 5, 7).strip()


def _factor(figure: Figure, curve: Curve, length: int, part: int, places: int) -> str:
    factor = figure.factor(curve, length, part)
    return f"×{factor:.{places}f}" if factor is not None else "–"


def _choose(figure: Figure, curve: Curve) -> str:
    """The action that comes nearest to choosing this curve's network."""
    kind, chosen = curve.kind, figure.chosen.kind
    if kind.cell != chosen.cell:
        return f"cell {kind.cell}"
    return f"run {curve.run}" if kind == chosen else f"bias {kind.memory_bias}"


def remarks(figure: Figure) -> list[str]:
    """What can be seen, in words with computed figures."""
    length, lines = figure.length, []
    curves = [c for c in figure.curves if c.run == 1]
    for first in sorted({figure.first(c) for c in curves}):
        less = [
            f"{_times(1.0 / share)}-fold ({curve.kind.name})" for curve in curves
            if figure.first(curve) == first != length and (share := figure.share(curve, length))
        ]  # fmt: skip
        if less:
            lines.append(f"From T = {first} to {length} run k1 falls {', '.join(less)}.")
    if figure.band is not None:
        low, middle, high = figure.band.factors
        lines.append(
            f"{figure.band.runs} runs of {figure.chosen.kind.name}, T = {min(figure.band.edges)} to "
            f"{max(figure.band.edges)}: ×{middle:.3f} a step in the middle one, ×{low:.2f} to ×{high:.2f} in 8 of 10."
        )
    return [*lines, "Scales of h differ between cells: compare slopes, not heights."]


def _times(value: float) -> str:
    return (
        f"{value:.0f}" if 9.95 <= value < 1e6 else f"{value:.1f}" if value < 9.95 else f"{value:.0e}".replace("+", "")
    )
