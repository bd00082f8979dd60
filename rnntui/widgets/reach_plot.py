"""The share of the runs that learn against T: a mark and an interval for each kind of network at each length."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rnntui_engine.shares import Reach

from ..canvas import Canvas, Span, fitting
from ..plot import Axis, Series, draw
from ..reach_figure import LINE, Figure, Kind, progress
from .decay_panel import length_chip
from .panel import Area
from .reach_panel import ReachPanel, colour

LABEL = 6  # cells for the names of the shares


@dataclass(frozen=True)
class _Curve:
    """One kind's shares, and the columns in which they stand."""

    kind: Kind
    columns: tuple[int, ...]
    shares: tuple[Reach, ...]


class ReachPlotPanel(ReachPanel):
    """Shares with their intervals."""

    NAME = "reach"
    HELP = (
        "**How many steps back?** A network that is trained on sequences of T periods has learned to carry the marker "
        "if it does clearly better than somebody who reads nothing: if it *beats the baseline by more than 0.10*, "
        "counted in whole test subscribers. One run tells little: other initial values and another shuffling give "
        "another result. So here very many runs are trained at each T, and what is drawn is **the share of the runs "
        "that learn**.\n\n"
        "A mark and a colour stand for a kind of network. The upright line through a mark is its **95 % interval**: "
        "with other runs drawn in the same way, the true share would be inside such an interval in 95 of 100 cases. "
        "The more runs, the shorter it is. It is Wilson's interval (E. B. Wilson, *Probable inference, the law of "
        "succession, and statistical inference*, Journal of the American Statistical Association 22, 1927), which "
        "stays between 0 and 100 % and is right for few runs, too. The marks of one T stand beside each other only so "
        "that none hides another, and the T at equal distances, also where they are not.\n\n"
        "The strong line is at **90 %**. *Steps back carried* is the largest T such that there, and at every shorter T "
        "shown, the mark stands on it or above.\n\n"
        "`⟨cell⟩` and `⟨bias⟩` choose a kind; beside it stand the plain cell trained in place and an LSTM with memory "
        "bias 3. `⟨runs⟩` trains more runs, and keeps those that are done; `⟨leave⟩` stops. `⟨shorter⟩` and "
        "`⟨longer⟩` (or a click) move the lit T. "
        "All networks of this view are trained, whether the one of the Step view is or not."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        state = _state(figure)
        if self.boxed:
            title: list[Span] = [
                ("How many steps back?", "text"),
                ("  share of runs that beat the baseline by > 0.10", "dim"),
            ]
            area = self.frame(canvas, title, state or [("all are trained   │ 95 % interval (Wilson)", "dim")])
        else:
            notes = [state, _state(figure, bar=False)] if state else [[("runs that learn, 95 %", "dim")]]
            room = self.title_room(canvas)
            area = self.frame(canvas, fitting(room, *([("Reach", "text"), ("  ", "dim"), *note] for note in notes)))
        _paint(canvas, figure, area)


def _state(figure: Figure, bar: bool = True) -> list[Span]:
    """Where the work stands, with a bar or without; nothing once all is done."""
    if figure.failed:
        return [("not computed", "wrong", True)]
    if figure.job or figure.stopped:
        tenths = 10 * figure.trained // figure.total
        words = figure.job or "stopped"
        squares = f"{'■' * tenths}{'□' * (10 - tenths)} " if bar else ""
        return [(f"{progress(figure)} {squares}", "text"), (words, "dim")]
    return []


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    rows, width = area.height - 1, area.width - LABEL
    count = len(figure.lengths)
    apart = 2 if width >= 11 * count else 1 if width >= 3 * count + 4 else 0  # cells between the marks of one T
    inset = max(2, 2 * apart)
    if rows < 3 or width < 2 * inset + 2:
        return
    across, up = Axis(0, count - 1, width - 2 * inset), Axis(0.0, 1.0, rows)  # as far apart, whichever they are
    left = area.x + LABEL
    columns = {n: left + inset + (across.cell(place) or 0) for place, n in enumerate(figure.lengths)}
    if figure.length is not None:
        canvas.tint(columns[figure.length] - inset, area.y, 2 * inset + 1, area.height, "tint")
    _grid(canvas, area, left, width, up, rows)
    whole = Axis(0, width - 1, width)  # columns are given in cells, because marks stand beside their T
    curves = [_Curve(kind, *_points(figure, kind, columns, (kind.place - 1) * apart)) for kind in figure.kinds]
    curves.sort(key=lambda curve: curve.kind.chosen)
    draw([_line(canvas, curve, left) for curve in curves], whole, up).paint(canvas, left, area.y)
    for curve in curves:
        _intervals(canvas, curve, area.y, up)
    for curve in curves:
        for x, one in zip(curve.columns, curve.shares, strict=True):
            canvas.put(
                x, area.y + rows - 1 - (up.cell(one.share) or 0), curve.kind.mark, colour(canvas, curve.kind), True
            )
    if not figure.any:
        words = " could not be computed " if figure.failed else " training… " if figure.job else " nothing trained yet "
        canvas.put(left + max(0, width - len(words)) // 2, area.y + rows // 2, words, "text")
    _lengths(canvas, figure, area, columns)


def _grid(canvas: Canvas, area: Area, left: int, width: int, up: Axis, rows: int) -> None:
    """A faint line for each label, and the strong one at 90 %."""
    strong = rows - 1 - (up.cell(LINE) or 0)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        row = rows - 1 - (up.cell(share) or 0)
        if row != strong and (share in (0.0, 1.0) or (abs(row - strong) > 1 and rows >= (9 if share == 0.5 else 15))):
            canvas.right(left - 1, area.y + row, f"{100 * share:.0f} %", "dim")
            canvas.put(left, area.y + row, "┈" * width, "border")
    canvas.right(left - 1, area.y + strong, "90 %", "text", True)
    canvas.put(left, area.y + strong, "╌" * width, "dim")


def _points(
    figure: Figure, kind: Kind, columns: dict[int, int], aside: int
) -> tuple[tuple[int, ...], tuple[Reach, ...]]:
    """Where a kind's marks stand, and its shares there."""
    shares = {n: one for n in figure.lengths if (one := figure.reach(kind, n)) is not None}
    return tuple(columns[n] + aside for n in shares), tuple(shares.values())


def _line(canvas: Canvas, curve: _Curve, left: int) -> Series:
    x, y = tuple(column - left for column in curve.columns), tuple(one.share for one in curve.shares)
    chosen = curve.kind.chosen
    return Series(x, y, colour(canvas, curve.kind), thick=2 if chosen else 1, bold=chosen)


def _intervals(canvas: Canvas, curve: _Curve, top: int, up: Axis) -> None:
    """An upright line from the lower to the upper end of each interval; an interval within one row has none."""
    for x, one in zip(curve.columns, curve.shares, strict=True):
        low, high = (up.cells - 1 - (up.cell(value) or 0) for value in (one.low, one.high))
        for row in range(high, low + 1) if high < low else ():
            glyph = "┬" if row == high else "┴" if row == low else "│"
            canvas.put(x, top + row, glyph, colour(canvas, curve.kind), curve.kind.chosen)


def _lengths(canvas: Canvas, figure: Figure, area: Area, columns: dict[int, int]) -> None:
    """The lengths under the axis, as many as do not touch, the chosen one always; a click on a column chooses it."""
    y, end = area.y + area.height - 1, area.x + area.width
    canvas.right(area.x + LABEL - 1, y, "T", "text", True)
    taken: list[tuple[int, int]] = []
    first, last = figure.lengths[0], figure.lengths[-1]
    for length in sorted(figure.lengths, key=lambda n: (n != figure.length, n != first, n != last, n)):
        span: Span = length_chip(length) if length == figure.length else (str(length), "text")
        name = span[0]
        start = min(columns[length] - (len(name) - 1) // 2, end - len(name))
        if all(start > stop or start + len(name) < begin for begin, stop in taken):
            canvas.spans(start, y, [span])
            taken.append((start, start + len(name)))
    places = list(columns.values())
    edges = [area.x + LABEL, *((a + b + 1) // 2 for a, b in pairwise(places)), end]
    for length, (start, stop) in zip(figure.lengths, pairwise(edges), strict=True):
        canvas.link(start, area.y, stop - start, area.height, f"length {length}")
