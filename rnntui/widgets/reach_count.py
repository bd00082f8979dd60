"""The count beside the shares: steps back carried, and how far the runs reach one by one."""

from __future__ import annotations

from ..canvas import Canvas, Span, cut
from ..marks import UPWARD
from ..reach_figure import Figure, Kind, Spread, counted, so_far
from .decay_panel import paragraph
from .panel import Area
from .reach_panel import ReachPanel, choose, colour


class ReachCountPanel(ReachPanel):
    """A count for each kind of network."""

    NAME = "reach-count"
    gap = 2
    HELP = (
        "**Steps back carried** is one number for a kind of network: the largest T such that, at T *and at every "
        "shorter length shown*, at least 90 % of the runs beat the baseline by more than 0.10. It can change with the "
        "lengths that are shown and with the number of runs; of two runs it says little.\n\n"
        "**A run's own reach** is the same for one run alone: the largest T such that it beats the baseline there and "
        "at every shorter length shown, 0 where it falls short at the shortest already. Each T is a training of its "
        "own, from the same initial values. *Median*: half of the runs reach at most so far. *8 in 10*: from the tenth "
        "to the ninetieth percentile of the runs. The small bars show how many runs reach how far, 0 and then each T. "
        "Only runs that are done at every T count here.\n\n"
        "The row with › is the kind chosen above; a click chooses another."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        if self.boxed:
            foot: list[Span] = [(f"{counted(figure.runs)}   › chosen", "dim")]
            _spacious(canvas, figure, self.frame(canvas, [("Steps back carried", "text")], foot))
        else:
            _narrow(canvas, figure, self.frame(canvas, [("Steps back", "text"), (f"  {counted(figure.runs)}", "dim")]))


def _spacious(canvas: Canvas, figure: Figure, area: Area) -> None:
    y, bottom = area.y, area.y + area.height
    gap = 1 if area.height >= 3 * len(figure.kinds) + 4 else 0
    for kind in figure.kinds:
        if y + 2 >= bottom:
            return
        spread = figure.spread(kind)
        if kind.chosen:
            canvas.tint(area.x, y, area.width, 1, "tint")
        _head(canvas, figure, kind, area.x, y, area.width)
        words, own = _own(figure, kind, spread)
        canvas.put(area.x + 4, y + 1, words, "dim")
        end = canvas.put(area.x + 4, y + 2, own, "text")
        if spread is not None and end + 2 + len(spread.counts) <= area.x + area.width:
            canvas.right(area.x + area.width, y + 2, _bars(spread), colour(canvas, kind))
        canvas.link(area.x, y, area.width, 3, choose(figure, kind) or "runs")
        y += 3 + gap
    texts = [
        "At least 90 % of the runs learn at this T and at every shorter one shown.",
        "A run's own reach: the largest T such that it learns there and at every shorter one shown. Bars: how many "
        "runs reach how far, 0 and then each T.",
    ]
    for text in texts:
        after = paragraph(canvas, area.x, y, area.width, bottom, text)
        y = after + (1 if gap and after > y else 0)


def _narrow(canvas: Canvas, figure: Figure, area: Area) -> None:
    y, bottom = area.y, area.y + area.height
    rows = 3 if area.height >= 3 * len(figure.kinds) else 2 if area.height >= 2 * len(figure.kinds) else 1
    for kind in figure.kinds:
        if y >= bottom:
            return
        if kind.chosen:
            canvas.tint(area.x - 1, y, area.width + 1, 1, "tint")
        _head(canvas, figure, kind, area.x - 1, y, area.width + 1)
        spread = figure.spread(kind)
        words, own = _own(figure, kind, spread)
        if rows == 3:
            canvas.put(area.x + 3, y + 1, cut(words, area.width - 3), "dim")
        if rows > 1:
            canvas.put(area.x + 3, y + rows - 1, cut(own, area.width - 3), "text")
        canvas.link(area.x, y, area.width, rows, choose(figure, kind) or "runs")
        y += rows
    paragraph(canvas, area.x, y + 1, area.width, bottom, "learns in 90 % of the runs, at every T up to there")


def _head(canvas: Canvas, figure: Figure, kind: Kind, x: int, y: int, width: int) -> None:
    """The kind, and its count."""
    canvas.put(x, y, "›" if kind.chosen else " ", "text", True)
    canvas.put(x + 2, y, kind.mark, colour(canvas, kind), True)
    carried = figure.carried(kind)
    canvas.put(x + 4, y, cut(kind.short if width < 32 else kind.name, width - 9), "text", kind.chosen)
    canvas.right(x + width, y, "…" if carried is None else str(carried), "text", True)


def _own(figure: Figure, kind: Kind, spread: Spread | None) -> tuple[str, str]:
    """What the second line is about, and the runs' own reaches."""
    words = f"{so_far(figure.finished[kind], figure.runs)} one by one:"
    if spread is None:
        return words, "…"
    if spread.runs < 10:
        return words, f"median {spread.median}, {min(_there(spread))} to {max(_there(spread))}"
    return words, f"median {spread.median}, 8 in 10 {spread.low}–{spread.high}"


def _there(spread: Spread) -> list[int]:
    return [length for length, count in spread.counts.items() if count]


def _bars(spread: Spread) -> str:
    """How many runs reach how far: a bar for 0 and each length."""
    most = max(spread.counts.values())
    return "".join(UPWARD[max(1, round(8 * n / most)) if n else 0] if n else "·" for n in spread.counts.values())
