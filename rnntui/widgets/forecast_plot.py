"""The series and the lit model's forecasts of its last two years, with SARIMA's band."""

from __future__ import annotations

import math

from rnntui_engine.forecast.judging import unlogged
from rnntui_engine.forecast.problem import TEST
from rnntui_engine.forecast.series import YEAR
from rnntui_engine.records import Array

from ..canvas import Canvas, Span
from ..forecast_figure import SARIMA, Figure
from ..palette import mixed
from ..plot import Axis, Series, draw
from .forecast_panel import ForecastPanel, colour
from .panel import Area

LABEL = 6  # cells for the names of the values
SHORT = 48  # months that are drawn of a long series


class ForecastPlotPanel(ForecastPanel):
    """Truth, forecasts, band."""

    NAME = "forecast"
    HELP = (
        "**Forecasting a series.** International airline passengers, a number a month from 1949 to 1960 (Box and "
        "Jenkins, *Time Series Analysis*, 1970, series G): it grows, and every year repeats the one before, larger. "
        "A textbook lets three recurrent networks forecast it. Each reads a *window* of months and gives the next; it "
        "is trained on the windows before the upright line and tested on the two years after it.\n\n"
        "The thin line is what happened, the thick one with marks what the lit model forecasts. `⟨forecast-up⟩` and "
        "`⟨forecast-down⟩` light another. All of them see logarithms: there, growth by so many percent is always the "
        "same step. `⟨forecast-scale⟩` draws the logarithms instead of what was counted; `⟨forecast-span⟩` the whole "
        "series.\n\n"
        "**One step ahead** means that every forecast is made from true months. `⟨forecast-horizon⟩` goes further: "
        "each forecast is fed back as if it were true, for so many months, before the truth is let in again.\n\n"
        "**SARIMA** (0,1,1)(0,1,1,12) is the airline model of statistics: three numbers, fitted to the months before "
        "the test. It says how sure it is: the band (░ without colour) should hold 95 of 100 months. A network gives "
        "no band.\n\n"
        "`⟨forecast-window⟩` asks for another window. The textbook says that nobody told the network the period of "
        "twelve months; but the window is twelve.\n\n"
        "`⟨forecast-series⟩` opens a CSV file of your own: `month,value`, then 1949-01,112 and so on."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        lit, place = figure.lit, figure.place
        unit = f"ln of {figure.problem.series.unit}" if place.logs else figure.problem.series.unit
        state: list[Span] = [(lit.mark, colour(canvas, lit), True), (f" {lit.label}", "text")]
        ahead = "one step ahead" if place.horizon == 1 else f"{place.horizon} months ahead"
        name = figure.problem.series.name
        if self.boxed:
            title: list[Span] = [(name[:1].upper() + name[1:], "text"), (f"  {unit}", "dim")]
            band: list[Span] = []
            if figure.answers.sarima is not None and lit.kind == SARIMA:
                band = [("   ", "dim"), _band_sign(canvas), (" 95 % band", "dim")]
            area = self.frame(canvas, title, [("── truth   ", "text"), *state, (f", {ahead}", "dim"), *band])
        else:
            short = ahead if canvas.width >= 36 else ahead.removesuffix(" ahead")
            area = self.frame(canvas, [("Series", "text"), ("  ", "dim"), *state, (f", {short}", "dim")])
        _paint(canvas, figure, area)


def _band_sign(canvas: Canvas) -> Span:
    return ("░░", "dim") if canvas.plain else ("  ", "text", False, _band_colour(canvas))


def _band_colour(canvas: Canvas) -> str:
    return mixed(canvas.palette.ground, canvas.palette.curves[3], 0.25)


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    problem, rows, width = figure.problem, area.height - 1, area.width - LABEL
    if rows < 2 or width < 12:
        return
    start = 0 if figure.place.whole else max(0, len(problem.series) - SHORT)
    scaled = (lambda logs: logs) if figure.place.logs else unlogged
    truth, lit = scaled(problem.logs[start:]), figure.lit
    logs = None if lit.logs is None else scaled(lit.logs)
    fitted = figure.answers.sarima if lit.kind == SARIMA else None
    band = None if fitted is None else (scaled(fitted.low), scaled(fitted.high))
    values = [*truth.tolist(), *(logs.tolist() if logs is not None else ())]
    if band is not None:
        values += [*band[0].tolist(), *band[1].tolist()]
    low, high = min(values), max(values)
    up, across = Axis(low, high, rows), Axis(start, len(problem.series) - 1, width)
    left = area.x + LABEL
    _grid(canvas, area, left, width, up, rows)
    if band is not None:
        _band(canvas, figure, band, Area(left, area.y, width, rows), across, up)
    split = left + (across.cell(problem.first) or 0)
    for row in range(rows):
        canvas.put(split, area.y + row, "┊", "dim")
    months = tuple(float(n) for n in range(start, len(problem.series)))
    series = [Series(months, tuple(truth.tolist()), "text")]
    if logs is not None:
        every = 1 if width >= 2 * (len(problem.series) - start) else 6  # a mark on each month would hide the line
        ink, found = colour(canvas, lit), tuple(logs.tolist())
        series.append(Series(months[-TEST:], found, ink, thick=2, bold=True))
        series.append(Series(months[-TEST:][every - 1 :: every], found[every - 1 :: every], ink, lit.mark, line=False))
    draw(series, across, up).paint(canvas, left, area.y)
    if logs is None:
        words = " not computed " if figure.failed or (lit.kind == SARIMA and figure.answers.without) else " computing… "
        canvas.put(max(left, split - len(words) - 1), area.y + rows // 2, words, "text")
    _years(canvas, figure, area, left, across, start, split)


def _grid(canvas: Canvas, area: Area, left: int, width: int, up: Axis, rows: int) -> None:
    """Round values as faint lines, from the bottom, no two of them closer than three rows."""
    low, high = up.limits
    step = _round_step((high - low) / max(1, rows // 3))
    value, last = math.ceil(low / step) * step, rows + 3
    while value <= high:
        row = rows - 1 - (up.cell(value) or 0)
        if last - row >= 3:
            canvas.right(left - 1, area.y + row, f"{value:.10g}", "dim")
            canvas.put(left, area.y + row, "┈" * width, "border")
            last = row
        value += step


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def _band(canvas: Canvas, figure: Figure, band: tuple[Array, Array], area: Area, across: Axis, up: Axis) -> None:
    """The ground between low and high, column by column."""
    first = figure.problem.first
    for column in range(across.cell(first) or 0, area.width):
        month = across.low + column / max(1, area.width - 1) * (across.high - across.low) - first
        index = min(TEST - 1, max(0, round(month)))
        bottom, top = (up.cell(float(edge[index])) or 0 for edge in band)
        for row in range(area.height - 1 - top, area.height - bottom):
            if canvas.plain:
                canvas.put(area.x + column, area.y + row, "░", "dim")
            else:
                canvas.tint(area.x + column, area.y + row, 1, 1, _band_colour(canvas))


def _years(canvas: Canvas, figure: Figure, area: Area, left: int, across: Axis, start: int, split: int) -> None:
    """The years under the axis, each at its January, and where the test begins."""
    y, end = area.y + area.height - 1, area.x + area.width
    series = figure.problem.series
    test = "test ►" if split + 6 < end else ""
    canvas.put(split, y, "┊", "dim")
    taken = [(split, split + len(test) + 1)]
    canvas.put(split + 1, y, test, "dim")
    for month in range(start, len(series)):
        if (series.first + month) % YEAR:
            continue
        x = left + (across.cell(month) or 0)
        year = series.month(month)[:4]
        if x + 4 <= end and all(x > b or x + 4 < a for a, b in taken):
            canvas.put(x, y, year, "text")
            taken.append((x, x + 4))
