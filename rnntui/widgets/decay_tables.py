"""Two tables under the curves: the chosen networks' measures for each T, and the published ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..canvas import Canvas, Span
from ..decay_figure import Curve, Figure, Pair, percent
from ..marks import page
from .decay_panel import DecayPanel, decimal, paragraph
from .decay_plot import BACK
from .panel import Area

Cell = tuple[str, str]  # text and colour
UNKNOWN, NONE = ("…", "dim"), ("–", "dim")
READERS = (("nearest", "nearest centre", "near"), ("linear", "linear reader", "lin."))


@dataclass(frozen=True)
class Column:
    """A column: what stands over it, how wide it is, its cell for a length. `title`: of the columns from here on."""

    head: str
    width: int
    cell: Callable[[int], Cell]
    title: str = ""


class DecayTablePanel(DecayPanel):
    """Ours: differences, per-step factor, both readers."""

    NAME = "decay-table"
    HELP = (
        "**Each T.** For the chosen cell and memory bias, untrained, a row for each length T:\n\n"
        "- *difference*: how far apart the marked and the unmarked twin are in h after period T, the mean over all "
        "subscribers;\n"
        "- *factor*: what the difference of run k1 is multiplied by at each step since the row above;\n"
        "- *nearest* centre and *linear*: two readers try to tell from h alone, after period T, whether the sequence "
        "was marked. They are fitted on the train subscribers and tested on the test ones. **0.5 is chance.** "
        "The nearest centre looks which class's mean is nearer; the linear reader also takes into account how the "
        "units vary together and often finds what the first one misses.\n\n"
        "A small difference is not the same as a lost marker: what counts is whether a reader still finds it. A click "
        "on a row chooses that T."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
        name = figure.chosen.kind.name
        if self.boxed:
            title: list[Span] = [("Each T", "text"), (f"  {name}, untrained", "dim")]
            area = self.frame(canvas, title, [(f"readers on {figure.tested} test subscribers; 0.5 is chance", "dim")])
        else:
            title = [("Each T", "text"), (f"  {figure.chosen.kind.short}   .5 is chance", "dim")]
            area = self.frame(canvas, title)
        note = (
            "factor: what the difference is multiplied by at each step since the row above. The readers try to tell "
            "from h alone, after period T, whether the sequence was marked."
        )
        _table(canvas, figure, area, self._columns(figure, area.width), note)

    def _columns(self, figure: Figure, room: int) -> list[Column]:
        wide = room >= WIDE
        curves = [figure.curve(run) for run in figure.table_runs]
        one, other = (f"k{curve.run}" for curve in curves)
        columns = [
            Column(one if wide else f"diff {one}", 7, _difference(figure, curves[0]), "difference of h"),
            Column(other if wide else f"diff {other}", 7, _difference(figure, curves[1])),
            Column(one if wide else f"×{one}", 5 if wide else 4, _factor(figure, curves[0], wide), "factor"),
        ]
        for reader, title, short in READERS:
            columns.append(
                Column(one if wide else short, 6 if wide else 4, _reader(figure, curves[0], reader, wide), title)
            )
            columns.append(Column(other, 6 if wide else 4, _reader(figure, curves[1], reader, wide)))
        if room >= 80:
            columns.append(Column(f"k{figure.chosen.run}", 8, _gradient(figure), f"{BACK} back"))
        return columns


class DecayPublishedPanel(DecayPanel):
    """The published figures, each marked equal to ours or not; where nothing was published, what else can be read."""

    NAME = "published"
    gap = 1
    HELP = (
        "**Published beside ours.** The table of the lesson as it was published, for the plain cell: the mean "
        "difference of runs k1 and k2, the per-step factor of k1 and how often the nearest centre reads the marker "
        "back. Behind each figure stands ✓ if ours, computed just now and rounded to the printed digits, is equal to "
        "it, and ≠ if it is not.\n\n"
        "For other cells and data nothing was published; then this panel shows how much of what the shortest T had "
        "is left, and for an LSTM the difference of its cell state c, which is what it keeps: h shows only a part."
    )

    def paint_figure(self, canvas: Canvas, figure: Figure) -> None:
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
            area = self.frame(canvas, [("Published", "text"), (f"  {count} to ours", "dim")])
        wide = area.width >= WIDE
        names = (
            ("diff_1", "k1", "diff k1", 9, 8, "difference of h"), ("diff_2", "k2", "diff k2", 9, 8, ""),
            ("factor_1", "k1", "×k1", 7, 5, "factor"),
            ("readback_1", "k1", "near", 8, 5, "nearest centre"), ("readback_2", "k2", "k2", 8, 5, ""),
        )  # fmt: skip
        columns = [
            Column(
                f"{long}  " if wide else f"{short} ", most if wide else least, _compared(published, name, wide), title
            )
            for name, long, short, most, least, title in names
        ]
        note = "Ours stand in the table to the left, computed just now from the seeds; none of them is stored."
        _table(canvas, figure, area, columns, note, numbered=wide)

    def _shares(self, canvas: Canvas, figure: Figure) -> None:
        kind, curves = figure.chosen.kind, [figure.curve(run) for run in figure.table_runs]
        first = figure.first(curves[0])
        one, other = (f"k{curve.run}" for curve in curves)
        stateful = any(len(d.differences) > 1 for c in curves for t in figure.lengths if (d := figure.decay(c, t)))
        if self.boxed:
            title: list[Span] = [("What is left", "text"), (f"  of T = {first}'s difference, {kind.name}", "dim")]
            area = self.frame(canvas, title, [("nothing was published for these networks", "dim")])
        else:
            state = "; cell state c" if stateful else ""
            area = self.frame(canvas, [("Left", "text"), (f" of T = {first}'s{state}", "dim")])
        wide = area.width >= WIDE
        share = 8 if wide else 7
        columns = [
            Column(one, share, _share(figure, curves[0]), f"left of T = {first}'s, h"),
            Column(other, share, _share(figure, curves[1])),
        ]
        if stateful:
            columns += [
                Column(one if wide else f"c {one}", 7, _difference(figure, curves[0], 1), "difference of c"),
                Column(other if wide else f"c {other}", 7, _difference(figure, curves[1], 1)),
            ]
        if stateful and area.width >= 37:
            columns.append(
                Column(one if wide else "×c", 6 if wide else 4, _factor(figure, curves[0], wide, 1), "factor")
            )
        note = (
            "c is what the cell keeps; h, which shows a part of it, is all that the readers see."
            if stateful else f"left: the difference at T in percent of the one at T = {first}."
        )  # fmt: skip
        _table(canvas, figure, area, columns, note, numbered=wide)


WIDE = 52  # with so many cells a panel spells its columns out


def _table(
    canvas: Canvas, figure: Figure, area: Area, columns: Sequence[Column], note: str, numbered: bool = True
) -> None:
    """A row for each length, the chosen one lit, as many as there is room for; then a note, if that fits too.

    On a small screen: no titles and no note, and only one of two tables beside each other is `numbered`.
    """
    wide, y, bottom = area.width >= WIDE, area.y, area.y + area.height
    spare = area.width - 3 - sum(column.width + 1 for column in columns)
    gap = 1 + (max(0, min(3, spare // len(columns))) if wide else 0)
    x, ends = area.x + (3 if numbered else -gap), []
    for column in columns:
        x += gap + column.width
        ends.append(x)
    if wide:
        free = 0
        for column, end in zip(columns, ends, strict=True):
            if column.title:
                free = canvas.put(max(free, end - column.width), y, column.title, "dim") + 1
        y += 1
    if numbered:
        canvas.right(area.x + 3, y, "T", "dim")
    for column, end in zip(columns, ends, strict=True):
        head = column.head if len(column.head) <= column.width + 1 else column.head.split()[-1]
        canvas.right(end, y, head, "dim")
    y += 1
    shown = page(figure.lengths.index(figure.length), len(figure.lengths), bottom - y)
    step = 2 if wide and len(shown) * 2 + 3 <= bottom - y else 1
    for index in shown:
        length = figure.lengths[index]
        lit = length == figure.length
        if lit:
            canvas.tint(area.x, y, area.width, 1, "tint")
        if numbered:
            name = f"{'▲' if lit else ''}{length}"
            canvas.right(area.x + 3, y, name, "on_lit" if lit else "dim", lit, "lit" if lit else None)
        for column, end in zip(columns, ends, strict=True):
            text, ink = column.cell(length)
            sign = text[-1] if text[-1:] in ("✓", "≠") else ""
            canvas.right(end, y, sign, "wrong" if sign == "≠" else "positive", lit or sign == "≠")
            canvas.right(end - len(sign), y, text[: len(text) - len(sign)], ink, lit)
        canvas.link(area.x, y, area.width, 1, f"length {length}")
        y += step
    if wide:
        y += 1 if step == 1 and y + 2 < bottom else 0
        paragraph(canvas, area.x, y, area.width, bottom, note)


def _difference(figure: Figure, curve: Curve, part: int = 0) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        if length not in curve.networks:
            return NONE
        value = figure.difference(curve, length, part)
        return UNKNOWN if value is None else (decimal(value, 5, 7).strip(), "text")

    return cell


def _factor(figure: Figure, curve: Curve, wide: bool, part: int = 0) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        before = figure.before(length)
        if before is None or before not in curve.networks or length not in curve.networks:
            return NONE
        factor = figure.factor(curve, length, part)
        if factor is None:
            return NONE if figure.decay(curve, length) and figure.decay(curve, before) else UNKNOWN
        return decimal(factor, 3, 5 if wide else 4, not wide).strip(), "text"

    return cell


def _reader(figure: Figure, curve: Curve, reader: str, wide: bool) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        if length not in curve.networks:
            return NONE
        found = figure.decay(curve, length)
        if found is None:
            return UNKNOWN
        value: float = getattr(found, reader)
        return decimal(value, 4 if wide else 3, 6 if wide else 4, not wide).strip(), "text"

    return cell


def _gradient(figure: Figure) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        if length not in figure.chosen.networks:
            return NONE
        value = figure.gradient(length)
        return UNKNOWN if value is None else (decimal(value, 5, 7).strip(), "text")

    return cell


def _share(figure: Figure, curve: Curve) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        if length not in curve.networks:
            return NONE
        share = figure.share(curve, length)
        return UNKNOWN if share is None else (percent(share), "text")

    return cell


def _compared(published: Mapping[int, Mapping[str, Pair]], name: str, wide: bool) -> Callable[[int], Cell]:
    def cell(length: int) -> Cell:
        pair = published.get(length, {}).get(name)
        if pair is None:
            return ("–  " if wide else "– "), "dim"
        places = pair.digits if wide or pair.digits == 5 else 3
        text = decimal(pair.published, places, 7, not wide and pair.digits < 5).strip()
        sign = "…" if pair.equal is None else "✓" if pair.equal else "≠"
        return f"{text}{' ' if wide else ''}{sign}", "text"

    return cell
