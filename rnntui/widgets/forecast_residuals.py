"""What the lit model misses, month by month, and whether it forecasts or copies."""

from __future__ import annotations

from rnntui_engine.forecast.problem import TEST
from rnntui_engine.forecast.series import YEAR

from ..canvas import Canvas, Span
from ..forecast_figure import LINE, Figure
from ..marks import number, short
from ..palette import mixed
from ..plot import Axis
from .forecast_panel import ForecastPanel, colour
from .panel import Area

LABEL = 6


class ForecastResidualsPanel(ForecastPanel):
    """Residuals."""

    NAME = "forecast-residuals"
    HELP = (
        "**What it misses.** A bar for each month of the test: forecast minus truth on the log scale, up where the "
        "forecast was too high. The small strokes are the straight line's misses. Misses without a pattern are what a "
        "good model leaves; a season or a drift in them is something that it has not learned.\n\n"
        "**Forecast or copy?** A model that has learned little repeats the last value: its curve looks right and comes "
        "a month late. So its forecasts are laid over the truth and shifted back by 0 to 12 months; *nearest to* says "
        "where they fit best: to the month they are for, or to one already known. Beside it are the correlations with "
        "the month itself and with the month before. Whoever copies is closer to the month before."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        lit = figure.lit
        title: list[Span] = [
            ("Misses", "text"),
            ("  ", "dim"),
            (lit.mark, colour(canvas, lit), True),
            (f" {lit.label}", "dim"),
        ]
        foot: list[Span] = []
        if self.boxed and lit.kind != LINE:
            foot = [("▬ straight line", "dim")]
        _paint(canvas, figure, self.frame(canvas, title, foot))


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    lit, line, problem = figure.lit, figure.line, figure.problem
    said = _lag(figure, area.width)[: 1 if area.height < 7 else 2]
    dated = area.height >= 6  # there is a row for the months' names
    rows, width, left = area.height - dated - len(said), area.width - LABEL, area.x + LABEL
    if rows < 3 or width < TEST:
        return
    for offset, words in enumerate(said):
        canvas.put(
            area.x, area.y + area.height - len(said) + offset, words[: area.width], "text" if offset == 0 else "dim"
        )
    if lit.logs is None:
        canvas.put(left, area.y + rows // 2, "computing…" if not figure.answers.without else "not computed", "text")
        return
    residuals = (lit.logs - problem.truth).tolist()
    others = (line.logs - problem.truth).tolist() if line.logs is not None and lit.kind != LINE else []
    most = max(abs(value) for value in [*residuals, *others, 0.01])
    rows -= 1 - rows % 2  # an odd number: zero has a row of its own
    half = rows // 2
    up = Axis(-most, most, rows)
    middle = area.y + half
    canvas.put(left, middle, "─" * width, "border")
    for y, value in ((area.y, most), (middle, 0.0), (area.y + rows - 1, -most)):
        canvas.right(left - 1, y, number(value, 2, "+") if value else "0", "dim")
    every = width // TEST
    ink = mixed(canvas.palette.ground, canvas.colour(colour(canvas, lit)), 0.75)
    for month, value in enumerate(residuals):
        x, wide = left + month * every, max(1, every - 1)
        cell = (up.cell(value) or 0) - half
        for step in range(1, abs(cell) + 1):
            canvas.put(x, middle - (step if cell > 0 else -step), "█" * wide, ink)
        if cell == 0 and value:
            canvas.put(x, middle, ("▀" if value > 0 else "▄") * wide, ink)
        if others:
            row = middle - ((up.cell(others[month]) or 0) - half)
            canvas.put(x, row, "▬" * wide, "ground" if canvas.char(x, row) == "█" else "text", True)
    if not dated:
        return
    y, series = area.y + rows, problem.series
    canvas.put(left, y, series.month(problem.first), "dim")
    canvas.right(left + TEST * every, y, series.month(len(series) - 1), "dim")


def _lag(figure: Figure, width: int) -> tuple[str, ...]:
    """Where the forecasts fit best, in two lines."""
    found = figure.lag
    if found is None:
        return ("", "")
    nearest = {0: "the month they are for", 1: "the month BEFORE: a copy", YEAR: "the same month last year"}
    where = nearest.get(found.best, f"{found.best} months before")
    truth, last = short(found.with_truth, 3), short(found.with_last, 3)
    if width >= 62:
        return f"Forecasts are nearest to {where}.", f"Correlation with it {truth}, with the month before {last}." if (
            found.best == 0) else f"Correlation with their month {truth}, with the month before {last}."  # fmt: skip
    return f"Near {where}.", f"r {truth}; with month before {last}"
