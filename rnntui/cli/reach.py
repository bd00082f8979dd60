"""The table of shares: how many runs of a network learn, at each length, and how far back they carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rnntui_engine.cells import cell_named
from rnntui_engine.readings import FAR, LONGEST, PERIODS, data_set
from rnntui_engine.records import NetworkChoice
from rnntui_engine.records import Row as SweepRow
from rnntui_engine.shares import Reach, steps_carried
from rnntui_engine.shares import reach as share_of

from . import elsewhere
from .choices import DEFAULT, LISTS, MANY_RUNS, NETWORK, TRAINING, Asked, bias_in_words, grid, in_words
from .formats import Column, Row, fixed, whole
from .table import Computed, Report, Table

# Beside the plain cell: with gates that start half open, nearly open, and open as long as the sequence is.
GATED: tuple[float | str, ...] = (0.0, 3.0, "chrono")


def reach(asked: Asked, report: Report) -> Computed:
    """At each length, the share of the runs that beat the baseline by more than 0.10."""
    far = bool(asked.get("how_far"))
    choices = how_far(asked) if far else {(n, 0): networks for n, networks in grid(asked, MANY_RUNS).items()}
    first = next(iter(choices.values()))[0]
    several = len({kind for _, kind in choices}) > 1
    columns: list[Column] = [whole("length", "T")]
    if several:
        columns += [whole("cell", "cell"), Column("memory_bias", "bias", _bias)]
    columns += [
        whole("runs", "runs"), whole("beating", "beating"), fixed("share", "share"), fixed("low", "low"),
        fixed("high", "high"),
    ]  # fmt: skip
    if data_set(first.data).periods > PERIODS:  # there gradients explode
        columns.append(whole("ran_away", "ran away"))
    names = [column.name for column in columns]
    away: list[str] = []

    def rows() -> Iterator[Row]:
        found: dict[tuple[int, int], list[SweepRow]] = {place: [] for place in choices}
        places = {one: place for place, networks in choices.items() for one in map(_kind, networks)}
        for part in elsewhere.rows(one for networks in choices.values() for one in networks):
            for row in part.rows:
                found[places[_kind(row)]].append(row)
            report(part.done, part.total, part.work)
            for place in [place for place in found if len(found[place]) == len(choices[place])]:
                one = share_of(found.pop(place))
                network = choices[place][0]
                if one.ran_away and "ran_away" not in names:
                    away.append(f"T = {one.length}: {one.ran_away} of {one.runs} runs ran away: no finite numbers.")
                row_of = {**asdict(one), "cell": network.cell, "memory_bias": network.memory_bias}
                yield {name: row_of[name] for name in names}

    def lines(found: Sequence[Row]) -> list[str]:
        return [*notes(found), *away]

    kind = _of_several(first) if several else ", ".join(in_words(first, True))
    title = f"Runs that beat the baseline by more than 0.10: {kind}"
    return Computed(title, tuple(columns), rows(), lines)


def _of_several(plain: NetworkChoice) -> str:
    """What the kinds have in common, and that each is trained in its usual way."""
    clipped = "" if plain.clip is None else f", clipped at {plain.clip:g}"
    ways = "all exact" if plain.mode == "exact" else "plain in place, LSTM exact"
    return f"trained {plain.epochs} epochs ({ways}), rate {plain.rate:g}{clipped}, data {plain.data}"


def _bias(row: Row) -> str:
    return "-" if cell_named(row["cell"]).keeps is None else bias_in_words(row["memory_bias"])


def _kind(of: NetworkChoice | SweepRow) -> tuple[str, float | str, int]:
    return of.cell, of.memory_bias, of.length


def how_far(asked: Asked) -> dict[tuple[int, int], list[NetworkChoice]]:
    """The networks of `--how-far`, by their length and which kind they are; one kind where a cell was asked for."""
    data = data_set(asked.get("data") or f"long-{LONGEST}")
    fits = tuple(n for n in FAR if n < data.periods)
    given = {**asked, "data": data.name}
    if asked.get("lengths") is None and asked.get("length") is None:
        given["lengths"] = (*fits, data.periods)
    kinds = [(asked.get("cell"), asked.get("memory_bias"))]
    if asked.get("cell") is None and asked.get("memory_bias") is None:
        kinds = [(DEFAULT.cell, None), *(("lstm", bias) for bias in GATED)]
    grids = [grid({**given, "cell": cell, "memory_bias": bias}, MANY_RUNS) for cell, bias in kinds]
    return {(n, kind): one[n] for n in grids[0] for kind, one in enumerate(grids)}


def notes(rows: Sequence[Row]) -> list[str]:
    """What the columns are, and how far the first step is carried."""
    lines = [
        "beating: runs more than 0.10 above the baseline, counted in whole test subscribers; share: of all runs.",
        "low, high: the 95 % interval of the share (Wilson 1927).",
    ]
    if not rows:
        return lines
    if "ran_away" in rows[0]:
        lines.append("ran away: runs whose weights became infinite or no numbers; they count as not beating it.")
    count = rows[0]["runs"]
    runs = {1: "of one run: no share of runs can be told from it", 2: "of two runs: too few to tell a share of runs"}
    words = runs.get(count, f"of {count} runs")
    kinds = list(dict.fromkeys((row.get("cell"), row.get("memory_bias")) for row in rows))
    carried = {
        kind: steps_carried(_reach(row) for row in rows if (row.get("cell"), row.get("memory_bias")) == kind)
        for kind in kinds
    }
    if len(kinds) == 1 and "cell" not in rows[0]:
        lines.append(f"Steps back carried: {carried[kinds[0]]}, {words}.")
    else:
        each = ", ".join(f"{_name(str(cell), bias)} {carried[cell, bias]}" for cell, bias in kinds)
        lines.append(f"Steps back carried: {each}; {words}.")
    return [
        *lines,
        "It is the largest T such that there, and at every shorter length shown, at least 90 % of the runs do.",
    ]


def _name(cell: str, bias: float | str | None) -> str:
    return cell if bias is None or cell_named(cell).keeps is None else f"{cell} with bias {bias_in_words(bias)}"


def _reach(row: Row) -> Reach:
    return Reach(row["length"], row["runs"], row["beating"], row["share"], row["low"], row["high"])


REACH = Table(
    "reach",
    "Train many runs at every length: the share that beats the baseline, its interval, and the steps back carried.",
    (*LISTS, *NETWORK, *TRAINING, "how_far"), reach,
)  # fmt: skip
