"""The errors of many seeds: is it the cell or the seed?"""

from __future__ import annotations

from rnntui_engine.forecast.network import CELLS
from rnntui_engine.forecast.rivals import LAST_VALUE

from ..canvas import Canvas, fitting
from ..forecast_figure import Figure, progress
from ..marks import column
from ..palette import mixed
from ..plot import Axis
from ..reach_figure import percent
from .forecast_panel import ForecastPanel, colour
from .panel import Area

LABEL = 7
RANKING = "GRU < RNN < LSTM"


class ForecastSeedsPanel(ForecastPanel):
    """The scatter over the seeds."""

    NAME = "forecast-seeds"
    gap = 2
    HELP = (
        "**The cell or the seed?** The textbook trains one network of each cell, and ranks the cells by it. Here the "
        "same networks are trained from other initial values, a seed each. Every digit stands where networks have that "
        "error, and counts them (+ for more than nine); ▲ under a row is seed 0, ┃ the median. The dashed lines are "
        "what the straight line and the last value miss by.\n\n"
        "*GRU < RNN < LSTM* is the textbook's ranking. How many seeds have it is counted, with the 95 % interval of "
        "that share (Wilson 1927). Where the clouds overlap, a single seed decides nothing."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        about = progress(figure)
        notes = (f"  error of {about}", f"  {about}")
        title = fitting(self.title_room(canvas), *([("Cell or seed?", "text"), (note, "dim")] for note in notes))
        room = canvas.width - 5  # in the border below
        signs = "▲ seed 0   ┃ median"
        foot = fitting(
            room,
            *([(f"{digits}{signs}", "dim")] for digits in ("digits: so many networks   ", "digits: how many   ", "")),
        )
        foot = foot if self.boxed else []
        _paint(canvas, figure, self.frame(canvas, title, foot))


def _paint(canvas: Canvas, figure: Figure, area: Area) -> None:
    width, left = area.width - LABEL, area.x + LABEL
    errors = [one.rmse for found in figure.outcomes.values() for one in found.values()]
    lines = [(figure.line.rmse, "/"), (figure.model(LAST_VALUE).rmse, "○")]
    values = [*errors, *(value for value, _ in lines if value is not None)]
    if not values or width < 12:
        canvas.put(area.x, area.y + area.height // 2, "computing…", "text")
        return
    room = max(values) - min(values) or 0.01
    across = Axis(max(0.0, min(values) - room / 20), max(values) + room / 20, width)
    said = _said(figure, area.width)
    rows = area.height - len(said) - 1
    every = min(8, rows // len(CELLS))
    end = area.y + min(rows, every * len(CELLS))
    for value, sign in lines:
        if value is not None and (x := across.cell(value)) is not None:
            for row in range(area.y, end):
                canvas.put(left + x, row, "┊", "dim")
            canvas.put(left + x, end, sign, "text", True)
    for place, cell in enumerate(CELLS):
        y = area.y + place * every
        if y < end:
            _row(canvas, figure, cell, area.x, y, left, across, every)
    low, high = (f"{value:.3f}".removeprefix("0") for value in (min(values), max(values)))
    canvas.put(area.x, end, "error", "dim")
    for text, value in ((low, min(values)), (high, max(values))):
        x = left + (across.cell(value) or 0)
        start = x + 2 if text is low else x - len(text)
        canvas.put(start, end, text, "dim")
    for offset, (words, ink) in enumerate(said):
        canvas.put(area.x, area.y + area.height - len(said) + offset, words, ink)


def _row(canvas: Canvas, figure: Figure, cell: str, x: int, y: int, left: int, across: Axis, rows: int) -> None:
    """One cell's networks, how many in each place, and under them seed 0 and the median; with room a column each."""
    model, found = figure.model(cell), figure.outcomes[cell]
    ink = colour(canvas, model)
    counts: dict[int, int] = {}
    for one in found.values():
        at = across.cell(one.rmse) or 0
        counts[at] = counts.get(at, 0) + 1
    tall = max(0, rows - 3)  # rows of a column; the digit stands over it
    base = y + tall
    canvas.put(x, base, model.mark, ink, True)
    canvas.put(x + 2, base, model.label, "text")
    most = max(counts.values(), default=1)
    for at, count in counts.items():
        eighths = 8 * tall * count // most
        column(canvas, left + at, base, 1, eighths, mixed(canvas.palette.ground, canvas.colour(ink), 0.75))
        canvas.put(left + at, base - -(-eighths // 8), str(count) if count < 10 else "+", ink, True)
    middle = figure.median(cell)
    if middle is not None and rows > 1 and len(found) > 1:
        canvas.put(left + (across.cell(middle) or 0), base + 1, "┃", ink, True)
    if 0 in found and rows > 1:
        canvas.put(left + (across.cell(found[0].rmse) or 0), base + 1, "▲", "lit_bar", True)


def _said(figure: Figure, width: int) -> list[tuple[str, str]]:
    """How often the ranking holds."""
    counted = figure.ranking
    if counted.seeds < 2:
        words = f"{RANKING}? One seed cannot tell."
        return [(words if width >= len(words) else "One seed cannot tell.", "dim")]
    interval = f"{percent(counted.low)} to {percent(counted.high)}"
    words = f"{RANKING} in {counted.holding} of {counted.seeds} seeds"
    return (
        [(f"{words}, {interval} (Wilson)", "text")]
        if width >= 54
        else [(words, "text"), (f"{interval} (Wilson)", "dim")]
    )
