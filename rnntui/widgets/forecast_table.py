"""The errors of all models, the smallest first."""

from __future__ import annotations

from ..canvas import Canvas, cut
from ..forecast_figure import LINE, NETWORK, SARIMA, Figure, Model
from ..marks import gauge, page
from ..palette import mixed
from .decay_panel import paragraph
from .forecast_panel import ForecastPanel, colour
from .panel import Area

NAMES = {"same month plus mean change": "same month + mean change", "same month plus change": "same month + change"}


class ForecastTablePanel(ForecastPanel):
    """Root mean square errors."""

    NAME = "forecast-table"
    gap = 2
    HELP = (
        "**Errors.** How far a model is off in the last two years: the root of the mean square of forecast minus "
        "truth, on the scale of natural logarithms, where 0.1 is about ten percent. The smallest error is on top. "
        "Networks stand with *seed 0*, the textbook's; the seeds beside it are another panel.\n\n"
        "- *straight line*: an autoregression, the sum of the same months that the networks see, each times a number, "
        "found by least squares. It is the fair rival: the same inputs, a constant more.\n"
        "- *last value*: the month before, repeated.\n"
        "- *same month*: the same month last year.\n"
        "- *same month + change*: that, plus what last month had gained in a year. It looks back thirteen months.\n"
        "- *same month + mean change*: that, plus the mean yearly change of the training part.\n"
        "- *SARIMA*: the airline model of statistics, with three numbers; lit, it shows them.\n\n"
        "*numbers*: how many a model takes from the data, beside how many windows there are to take them from. A "
        "network has thousands from a hundred windows. A click lights a model."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        if self.boxed:
            windows = f"{figure.problem.training_windows} windows to learn from"
            area = self.frame(canvas, [("Errors", "text"), ("  RMSE of ln, smallest first", "dim")], [(windows, "dim")])
        else:
            area = self.frame(canvas, [("Errors", "text"), ("  RMSE of ln", "dim")])
        _table(canvas, figure, area)


def _table(canvas: Canvas, figure: Figure, area: Area) -> None:
    y, bottom, end = area.y, area.y + area.height, area.x + area.width
    room = area.width - 4 - 7  # beside the signs and the error
    counts = room >= 22 + 8  # room for how many numbers each has
    names = min(27, room - (8 if counts else 0))
    error = area.x + 4 + names + 7
    spaced = 2 if area.height >= 2 * len(figure.models) + 4 else 1
    if area.height > len(figure.models):
        canvas.right(error, y, "error", "dim")
        if counts:
            canvas.right(error + 8, y, "numbers", "dim")
        y += 1
    largest = max((model.rmse or 0.0 for model in figure.models), default=0.0) or 1.0
    bar = error + 10
    at = [model.name for model in figure.models].index(figure.lit.name)
    for place in page(at, len(figure.models), (bottom - y + spaced - 1) // spaced):
        model = figure.models[place]
        lit = model.name == figure.lit.name
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
            canvas.put(area.x, y, "►", "lit_bar", True)
        if place == 0 and model.rmse is not None:
            canvas.put(area.x + 1, y, "✓", "positive", True)
        strong = lit or model.kind == LINE
        canvas.put(area.x + 2, y, model.mark, colour(canvas, model), True)
        canvas.put(area.x + 4, y, cut(NAMES.get(model.name, model.label), names), "text", strong)
        canvas.right(error, y, _value(figure, model), "dim" if model.rmse is None else "text", strong)
        if counts and model.parameters is not None:
            canvas.right(error + 8, y, str(model.parameters), "dim", strong)
        if counts and end - bar >= 6 and model.rmse is not None:
            muted = mixed(canvas.palette.ground, canvas.colour(colour(canvas, model)), 0.6)
            gauge(canvas, bar, y, end - bar, model.rmse / largest, muted, "lit_track" if lit else "track")
        canvas.link(area.x, y, area.width, 1, f"forecast-model {model.name}")
        y += spaced
    paragraph(canvas, area.x, y + (0 if spaced > 1 else 1), area.width, bottom, _note(figure))


def _value(figure: Figure, model: Model) -> str:
    if model.rmse is not None:
        return f"{model.rmse:.4f}"
    if model.kind == SARIMA and figure.answers.without:
        return "not here"
    return "–" if figure.failed or figure.stopped else "…"


def _note(figure: Figure) -> str:
    """What the table comes to, or how to get what is missing."""
    if figure.answers.without:
        return f"{figure.answers.without}."
    fitted = figure.answers.sarima
    if figure.lit.kind == SARIMA and fitted is not None:
        time = f", fitted in {fitted.seconds:.2f} s" if figure.timed else ""
        return (
            f"{fitted.in_words()}; from {figure.problem.first} months{time}. θ and Θ weigh what was missed a month and "
            "a year before, σ² is the variance of what is missed."
        )
    losing = figure.losing
    networks = [model for model in figure.models if model.kind == NETWORK and model.rmse is not None]
    if losing and len(losing) == len(networks):
        return (
            f"Every network loses to a straight line through the same {figure.place.window} months. "
            "It has far fewer numbers to find."
        )
    return "Networks: seed 0. 0.1 on the log scale is about ten percent."
