"""The shares as a table: a row for each T, and for each kind of network how many runs beat the baseline."""

from __future__ import annotations

from rnntui_engine.readings import data_set

from ..canvas import Canvas, Span, cut
from ..keyboard import spelled
from ..marks import gauge, page
from ..palette import mixed
from ..reach_figure import Figure, Kind, counted, progress
from .decay_panel import paragraph
from .panel import Area
from .reach_panel import ReachPanel, choose, colour

FEW = 10  # so many runs are too few to say much


class ReachTablePanel(ReachPanel):
    """Counts, shares, intervals."""

    NAME = "reach-table"
    HELP = (
        "**Each T.** For every kind of network: how many runs *beat* the baseline by more than 0.10 "
        "({subscribers}above the count of the larger class), which *share* of the runs that is, and the 95 % "
        "interval of this share *from – to* (Wilson 1927). ✓ stands where at least 90 % of the runs beat it: *steps "
        "back carried* counts how far down the ✓ go without a gap. The lengths are compared by accuracy minus baseline "
        "because the label, and with it the baseline, is another one at every T.\n\n"
        "**✗** stands where runs *ran away*, and where there is room how many: their weights became infinite, or no "
        "numbers at all. They count as runs that do not beat the baseline. `⟨clip⟩` bounds the gradient.\n\n"
        "While runs are being trained, a share is of the runs that are done there. A click on a row chooses that T."
    )

    @property
    def help_text(self) -> str:
        """What the panel shows, with the numbers of the data that are shown."""
        if self.seen is None:
            return self.HELP.format(subscribers="")
        tested = len(data_set(self.seen.choices.network.data).test)
        return self.HELP.format(subscribers=f"more than {tested // 10} of {tested} test subscribers ")

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        whose = "of each kind" if figure.trained == figure.total else "so far"
        if self.boxed:
            title: list[Span] = [
                ("Each T", "text"),
                (f"  {progress(figure)} {whose}: how many beat the baseline by > 0.10", "dim"),
            ]
            area = self.frame(canvas, title, [("✓ at least 90 % of the runs   from–to: 95 % interval (Wilson)", "dim")])
        else:
            about = "beat the baseline by > 0.10" if canvas.width >= 76 else "learn"
            title = [("Each T", "text"), (f"  runs that {about}, share, 95 % from–to", "dim")]
            area = self.frame(canvas, title)
        _table(canvas, figure, area)


def _table(canvas: Canvas, figure: Figure, area: Area) -> None:
    """A row for each length, the chosen one lit, as many as there is room for."""
    y, bottom = area.y, area.y + area.height
    room = (area.width - 4) // len(figure.kinds)
    spaced = area.height >= 2 * len(figure.lengths) + 5
    starts = {kind: area.x + 4 + place * room + 2 for place, kind in enumerate(figure.kinds)}
    width = min(room - 2, 34)
    canvas.right(area.x + 3, y, "T", "dim")
    for kind, x in starts.items():
        if kind.chosen:
            canvas.put(x - 2, y, "›", "text", True)
        canvas.put(x, y, kind.mark, colour(canvas, kind), True)
        canvas.put(x + 2, y, cut(kind.name if width >= 24 else kind.short, width - 2), "text", kind.chosen)
        canvas.link(x - 2, y, width + 2, 1, choose(figure, kind) or "runs")
    y += 1
    if area.height >= len(figure.lengths) + 3:
        for x in starts.values():
            _cells(canvas, x, y, width, ("beat", "share", "from–to", " "), "dim")
        y += 1
    index = figure.lengths.index(figure.length) if figure.length else 0
    for place in page(index, len(figure.lengths), bottom - y):
        length = figure.lengths[place]
        lit = length == figure.length
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        name = f"{'▲' if lit else ''}{length}"
        canvas.right(area.x + 3, y, name, "on_lit" if lit else "dim", lit, "lit" if lit else None)
        for kind, x in starts.items():
            one, spare = figure.reach(kind, length), min(40, room - 27)
            beat, share, between, sign = _shares(figure, kind, length)
            if one is not None and one.ran_away and spare >= 0:  # there is room to say how many
                canvas.put(x + 22, y, f"✗{one.ran_away}", "wrong", True)
                sign = sign.replace("✗", " ")
            _cells(canvas, x, y, width, (beat, share, between, sign), "text", lit)
            if one is not None and spaced and spare >= 15:
                muted = mixed(canvas.palette.ground, colour(canvas, kind), 0.55)
                gauge(canvas, x + 28, y, spare - 5, one.share, muted, "lit_track" if lit else "track")
        canvas.link(area.x, y, area.width, 1, f"length {length}")
        y += 2 if spaced else 1
    note = "Run kN has the same initial values for every T, and each T is trained by itself."
    if figure.runs <= FEW:
        note = f"{counted(figure.runs).capitalize()} only: intervals so wide decide little. ⟨runs⟩ trains more."
    away = ", ".join(f"{count} of {kind.name}" for kind, count in figure.ran_away.items() if count)
    if away:
        note = f"✗ ran away, their weights no finite numbers any more: {away}. ⟨clip⟩ bounds the gradient."
    paragraph(canvas, area.x, y + (0 if spaced else 1), area.width, bottom, spelled(note))


def _shares(figure: Figure, kind: Kind, length: int) -> tuple[str, str, str, str]:
    if length not in figure.networks[kind]:
        return "–", "–", "–", " "
    one = figure.reach(kind, length)
    if one is None:
        return "…", "…", "…", " "
    sign = "✓" if 10 * one.beating >= 9 * one.runs else "✗" if one.ran_away else " "
    return str(one.beating), f"{one.share:.2f}", f"{one.low:.2f}–{one.high:.2f}", sign


def _cells(
    canvas: Canvas, x: int, y: int, width: int, cells: tuple[str, str, str, str], ink: str, bold: bool = False
) -> None:
    """A kind's cells of a row: as many as there is room for, the share always."""
    beat, share, interval, sign = cells
    if width < 20:  # the share says what the count does
        share = share.removeprefix("0")
        interval = interval.replace("0.", ".")
    at = x + 4
    if width >= 20:
        canvas.right(at, y, beat, ink, bold)
        at += 6
    canvas.right(at, y, share, ink, bold)
    canvas.put(at, y, sign, "wrong" if sign == "✗" else "positive", True)
    if width >= 11:
        at += 11 if width >= 20 else 10
        canvas.right(at, y, interval, "dim", bold)
