"""Shares of a count, and how far they may be trusted: how many runs of a network learn, and up to which length."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .records import BadInput, Row

Z95 = 1.959963984540054  # the normal distribution's 97.5 % quantile


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share successes / n (Wilson 1927). Without any observation it is all of 0 to 1."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = successes / n, Z95 * Z95
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return 0.0 if successes == 0 else centre - half, 1.0 if successes == n else centre + half


@dataclass(frozen=True)
class Reach:
    """How many of a network's runs beat the baseline by more than 0.10 at one length; `low` and `high` are the 95 %
    interval of the share. `ran_away`: how many ended with weights that are no finite numbers; they count as runs."""

    length: int
    runs: int
    beating: int
    share: float
    low: float
    high: float
    ran_away: int = 0


def beats(row: Row) -> bool:
    """Is it more than 0.10 above the baseline? Counted in whole subscribers: more than 20 of 200 above its count. One
    that ran away never is: its network answers nothing."""
    return row.ran_away is None and clearly_above(row.correct, row.baseline_correct, row.tested)


def clearly_above(correct: int, baseline_correct: int, tested: int) -> bool:
    """Are so many right answers more than 0.10 above the baseline's, in whole subscribers of those tested?"""
    return 10 * (correct - baseline_correct) > tested


def reach(rows: Iterable[Row]) -> Reach:
    """The share of runs that beat the baseline; the rows are of one network, one length, one run each.

    Raises BadInput where there is no row, or rows of several lengths.
    """
    counted = list(rows)
    lengths = {row.length for row in counted}
    if len(lengths) != 1:
        raise BadInput(f"a share is of the runs at one length, not at {len(lengths)}", "length")
    beating = sum(map(beats, counted))
    away = sum(row.ran_away is not None for row in counted)
    return Reach(lengths.pop(), len(counted), beating, beating / len(counted), *wilson(beating, len(counted)), away)


def steps_carried(reaches: Iterable[Reach]) -> int:
    """The largest length such that there, and at every shorter one given, at least 90 % of the runs beat the baseline;
    0 where the shortest falls short already."""
    carried = 0
    for one in sorted(reaches, key=lambda one: one.length):
        if 10 * one.beating < 9 * one.runs:
            break
        carried = one.length
    return carried
