"""The count beside the shares: steps back carried, and how far the runs reach one by one."""

from __future__ import annotations

from rich.cells import cell_len

from ..canvas import Canvas, Span, cut, fitting
from ..marks import UPWARD
from ..reach_figure import Figure, Kind, Spread, progress
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
            foot: list[Span] = [(f"{progress(figure)}   › chosen", "dim")]
            _spacious(canvas, figure, self.frame(canvas, [("Steps back carried", "text")], foot))
        else:
            title: list[Span] = [("Steps back", "text")]
            _narrow(
                canvas,
                figure,
                self.frame(canvas, fitting(self.title_room(canvas), [*title, (f"  {progress(figure)}", "dim")], title)),
            )


def _spacious(canvas: Canvas, figure: Figure, area: Area) -> None:
    y, bottom = area.y, area.y + area.height
    gap = 1 if area.height >= 3 * len(figure.kinds) + 4 else 0
    for kind in figure.kinds:
        if y + 2 >= bottom:
            return
        if kind.chosen:
            canvas.tint(area.x, y, area.width, 1, "tint")
        _head(canvas, figure, kind, area.x, y, area.width)
        _own(canvas, figure, kind, Area(area.x + 4, y + 1, area.width - 4, 2))
        canvas.link(area.x, y, area.width, 3, choose(figure, kind) or "runs")
        y += 3 + gap
    texts = [
        "Steps back carried: at this T, and at every shorter one shown, at least 90 % of the runs learn.",
        "A run alone: the largest T such that it learns there and at every shorter one shown. The bars: how many runs "
        "reach how far, 0 and then each T.",
    ]
    for text in texts:
        after = paragraph(canvas, area.x, y, area.width, bottom, text)
        y = after + (1 if gap and after > y else 0)


def _narrow(canvas: Canvas, figure: Figure, area: Area) -> None:
    y, bottom = area.y, area.y + area.height
    rows = next((n for n in (3, 2) if area.height >= n * len(figure.kinds)), 1)
    for kind in figure.kinds:
        if y >= bottom:
            return
        if kind.chosen:
            canvas.tint(area.x - 1, y, area.width + 1, 1, "tint")
        _head(canvas, figure, kind, area.x - 1, y, area.width + 1)
        _own(canvas, figure, kind, Area(area.x + 3, y + 1, area.width - 3, rows - 1))
        canvas.link(area.x, y, area.width, rows, choose(figure, kind) or "runs")
        y += rows
    paragraph(canvas, area.x, y, area.width, bottom, "9 in 10 learn up to there")


def _head(canvas: Canvas, figure: Figure, kind: Kind, x: int, y: int, width: int) -> None:
    """The kind, and its count."""
    canvas.put(x, y, "›" if kind.chosen else " ", "text", True)
    canvas.put(x + 2, y, kind.mark, colour(canvas, kind), True)
    carried = figure.carried(kind)
    counts = ["…" if carried is None else f"{carried} steps" if carried != 1 else "1 step"]
    if carried == 0:  # runs may reach far one by one all the same
        counts = [f"0: <90 % at T = {figure.lengths[0]}", f"0: <90 % at T {figure.lengths[0]}", "0 steps"]
    name = kind.short if width < 32 else kind.name
    count = next((one for one in counts if cell_len(name) + len(one) <= width - 6), counts[-1])
    canvas.put(x + 4, y, cut(name, width - 6 - len(count)), "text", kind.chosen)
    canvas.right(x + width, y, count, "text", True)


def _own(canvas: Canvas, figure: Figure, kind: Kind, area: Area) -> None:
    """How far the runs reach one by one, in as many rows as there are."""
    spread = figure.spread(kind)
    if area.height < 1:
        return
    if spread is None:
        canvas.put(area.x, area.y, "a run alone: …", "dim")
        return
    canvas.spans(area.x, area.y, [("a run alone: median ", "dim"), (str(spread.median), "text")])
    if area.height < 2:
        return
    there = _there(spread)
    some, low, high = ("8 in 10", spread.low, spread.high) if spread.runs >= 10 else ("all", there[0], there[-1])
    end = canvas.spans(area.x, area.y + 1, [(f"{some}: ", "dim"), (f"{low} to {high}", "text")])
    if end + 1 + len(spread.counts) <= area.x + area.width:
        canvas.right(area.x + area.width, area.y + 1, _bars(spread), colour(canvas, kind))


def _there(spread: Spread) -> list[int]:
    return [length for length, count in spread.counts.items() if count]


def _bars(spread: Spread) -> str:
    """How many runs reach how far: a bar for 0 and each length."""
    most = max(spread.counts.values())
    return "".join(UPWARD[max(1, round(8 * n / most)) if n else 0] if n else "·" for n in spread.counts.values())
