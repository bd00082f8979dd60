"""The one door to plotext: series of numbers become rows of characters that a canvas can paint.

plotext draws the lines; everything that it draws badly or dies of stays outside. A NaN in a line ends its process,
limits far tighter than the data eat memory, its logarithmic axis comes out wrong, its legend covers the curves, and it
is not thread-safe. So here lines are broken at gaps, clipped to the limits and thinned to two points a column, and
plotext gets nothing but places on its own grid of dots. Axis labels and legends are the caller's, beside the curves:
`Axis` tells where a value stands.

`paint` and `draw` belong to the UI thread. plotext takes a tenth of a second to import: `prepare`, called in a worker,
has it ready before the first curve is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from rnntui_engine.records import Array

from .canvas import Canvas

Numbers = Sequence[float] | Array
WIDEST, TALLEST = 1000, 500  # no terminal has more cells; what is asked beyond is not drawn
FAR = 1e6  # how far outside the limits (in widths of them) a point may lie and still give its line the right slope
SLACK = 0.125  # of a cell, half a dot: so much outside the limits nobody sees
ROUNDED = SLACK - 1e-6  # what `decades` leaves outside, of a row
BLANK = "\u2800"


@dataclass(frozen=True)
class Series:
    """One curve. `colour` is a palette name or #rrggbb. `line`: joined by a line of `thick` dots; `mark`: a glyph at
    each point, nothing where it is empty. What is not finite (or, on a log axis, not above 0) is a gap."""

    x: Numbers
    y: Numbers
    colour: str = "text"
    mark: str = ""
    line: bool = True
    thick: int = 1
    bold: bool = False


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` over so many character cells: `low` stands on the middle of the first cell and `high`
    on the middle of the last. On a log axis both are powers of ten: −3 for .001. Limits that cannot be used, because
    they are equal or not finite, are widened."""

    low: float
    high: float
    cells: int
    log: bool = False

    @property
    def limits(self) -> tuple[float, float]:
        """The limits that are used."""
        low, high = min(self.low, self.high), max(self.low, self.high)
        if not (math.isfinite(low) and math.isfinite(high)):
            return 0.0, 1.0
        if high - low > abs(high) * 1e-12 + 1e-300:
            return float(low), float(high)
        room = max(1.0, abs(high) * 1e-6)
        return low - room, high + room

    def shares(self, values: Numbers) -> Array:
        """Each value's place between the limits, 0 to 1; NaN for a gap, at most FAR where it lies outside."""
        numbers = np.asarray(values, dtype=np.float64).ravel()
        low, high = self.limits
        with np.errstate(all="ignore"):
            if self.log:
                numbers = np.log10(np.where(numbers > 0.0, numbers, np.nan))
            # Halves: the distance of two finite numbers may be beyond the largest one.
            shares = (numbers / 2 - low / 2) / (high / 2 - low / 2)
        shares[~np.isfinite(numbers)] = np.nan
        near = (shares >= -self._slack) & (shares <= 1 + self._slack)
        shares[near] = np.clip(shares[near], 0.0, 1.0)
        found: Array = np.clip(shares, -FAR, FAR)  # NaN stays
        return found

    @property
    def _slack(self) -> float:
        """What still counts as the limit, as a share of the axis."""
        return SLACK / max(1, self.cells - 1)

    def place(self, value: float) -> float | None:
        """Where a value stands, in cells from the first one's middle; None for a gap or outside the limits."""
        low, high = self.limits
        if self.log:
            value = math.log10(value) if value > 0.0 else math.nan
        share = (value / 2 - low / 2) / (high / 2 - low / 2)
        near = -self._slack <= share <= 1 + self._slack
        return min(1.0, max(0.0, share)) * (self.cells - 1) if near else None

    def cell(self, value: float) -> int | None:
        """The cell in which a value stands, counted from the low end; None for a gap or outside the limits."""
        place = self.place(value)
        return None if place is None else min(max(0, self.cells - 1), max(0, math.floor(place + 0.5)))


@dataclass(frozen=True)
class Piece:
    """Some characters next to each other in one colour."""

    x: int
    y: int
    text: str
    colour: str
    bold: bool


@dataclass(frozen=True)
class Plot:
    """A drawn plot: the pieces of which it consists, from the top left. Cells between them are empty."""

    width: int
    height: int
    pieces: tuple[Piece, ...]

    def paint(self, canvas: Canvas, x: int, y: int) -> None:
        """Put it on a canvas; empty cells leave what is there."""
        for piece in self.pieces:
            canvas.put(x + piece.x, y + piece.y, piece.text, piece.colour, piece.bold)


def draw(series: Sequence[Series], x: Axis, y: Axis) -> Plot:
    """Draw series one over the other, the last on top, on x.cells × y.cells characters.

    Where lines share a cell, it shows the dots of all of them in the colour of the last; marks lie over all lines.
    What was drawn lately from series of tuples is not drawn again.
    """
    if all(isinstance(numbers, tuple) for one in series for numbers in (one.x, one.y)):
        return _drawn_lately(tuple(series), x, y)
    return _drawn(series, x, y)


@lru_cache(maxsize=16)
def _drawn_lately(series: tuple[Series, ...], x: Axis, y: Axis) -> Plot:
    return _drawn(series, x, y)


def _drawn(series: Sequence[Series], x: Axis, y: Axis) -> Plot:
    width, height = min(x.cells, WIDEST), min(y.cells, TALLEST)
    if width < 1 or height < 1:
        return Plot(max(0, width), max(0, height), ())
    dots: dict[tuple[int, int], tuple[int, str, bool]] = {}
    marks: dict[tuple[int, int], tuple[str, str, bool]] = {}
    for one in series:
        length = min(len(one.x), len(one.y))
        across, up = x.shares(one.x[:length]), y.shares(one.y[:length])
        if one.line:
            points = _thinned(across, up, width)
            for row, text in enumerate(_lines(_clipped(points), width, height, one.thick)):
                for column, char in enumerate(text[:width]):
                    if char not in (" ", BLANK):
                        seen = dots.get((row, column), (0, "", False))[0]
                        dots[row, column] = seen | (ord(char) - ord(BLANK)), one.colour, one.bold
        if one.mark:
            marks |= {cell: (one.mark[0], one.colour, one.bold) for cell in _cells(across, up, width, height)}
    drawn = {cell: (chr(ord(BLANK) + bits), colour, bold) for cell, (bits, colour, bold) in dots.items()}
    return Plot(width, height, tuple(_pieces(drawn | marks)))


def prepare() -> None:
    """Import plotext, so that the first curve does not have to wait for it. May be called from any thread."""
    _figure()


@cache
def _figure() -> Any:
    """plotext's figure, without anything around the curves and free of the terminal's size."""
    import plotext

    plotext.terminal.limit(False, False)
    return plotext.figure.clear().axes(False).legend(False).canvas("default")


@dataclass(frozen=True)
class _Point:
    """A place in shares of the limits; `joined`: a line leads here from the point before."""

    x: float
    y: float
    joined: bool


def _thinned(x: Array, y: Array, width: int) -> list[_Point]:
    """At most two points a column, the lowest and the highest in it, and one beyond either side; broken at gaps."""
    gap = np.isnan(x) | np.isnan(y)
    placed = x[~np.isnan(x)]
    if np.any(np.diff(placed) < 0):  # a curve goes from left to right; a gap that stands nowhere is none then
        order = np.argsort(x, kind="stable")[: len(placed)]
        x, y, gap = x[order], y[order], gap[order]
    gaps, fine = np.cumsum(gap)[~gap], ~gap
    x, y = x[fine], y[fine]
    columns = np.clip(np.floor(x * (width - 1) + 0.5), -1, width)
    found: list[_Point] = []
    before = None
    for group in np.split(np.arange(len(x)), np.flatnonzero(np.diff(columns)) + 1):
        if not len(group):
            continue
        if columns[group[0]] < 0:
            kept = [group[-1]]
        elif columns[group[0]] == width:
            kept = [group[0]]
        else:
            kept = sorted({group[np.argmin(y[group])], group[np.argmax(y[group])]})
        for index in kept:
            found.append(_Point(float(x[index]), float(y[index]), before is not None and gaps[index] == gaps[before]))
            before = index
    return found


def _clipped(points: Sequence[_Point]) -> list[_Point]:
    """The same lines inside the limits; a line that leaves them and comes back is broken there."""
    found: list[_Point] = []
    for index, point in enumerate(points):
        inside = 0.0 <= point.x <= 1.0 and 0.0 <= point.y <= 1.0
        visible = _visible(points[index - 1], point) if index and point.joined else None
        if visible is None:
            if inside:
                found.append(_Point(point.x, point.y, False))
            continue
        start, end = visible
        if not (found and (found[-1].x, found[-1].y) == start):
            found.append(_Point(*start, False))
        found.append(_Point(*end, True))
    return found


def _visible(one: _Point, other: _Point) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a line that lies within the limits (Liang and Barsky), if any does."""
    dx, dy = other.x - one.x, other.y - one.y
    first, last = 0.0, 1.0
    for step, room in ((-dx, one.x), (dx, 1.0 - one.x), (-dy, one.y), (dy, 1.0 - one.y)):
        if step == 0.0:
            if room < 0.0:
                return None
        elif step < 0.0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    return _at(one, dx, dy, first), (other.x, other.y) if last == 1.0 else _at(one, dx, dy, last)


def _at(one: _Point, dx: float, dy: float, share: float) -> tuple[float, float]:
    return min(1.0, max(0.0, one.x + dx * share)), min(1.0, max(0.0, one.y + dy * share))


def _lines(points: Sequence[_Point], width: int, height: int, thick: int) -> list[str]:
    """What plotext draws through these points: rows of braille characters and blanks."""
    if not points:
        return []
    figure = _figure()
    figure.clear.data()
    figure.plot_size(width, height)
    for axis, cells in ((0, width), (1, height)):
        for side in (0, 1):
            figure.ruler(axis, side).ticks([]).alignment(lim="edge").lim(-0.5, cells - 0.5)
    for lift in range(min(thick, 4)):
        across = [_dot(point.x * (width - 1), 2, width) for point in points]
        up = [_dot(point.y * (height - 1), 4, height, lift) for point in points]
        signal = figure.signal(across, up, marker="braille")
        for index, point in enumerate(points):
            signal.line(index, point.joined)
        figure.draw(signal.density("simple"))
    rows: list[str] = figure.build().string(colorless=True).split("\n")
    return rows[:height]


def _dot(place: float, dots: int, cells: int, lift: int = 0) -> float:
    """The middle of the dot at a place, in cells from the first one's middle: plotext rounds nothing then."""
    dot = min(dots * cells - 1, max(0, math.floor((place + 0.5) * dots) + lift))
    return (dot + 0.5) / dots - 0.5


def _cells(x: Array, y: Array, width: int, height: int) -> set[tuple[int, int]]:
    """The cells (row, column) in which points within the limits stand."""
    with np.errstate(invalid="ignore"):
        inside = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    columns = np.floor(x[inside] * (width - 1) + 0.5).astype(int)
    rows = height - 1 - np.floor(y[inside] * (height - 1) + 0.5).astype(int)
    return set(zip(rows.tolist(), columns.tolist(), strict=True))


def _pieces(cells: dict[tuple[int, int], tuple[str, str, bool]]) -> list[Piece]:
    """Cells (row, column) joined to pieces where they touch and look alike."""
    found: list[Piece] = []
    for (row, column), (char, colour, bold) in sorted(cells.items()):
        last = found[-1] if found else None
        if last and (last.y, last.x + len(last.text), last.colour, last.bold) == (row, column, colour, bold):
            found[-1] = Piece(last.x, row, last.text + char, colour, bold)
        else:
            found.append(Piece(column, row, char, colour, bold))
    return found


def decades(values: Sequence[float], rows: int) -> tuple[Axis, tuple[tuple[int, int], ...]]:
    """A log axis on so many rows for these values, as large as it can be drawn with whole decades on the middles of
    rows; and where those are: (row from the top, power of ten). Two of them at least where there are rows for two."""
    shown = [math.log10(v) for v in values if 0.0 < v < math.inf]
    low, high = (min(shown), max(shown)) if shown else (-3.0, 0.0)
    if math.floor(high) - math.ceil(low) < 1:
        low = math.floor(low)
        high = max(high, low + 1)
    steps = [(per, 1) for per in range(rows - 1, 0, -1)] + [(1, every) for every in range(2, 700)]
    for per, every in steps:  # rows a decade, decades a row
        top, bottom = math.ceil(high * per / every - ROUNDED), math.floor(low * per / every + ROUNDED)
        if top - bottom < rows > 1:
            numbers = range(top, top - rows, -1)
            ticks = tuple((row, n * every // per) for row, n in enumerate(numbers) if n % per == 0)
            return Axis((top - rows + 1) * every / per, top * every / per, rows, log=True), ticks
    return Axis(low, high, max(0, rows), log=True), ()
