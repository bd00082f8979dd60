"""The mean difference against T on a log axis: a curve for each network, the chosen T lit."""

from __future__ import annotations

import math
from itertools import pairwise

from ..canvas import Canvas, Span
from ..decay_figure import Curve, Figure
from ..marks import decade_label
from ..own_decay import MARK
from ..palette import mixed
from ..plot import Axis, Series, decades, draw
from .decay_panel import DecayPanel, colour, length_chip
from .panel import Area

BACK = "g"  # the mark of the gradient's curve
INSET = 2  # cells between the ends of the axis and the first and the last T


class DecayPlotPanel(DecayPanel):
    """How the difference decays with T."""

    NAME = "decay"
    HELP = (
        "**How much of the first step is left.** Each sequence goes through an untrained network twice: once starting "
        "with the marker, once without it, all else equal. The *difference* is how far apart the two hidden states "
        "are after period T, summed over the units; here is its mean over all subscribers.\n\n"
        "The axis is logarithmic: each line further down is as much less as the numbers on the left say, **ten "
        "times**, or a hundred or more where there are few rows. So a straight line down means that **the same "
        "factor** is lost at every step, and a steeper one that more is lost. A colour and a shape stand "
        "for a kind of network, filled for run k1 and hollow for k2: runs differ in their initial weights only. The "
        "thick line is the network chosen above; beside it always stand the plain cell and an LSTM with memory bias "
        "3, whose gate that keeps starts almost open. The thin line with c is the chosen LSTM's cell state.\n\n"
        "The line with **g** goes the other way: the *gradient* of the loss, handed back from period T to period 1, in "
        "the chosen network and for the same subscribers: the mean norm of the gradient by the whole state there. What "
        "fades forward fades on the way back, too, so training hears little of the first period. The Gradient view, "
        "`5`, follows one such gradient step by step.\n\n"
        "`⟨shorter⟩` and `⟨longer⟩` (or a click) move the lit T. With the bias chrono, which is drawn anew "
        "for each T, every T is another network. Scales of h differ between cells: compare slopes, not heights. "
        "Trained or not decides nothing here: all networks of this view are untrained.\n\n"
        "While a network from a file is shown, **●** is its own difference, of the layer and the one sequence that are "
        "shown: between the twin with the marker and the one without. It was trained as it comes; the lesson's "
        "networks beside it are not."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        done, total = figure.progress
        trained = figure.choices.trained
        counting: list[Span] = []
        if figure.failed:
            counting = [("not computed", "wrong", True)]
        elif done < total:
            tenths = 10 * done // total
            counting = [(f"computing {done}/{total} ", "text"), ("■" * tenths + "□" * (10 - tenths), "dim")]
        if self.boxed:
            foot: list[Span] = counting or _foot(canvas, figure)
            if trained and not counting:
                foot = [("trained is chosen, but ", "text"), ("these are the untrained networks", "text", True)]
            about = f"  mean of {figure.subscribers} subscribers, untrained, log"
            area = self.frame(canvas, [("How much of the first step is left", "text"), (about, "dim")], foot)
        else:
            about = (
                "  untrained also where t says trained"
                if trained
                else f"  mean of {figure.subscribers} subscribers, log"
            )
            area = self.frame(
                canvas, [("Difference", "text"), *([("  ", "dim"), *counting] if counting else [(about, "dim")])]
            )
        _paint(canvas, figure, area)


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    rows = area.height - 1
    state = state_curve(figure)
    values = [v for c in figure.curves for t in figure.lengths if (v := figure.difference(c, t)) is not None]
    if state is not None:
        values += [v for t in figure.lengths if (v := figure.difference(state, t, 1)) is not None]
    values += [v for t in figure.lengths if (v := figure.gradient(t)) is not None]
    if figure.band is not None:
        values += [edge for edges in figure.band.edges.values() for edge in edges]
    own = figure.own.values[figure.lengths[0] - 1 : figure.lengths[-1]] if figure.own else ()
    up, ticks = decades([*values, *own], rows)
    label = max([5, *(len(decade_label(power)) for _, power in ticks)]) + 1
    width = area.width - label
    if rows < 1 or width < 2 * INSET + 1:
        return
    across = Axis(figure.lengths[0], figure.lengths[-1], width - 2 * INSET)
    left = area.x + label
    _lit_column(canvas, figure, area, across, left + INSET)
    for row, power in ticks:
        canvas.right(left - 1, area.y + row, decade_label(power), "dim")
        canvas.put(left, area.y + row, "┈" * width, "border")
    _band(canvas, figure, Area(left + INSET, area.y, width - 2 * INSET, rows), across, up)
    series = []
    for curve in sorted(figure.curves, key=lambda c: c.chosen):
        if curve.chosen and state is not None:
            series.append(_series(figure, state, "dim", "c", part=1))
        if curve.chosen:
            series.append(_back(figure, canvas.palette.curves[3]))
        series.append(_series(figure, curve, colour(canvas, curve), curve.mark))
    series += _own(figure, own, across)
    draw(series, across, up).paint(canvas, left + INSET, area.y)
    if not values:
        words = "could not be computed" if figure.failed else "computing…"
        canvas.put(left + (width - len(words)) // 2, area.y + rows // 2, f" {words} ", "text")
    _lengths(canvas, figure, area, across, left + INSET)


def _foot(canvas: Canvas, figure: Figure) -> list[Span]:
    """How to read the slopes, and what the band is."""
    slope: Span = ("straight down: the same factor at every step", "dim")
    return [*band_legend(canvas, figure), ("   ", "dim"), slope] if figure.wanted_for_band else [slope]


def band_legend(canvas: Canvas, figure: Figure) -> list[Span]:
    """What the band is, or how far it is computed."""
    if not figure.wanted_for_band:
        return []
    name = f"{figure.runs} runs"
    if figure.band is None:
        return [(f"{name}: {100 * figure.band_progress:.0f} %", "dim")]
    sign: Span = ("··", "dim") if canvas.plain else ("  ", "text", False, _band_colour(canvas, figure))
    return [sign, (f" 8 in 10 of {name}", "dim")]


def _band_colour(canvas: Canvas, figure: Figure) -> str:
    return mixed(canvas.palette.ground, colour(canvas, figure.chosen), 0.16)


def _band(canvas: Canvas, figure: Figure, area: Area, across: Axis, up: Axis) -> None:
    """The ground between the tenth and the ninetieth of many runs, from length to length."""
    if figure.band is None:
        return
    lengths = list(figure.band.edges)
    ground = _band_colour(canvas, figure)
    lit = {area.x + (across.cell(figure.length) or 0) + offset for offset in range(-2, 3)}
    for one, other in pairwise(lengths):
        start, end = across.place(one) or 0.0, across.place(other) or 0.0
        if end <= start:
            continue  # there is no room between them
        for column in range(math.ceil(start), math.floor(end) + 1):
            share = (column - start) / (end - start)
            low, high = (
                _between(figure.band.edges[one][side], figure.band.edges[other][side], share) for side in (0, 1)
            )
            if low is None or high is None:
                continue
            bottom, top = up.cell(min(high, 10**up.high)), up.cell(max(low, 10**up.low))
            for row in range(area.height - 1 - (bottom or 0), area.height - (top or 0)):
                x, y = area.x + column, area.y + row
                if canvas.plain:
                    canvas.put(x, y, "·", "dim")
                elif x not in lit:
                    canvas.tint(x, y, 1, 1, ground)


def _between(one: float, other: float, share: float) -> float | None:
    """The value so far of the way from one to the other, on a log axis."""
    if one <= 0.0 or other <= 0.0:
        return None
    return float(10.0 ** (math.log10(one) * (1 - share) + math.log10(other) * share))


def state_curve(figure: Figure) -> Curve | None:
    """The chosen network, if it has a cell state besides h: that is drawn too, as a thin line."""
    found = next((d for t in figure.lengths if (d := figure.decay(figure.chosen, t))), None)
    return figure.chosen if found and len(found.differences) > 1 else None


def _series(figure: Figure, curve: Curve, ink: str, mark: str, part: int = 0) -> Series:
    values = [figure.difference(curve, t, part) for t in figure.lengths]
    numbers = tuple(v if v is not None else math.nan for v in values)
    chosen = curve.chosen and part == 0
    return Series(figure.lengths, numbers, ink, mark, thick=2 if chosen else 1, bold=chosen)


def _back(figure: Figure, ink: str) -> Series:
    """The gradient that comes back to period 1, on the axis of the difference that goes forward from there."""
    values = tuple(v if (v := figure.gradient(t)) is not None else math.nan for t in figure.lengths)
    return Series(figure.lengths, values, ink, BACK)


def _own(figure: Figure, values: tuple[float, ...], across: Axis) -> list[Series]:
    """The file's network, period by period: its mark every few cells, and at both ends."""
    if not values:
        return []
    periods = tuple(range(figure.lengths[0], figure.lengths[0] + len(values)))
    every = max(1, round(5 * len(values) / max(1, across.cells)))
    marked = tuple(k for k in range(len(values)) if k % every == 0 or k == len(values) - 1)
    return [
        Series(periods, values, "text"),
        Series(tuple(periods[k] for k in marked), tuple(values[k] for k in marked), "text", MARK, line=False),
    ]


def _x(across: Axis, left: int, length: int) -> int:
    return left + (across.cell(length) or 0)


def _lit_column(canvas: Canvas, figure: Figure, area: Area, across: Axis, left: int) -> None:
    x = _x(across, left, figure.length)
    canvas.tint(x - 2, area.y, 5, area.height, "tint")
    if canvas.plain:
        for row in range(area.height - 1):
            canvas.put(x, area.y + row, "┊", "dim")


def _lengths(canvas: Canvas, figure: Figure, area: Area, across: Axis, left: int) -> None:
    """The lengths under the axis, as many as do not touch, the chosen one always; a click on a column chooses it."""
    y = area.y + area.height - 1
    canvas.right(left - INSET - 1, y, "T", "text", True)
    chip = length_chip(figure.length)
    lit = _x(across, left, figure.length) - (len(chip[0]) - 1) // 2
    lit = min(lit, area.x + area.width - len(chip[0]))
    taken = [(lit, lit + len(chip[0]))]
    canvas.spans(lit, y, [chip])
    for length in sorted(figure.lengths, key=lambda n: (n != figure.lengths[0], n != figure.lengths[-1], n)):
        name = str(length)
        start = min(_x(across, left, length) - (len(name) - 1) // 2, area.x + area.width - len(name))
        if length != figure.length and all(start > end or start + len(name) < begin for begin, end in taken):
            canvas.put(start, y, name, "text")
            taken.append((start, start + len(name)))
    columns = [_x(across, left, n) for n in figure.lengths]
    middles = [(a + b + 1) // 2 for a, b in pairwise(columns)]
    edges = [left - INSET, *middles, area.x + area.width]
    for length, (start, end) in zip(figure.lengths, pairwise(edges), strict=True):
        canvas.link(start, area.y, end - start, area.height, f"length {length}")
