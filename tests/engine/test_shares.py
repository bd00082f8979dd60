"""Shares of the runs that beat the baseline, counted in whole subscribers."""

from __future__ import annotations

import pytest

from rnntui_engine.records import BadInput, Row
from rnntui_engine.shares import Reach, beats, reach, steps_carried, wilson


def row(correct: int, baseline: int = 142, tested: int = 200, length: int = 12) -> Row:
    return Row("rnn", "in-place", 0.0, length, 1, correct, tested, baseline, 30, 0.05, 6, "lesson")


def test_more_than_a_tenth_above_the_baseline_in_whole_subscribers() -> None:
    assert [beats(row(n)) for n in (142, 161, 162, 163, 200)] == [False, False, False, True, True]
    assert [beats(row(n, 70, 95)) for n in (79, 80)] == [False, True]  # 9.5 of 95


def test_the_share_and_its_interval() -> None:
    found = reach([row(200)] * 3 + [row(150)])
    assert found == Reach(12, 4, 3, 0.75, *wilson(3, 4))
    assert 0.0 < found.low < 0.75 < found.high < 1.0
    nothing, all_of_them = reach([row(0)] * 100), reach([row(200)] * 100)
    assert (nothing.low, all_of_them.high) == (0.0, 1.0)
    assert nothing.high == pytest.approx(1.0 - all_of_them.low) == pytest.approx(0.03699, abs=1e-5)


def test_wilson_by_its_own_equation() -> None:
    """Its ends are where the share lies 1.96 standard deviations of that end from it."""
    for hits, n in ((1, 2), (29, 100), (55, 100), (99, 100), (599, 600)):
        for end in wilson(hits, n):
            assert abs(hits / n - end) == pytest.approx(1.959964 * (end * (1 - end) / n) ** 0.5, rel=1e-6)


@pytest.mark.parametrize("rows", [[], [row(150), row(150, length=10)]])
def test_a_share_is_of_one_length(rows: list[Row]) -> None:
    with pytest.raises(BadInput) as refused:
        reach(rows)
    assert refused.value.field == "length"


def shares(*beating: int, runs: int = 10) -> list[Reach]:
    """At T = 2, 4, …"""
    return [Reach(2 * n, runs, count, count / runs, 0.0, 1.0) for n, count in enumerate(beating, 1)]


def test_steps_carried_end_at_the_first_length_that_falls_short() -> None:
    assert steps_carried(shares(10, 9, 8, 10)) == 4
    assert steps_carried(shares(8, 10)) == 0
    assert steps_carried(shares(10, 10, 9)) == 6
    assert steps_carried(reversed(shares(10, 9, 8, 10))) == 4
    assert steps_carried([]) == 0
    assert steps_carried(shares(1, 2, runs=2)) == 0
