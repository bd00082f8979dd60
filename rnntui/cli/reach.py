"""The table of shares: how many runs of a network learn, at each length, and how far back they carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rnntui_engine import jit, sweep
from rnntui_engine.records import Row as SweepRow
from rnntui_engine.shares import Reach, steps_carried
from rnntui_engine.shares import reach as share_of

from .choices import LISTS, MANY_RUNS, NETWORK, TRAINING, Asked, grid, in_words
from .formats import Row, fixed, whole
from .table import Computed, Report, Table


def reach(asked: Asked, report: Report) -> Computed:
    """At each length, the share of the runs that beat the baseline by more than 0.10."""
    choices = grid(asked, MANY_RUNS)
    first = next(iter(choices.values()))[0]
    columns = (
        whole("length", "T"), whole("runs", "runs"), whole("beating", "beating"), fixed("share", "share"),
        fixed("low", "low"), fixed("high", "high"),
    )  # fmt: skip

    def rows() -> Iterator[Row]:
        jit.load()
        found: dict[int, list[SweepRow]] = {length: [] for length in choices}
        for part in sweep.rows(one for networks in choices.values() for one in networks):
            for row in part.rows:
                found[row.length].append(row)
            report(part.done, part.total)
            for length in [length for length in found if len(found[length]) == len(choices[length])]:
                yield asdict(share_of(found.pop(length)))

    title = "Runs that beat the baseline by more than 0.10: " + ", ".join(in_words(first, True))
    return Computed(title, columns, rows(), notes)


def notes(rows: Sequence[Row]) -> list[str]:
    """What the columns are, and how far the first step is carried."""
    lines = [
        "beating: runs more than 0.10 above the baseline, counted in whole test subscribers; share: of all runs.",
        "low, high: the 95 % interval of the share (Wilson 1927).",
    ]
    if not rows:
        return lines
    carried, count = steps_carried(Reach(**row) for row in rows), rows[0]["runs"]
    runs = {1: "of one run: no share of runs can be told from it", 2: "of two runs: too few to tell a share of runs"}
    return [
        *lines,
        f"Steps back carried: {carried}, {runs.get(count, f'of {count} runs')}.",
        "It is the largest T such that there, and at every shorter length shown, at least 90 % of the runs do.",
    ]


REACH = Table(
    "reach",
    "Train many runs at every length: the share that beats the baseline, its interval, and the steps back carried.",
    (*LISTS, *NETWORK, *TRAINING), reach,
)  # fmt: skip
