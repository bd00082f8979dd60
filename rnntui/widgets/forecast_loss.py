"""The loss while the networks learn, their numbers, and the time it takes."""

from __future__ import annotations

from rnntui_engine.forecast.network import CELLS

from ..canvas import Canvas, Span
from ..forecast_figure import Figure
from ..keyboard import shown
from ..marks import decade_label
from ..plot import Axis, Series, decades, draw
from .forecast_panel import ForecastPanel, colour
from .panel import Area

LABEL = 6


class ForecastLossPanel(ForecastPanel):
    """Loss curves."""

    NAME = "forecast-loss"
    HELP = (
        "**Loss.** The mean square of output minus target over all training windows, before each update, on a log "
        "axis: the targets are scaled to variance one, so 1 is as bad as always saying the mean. An *epoch* is one "
        "update of all weights by Adam, from all windows at once. Curves are those of seed 0.\n\n"
        "A loss that goes on falling while the test error stays means: it learns these windows, not the series. The "
        "*numbers* are what training may change, PyTorch's two bias vectors both; beside them the median time that "
        "one training takes here, with as many at a time as there are cores.\n\n"
        "`⟨forecast-epochs⟩` and `⟨forecast-hidden⟩` change how long and how wide; `⟨forecast-seeds⟩` trains more "
        "seeds. `⟨leave⟩` stops at once, and what is done stays; `⟨forecast-go⟩` goes on."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        title: list[Span] = [("Loss", "text"), ("  seed 0, while it learns", "dim")]
        foot: list[Span] = [(figure.job or ("stopped" if figure.stopped else ""), "text")]
        area = self.frame(canvas, title, foot if self.boxed and foot[0][0] else [])
        _paint(canvas, figure, area, self.boxed)


def _paint(canvas: Canvas, figure: Figure, area: Area, boxed: bool) -> None:
    y = area.y
    if figure.total and figure.job:
        tenths = min(10, 10 * figure.epochs // figure.total)
        words = f"{100 * figure.epochs // figure.total} % {'■' * tenths}{'□' * (10 - tenths)}"
        canvas.put(area.x, y, words if boxed else f"{words} {figure.job}"[: area.width], "text", True)
        y += 1
    elif figure.stopped:
        canvas.put(area.x, y, f"stopped; {shown('forecast-go')} goes on"[: area.width], "text", True)
        y += 1
    rows = area.y + area.height - y - len(CELLS) - 1
    if rows >= 2:
        _curves(canvas, figure, Area(area.x, y, area.width, rows + 1))
        y += rows + 1
    for cell in CELLS:
        if y >= area.y + area.height:
            break
        model = figure.model(cell)
        canvas.put(area.x, y, model.mark, colour(canvas, model), True)
        canvas.put(area.x + 2, y, model.label, "text")
        canvas.right(area.x + 20, y, f"{model.parameters} numbers", "dim")
        seconds, losses = figure.seconds(cell), figure.losses.get(cell)
        if seconds is not None:
            canvas.right(area.x + 28, y, f"{seconds:.1f} s", "dim")
        if losses and area.width >= 42:
            canvas.right(area.x + 42, y, f"loss {losses[-1]:.4f}", "dim")
        y += 1


def _curves(canvas: Canvas, figure: Figure, area: Area) -> None:
    rows, width, left = area.height - 1, area.width - LABEL, area.x + LABEL
    values = [value for losses in figure.losses.values() for value in (min(losses), max(losses)) if losses]
    up, ticks = decades(values, rows)
    for row, power in ticks:
        canvas.right(left - 1, area.y + row, decade_label(power), "dim")
        canvas.put(left, area.y + row, "┈" * width, "border")
    last = max(2, figure.place.epochs)
    series = [
        Series(tuple(float(n) for n in range(1, len(losses) + 1)), losses, colour(canvas, figure.model(cell)))
        for cell in CELLS if (losses := figure.losses.get(cell))
    ]  # fmt: skip
    draw(series, Axis(1, last, width), up).paint(canvas, left, area.y)
    if not series:
        canvas.put(left, area.y + rows // 2, "not begun" if figure.stopped else "beginning…", "text")
    for cell in CELLS:
        losses = figure.losses.get(cell)
        if losses and (high := up.cell(losses[-1])) is not None:
            x = Axis(1, last, width).cell(float(len(losses))) or 0
            model = figure.model(cell)
            canvas.put(left + x, area.y + rows - 1 - high, model.mark, colour(canvas, model), True)
    canvas.put(area.x, area.y + rows, "epoch", "dim")
    canvas.put(left, area.y + rows, "1", "dim")
    canvas.right(left + width, area.y + rows, str(last), "dim")
