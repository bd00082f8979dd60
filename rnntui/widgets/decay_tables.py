"""Two tables under the curves: the chosen networks' measures for each T, and the published ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..canvas import Canvas, Span
from ..decay_figure import Curve, Figure, Pair, percent
from ..marks import page
from ..viewing import Seen
from .decay_panel import DecayPanel, decimal, paragraph
from .panel import Area

Cell = tuple[str, str]  # text and colour


class DecayTablePanel(DecayPanel):
    """Ours: differences, per-step factor, both readers."""

    NAME = "decay-table"
    HELP = (
        "**Each T.** For the chosen cell and memory bias, untrained, a row for each length T:\n\n"
        "- *difference*: how far apart the marked and the unmarked twin are in h after period T, the mean over all "
        "subscribers;\n"
        "- *factor*: what the difference of run k1 is multiplied by at each step since the row above;\n"
        "- *nearest* centre and *linear*: two readers try to tell from h alone, after period T, whether the sequence "
        "was marked. They are fitted on the 200 train subscribers and tested on the other 200. **0.5 is chance.** "
        "The nearest centre looks which class's mean is nearer; the linear reader also takes into account how the "
        "units vary together and often finds what the first one misses.\n\n"
        "A small difference is not the same as a lost marker: what counts is whether a reader still finds it. A click "
        "on a row chooses that T."
    )

    def paint_figure(self, canvas: Canvas, seen: Seen, figure: Figure) -> None:
        name = figure.chosen.kind.name
        if self.boxed:
            title: list[Span] = [("Each T", "text"), (f"  {name}, untrained", "dim")]
            area = self.frame(canvas, title, [("readers on 200 test subscribers; 0.5 is chance", "dim")])
        else:
            title = [("Each T", "text"), (f"  {figure.chosen.kind.short}   .5 is chance", "dim")]
            area = self.frame(canvas, title)
        wide = area.width >= 56
        heads, widths = self._heads(figure, wide), (7, 7, 5, 6, 6, 6, 6) if wide else (7, 7, 4, 4, 4, 4, 4)
        y = area.y
        if wide:
            canvas.put(area.x + 4, y, "difference of h", "dim")
            canvas.put(area.x + 20, y, "factor", "dim")
            canvas.put(area.x + 27, y, "nearest centre", "dim")
            canvas.put(area.x + 42, y, "linear reader", "dim")
            y += 1
        notes = (
            "factor: what the difference is multiplied by at each step since the row above. The readers try to tell "
            "from h alone, after period T, whether the sequence was marked."
        )
        _table(canvas, figure, area, y, heads, widths, lambda t: self._cells(figure, t, wide), notes if wide else "")

    def _heads(self, figure: Figure, wide: bool) -> list[str]:
        one, other = (f"k{run}" for run in figure.table_runs)
        if wide:
            return [one, other, one, one, other, one, other]
        return [f"diff {one}", f"diff {other}", f"×{one}", "near", other, "lin.", other]

    def _cells(self, figure: Figure, length: int, wide: bool) -> list[Cell]:
        curves = [figure.curve(run) for run in figure.table_runs]
        found = [figure.decay(curve, length) for curve in curves]
        places = 4 if wide else 3
        cells = [_number(figure, curve, length, figure.difference(curve, length), 5, 7) for curve in curves]
        cells.append(_factor(figure, curves[0], length, wide))
        for reader in ("nearest", "linear"):
            for curve, decay in zip(curves, found, strict=True):
                value = getattr(decay, reader) if decay else None
                cells.append(_number(figure, curve, length, value, places, places + 2, not wide))
        return cells


class DecayPublishedPanel(DecayPanel):
    """The published figures, each marked equal to ours or not; where nothing was published, what else can be read."""

    NAME = "published"
    gap = 2
    HELP = (
        "**Published beside ours.** The table of the lesson as it was published, for the plain cell: the mean "
        "difference of runs k1 and k2, the per-step factor of k1 and how often the nearest centre reads the marker "
        "back. Behind each figure stands ✓ if ours, computed just now and rounded to the printed digits, is equal to "
        "it, and ≠ if it is not.\n\n"
        "For other cells and data nothing was published; then this panel shows how much of what the shortest T had "
        "is left, and for an LSTM the difference of its cell state c, which is what it keeps: h shows only a part."
    )

    def paint_figure(self, canvas: Canvas, seen: Seen, figure: Figure) -> None:
        if figure.published is not None:
            self._published(canvas, figure, figure.published)
        else:
            self._shares(canvas, figure)

    def _published(self, canvas: Canvas, figure: Figure, published: dict[int, dict[str, Pair]]) -> None:
        pairs = [pair.equal for row in published.values() for pair in row.values()]
        equal = pairs.count(True)
        count = f"{equal} of {len(pairs)} equal" if pairs.count(None) == 0 else "computing…"
        if self.boxed:
            title: list[Span] = [("Published beside ours", "text"), (f"  plain, {count}", "dim")]
            area = self.frame(canvas, title, [("✓ ours is equal as printed   ≠ it is not", "dim")])
        else:
            area = self.frame(canvas, [("Published", "text"), (f"  {count}  ✓ ≠ ours", "dim")])
        wide, y = area.width >= 52, area.y
        widths = (9, 9, 7, 8, 8) if wide else (8, 8, 5, 5, 5)
        if wide:
            canvas.put(area.x + 4, y, "difference of h", "dim")
            canvas.put(area.x + 24, y, "factor", "dim")
            canvas.put(area.x + 34, y, "nearest centre", "dim")
            y += 1
        heads = ["k1  ", "k2  ", "k1  ", "k1  ", "k2  "] if wide else ["diff k1 ", "diff k2 ", "×k1 ", "near", "k2 "]
        names = ("diff_1", "diff_2", "factor_1", "readback_1", "readback_2")

        def cells(length: int) -> list[Cell]:
            row = published.get(length, {})
            return [_compared(row.get(name), wide) for name in names]

        ours = "Ours are to the left, computed just now from the seeds; nothing is stored."
        _table(canvas, figure, area, y, heads, widths, cells, ours if wide else "", numbered=wide)

    def _shares(self, canvas: Canvas, figure: Figure) -> None:
        first, kind, (one, other) = figure.lengths[0], figure.chosen.kind, figure.table_runs
        curves = [figure.curve(run) for run in figure.table_runs]
        stateful = any(len(d.differences) > 1 for c in curves for t in figure.lengths if (d := figure.decay(c, t)))
        if self.boxed:
            title: list[Span] = [("What is left", "text"), (f"  of T = {first}'s difference, {kind.name}", "dim")]
            area = self.frame(canvas, title, [("nothing was published for these networks", "dim")])
        else:
            area = self.frame(
                canvas, [("Left", "text"), (f" of T = {first}'s{'; cell state c' if stateful else ''}", "dim")]
            )
        wide, y = area.width >= 52, area.y
        share = 9 if wide else 6
        if wide:
            canvas.put(area.x + 4, y, f"left of T = {first}'s, h", "dim")
            if stateful:
                canvas.put(area.x + 26, y, "difference of c", "dim")
                canvas.put(area.x + 43, y, "factor of c", "dim")
            y += 1
        heads, widths = [f"k{one}", f"k{other}"], [share, share]
        if stateful:
            heads += [f"k{one}", f"k{other}", f"k{one}"] if wide else [f"c k{one}", f"c k{other}", "×c"]
            widths += [9, 9, 8] if wide else [7, 7, 4]

        def cells(length: int) -> list[Cell]:
            row = [_share(figure, curve, length, share) for curve in curves]
            if stateful:
                row += [_number(figure, c, length, figure.difference(c, length, 1), 5, 7) for c in curves]
                row.append(_factor(figure, curves[0], length, wide, part=1))
            return row

        note = "c is what an LSTM keeps; h = o⊙tanh(c) shows a part of it." if stateful else (
            f"Left: the difference at T in percent of the one at T = {first}."
        )  # fmt: skip
        _table(canvas, figure, area, y, heads, widths, cells, note if wide else "", numbered=wide)


def _table(
    canvas: Canvas, figure: Figure, area: Area, y: int, heads: Sequence[str], widths: Sequence[int],
    cells: Callable[[int], list[Cell]], note: str, numbered: bool = True,
) -> None:  # fmt: skip
    """A row for each length, the chosen one lit, as many as there is room for; then a note, if that fits too."""
    x = area.x + (3 if numbered else -1)
    ends = []
    for width in widths:
        x += 1 + width
        ends.append(x)
    if numbered:
        canvas.right(area.x + 3, y, "T", "dim")
    for head, end in zip(heads, ends, strict=True):
        canvas.right(end, y, head, "dim")
    y, bottom = y + 1, area.y + area.height
    shown = page(figure.lengths.index(figure.length), len(figure.lengths), bottom - y)
    gap = 2 if len(shown) * 2 + 3 <= bottom - y else 1
    for index in shown:
        length = figure.lengths[index]
        lit = length == figure.length
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        if numbered:
            name = f"{'▲' if lit else ''}{length}"
            canvas.right(area.x + 3, y, name, "on_lit" if lit else "dim", lit, "lit" if lit else None)
        for (text, ink), end in zip(cells(length), ends, strict=True):
            if text[-1:] in ("✓", "≠"):
                canvas.right(end, y, text[-1], "positive" if text[-1] == "✓" else "wrong", lit or text[-1] == "≠")
                end, text = end - 1, text[:-1]
            canvas.right(end, y, text, ink, lit)
        canvas.link(area.x, y, area.width, 1, f"length {length}")
        y += gap
    if note:
        paragraph(canvas, area.x, y + (0 if gap == 2 else 1 if y + 2 < bottom else 0), area.width, bottom, note)


def _number(
    figure: Figure, curve: Curve, length: int, value: float | None, places: int, width: int, short: bool = False
) -> Cell:
    if length not in curve.networks:
        return "–", "dim"
    return decimal(value, places, width, short).strip(), "text" if value is not None else "dim"


def _factor(figure: Figure, curve: Curve, length: int, wide: bool, part: int = 0) -> Cell:
    before = figure.before(length)
    if before not in curve.networks or length not in curve.networks:
        return "–", "dim"
    factor = figure.factor(curve, length, part)
    if factor is None and figure.difference(curve, length, part) is not None:
        return "–", "dim"
    return decimal(factor, 3, 5 if wide else 4, not wide).strip(), "text" if factor is not None else "dim"


def _share(figure: Figure, curve: Curve, length: int, width: int) -> Cell:
    share = figure.share(curve, length)
    if length not in curve.networks or figure.lengths[0] not in curve.networks:
        return "–", "dim"
    return (percent(share), "text") if share is not None else ("…", "dim")


def _compared(pair: Pair | None, wide: bool) -> Cell:
    if pair is None:
        return ("–  " if wide else "– "), "dim"
    places = pair.digits if wide or pair.digits == 5 else 3
    text = decimal(pair.published, places, 7, not wide and pair.digits < 5).strip()
    sign = "…" if pair.equal is None else "✓" if pair.equal else "≠"
    return f"{text}{' ' if wide else ''}{sign}", "text"
