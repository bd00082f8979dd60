"""Traces, twins, differences and readback of untrained networks."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnntui_engine.arithmetic import sigmoid
from rnntui_engine.cells import CELLS
from rnntui_engine.measures import decay, mean_differences, per_step_factor
from rnntui_engine.networks import initial
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.unroll import run_to_end, trace

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "lesson.json").read_text(encoding="utf-8"))


def choices_of(key: str, length: int) -> list[NetworkChoice]:
    """Runs k1 and k2 of "<cell> bias <memory bias>"."""
    cell, _, bias = key.partition(" bias ")
    return [NetworkChoice(cell, run, length, float(bias), "exact") for run in (1, 2)]


ROWS = [
    pytest.param(key, row, id=f"{key}, T={row['length']}")
    for key, rows in GOLDEN["trace"].items()
    for row in rows
    if key.split()[0] in CELLS
]


def test_states_of_the_example() -> None:
    real = trace(NetworkChoice(), EXAMPLE).real
    np.testing.assert_allclose(real.h[1:], GOLDEN["plain"]["example_states_k1_T12"], rtol=0, atol=1e-15)
    assert not real.h[0].any()
    assert real.probabilities[-1] == pytest.approx(GOLDEN["plain"]["example_probability_k1_T12"], abs=1e-15)


@pytest.mark.parametrize(("key", "row"), ROWS)
def test_mean_differences(key: str, row: dict[str, Any]) -> None:
    for run, choice in enumerate(choices_of(key, row["length"]), 1):
        found = mean_differences(choice, initial(choice))
        expected = [row[f"{kind}_{run}"] for kind in ("diff", "state_diff") if f"{kind}_{run}" in row]
        assert list(found)[: len(expected)] == pytest.approx(expected, abs=1e-12, rel=0)
        assert len(found) == len(CELLS[choice.cell].parts)


@pytest.mark.parametrize(("key", "row"), ROWS)
def test_both_readers(key: str, row: dict[str, Any]) -> None:
    for run, choice in enumerate(choices_of(key, row["length"]), 1):
        found = decay(choice)
        assert found.nearest == row[f"readback_{run}"]
        assert found.linear == row[f"readback_linear_{run}"]


def test_per_step_factors_of_run_k1() -> None:
    means = [decay(NetworkChoice(length=t)).differences[0] for t in (2, 4, 6, 8, 10, 12)]
    factors = [per_step_factor(now, before, 2) for before, now in pairwise(means)]
    assert factors == pytest.approx([0.609, 0.668, 0.625, 0.628, 0.622], abs=5e-4)


def test_a_factor_after_a_difference_of_zero_is_none() -> None:
    assert per_step_factor(0.0, 0.0, 2) is None
    assert per_step_factor(0.0, 1.0, 2) == 0.0


@pytest.mark.parametrize("key", [k for k in GOLDEN["factor_T2_to_T12_over_100_runs"] if k.split()[0] in CELLS])
def test_per_step_factors_over_a_hundred_runs(key: str) -> None:
    cell, _, bias = key.partition(" bias ")
    factors = []
    for run in range(1, 101):
        choices = [NetworkChoice(cell, run, length, float(bias), "exact") for length in (2, 12)]
        before, now = (mean_differences(choice, initial(choice))[0] for choice in choices)
        factors.append(per_step_factor(now, before, 10))
    expected = GOLDEN["factor_T2_to_T12_over_100_runs"][key]
    found = np.percentile(factors, [50, 10, 90])
    np.testing.assert_allclose(found, [expected["median"], expected["q10"], expected["q90"]], atol=1e-12)


@pytest.mark.parametrize("cell", list(CELLS))
def test_the_mean_difference_is_the_mean_over_all_traces(cell: str) -> None:
    choice = NetworkChoice(cell=cell, mode="exact", length=5, run=3)
    each = np.array([trace(choice, i).difference[-1] for i in range(500)])
    np.testing.assert_allclose(mean_differences(choice, initial(choice)), each.mean(axis=0), rtol=1e-12)


@pytest.mark.parametrize("cell", list(CELLS))
@pytest.mark.parametrize("subscriber", [0, 1, EXAMPLE])
def test_twins(cell: str, subscriber: int) -> None:
    seen = trace(NetworkChoice(cell=cell, mode="exact", length=8), subscriber)
    assert np.array_equal(seen.marked_twin.inputs[1:], seen.unmarked_twin.inputs[1:])
    same = np.array_equal(seen.real.states, seen.marked_twin.states)
    assert same == seen.marked, "a marked subscriber's real trace is its marked twin, an unmarked one's is neither"
    assert not np.array_equal(seen.real.states, seen.unmarked_twin.states)
    gap = np.abs(seen.marked_twin.states - seen.unmarked_twin.states)
    assert np.array_equal(seen.difference_per_unit, gap)
    np.testing.assert_allclose(seen.difference, gap.sum(axis=2), rtol=1e-14)
    assert not seen.difference[0].any()


@pytest.mark.parametrize("cell", list(CELLS))
def test_a_shorter_trace_is_the_beginning_of_a_longer_one(cell: str) -> None:
    long = trace(NetworkChoice(cell=cell, mode="exact", length=12), 7)
    short = trace(NetworkChoice(cell=cell, mode="exact", length=5), 7)
    assert np.array_equal(short.real.states, long.real.states[:6])
    assert np.array_equal(short.difference, long.difference[:6])
    assert short.readings.tolist() == long.readings.tolist()


@pytest.mark.parametrize("cell", list(CELLS))
def test_running_to_the_end_gives_the_last_state_of_the_trace(cell: str) -> None:
    choice = NetworkChoice(cell=cell, mode="exact", length=6)
    weights = initial(choice)
    h, p = run_to_end(CELLS[cell], weights, data_set().inputs(6)[[4, 9]])
    for row, subscriber in enumerate((4, 9)):
        real = trace(choice, subscriber).real
        assert np.array_equal(h[row], real.h[-1])
        assert p[row] == real.probabilities[-1]


def test_step_ratios() -> None:
    seen = trace(NetworkChoice(), EXAMPLE)
    assert seen.ratio(1) is None
    for t in range(2, 13):
        assert seen.ratio(t) == seen.difference[t, 0] / seen.difference[t - 1, 0]


def test_label_and_marker_of_a_trace() -> None:
    data = data_set()
    for subscriber in (0, 1, 2, EXAMPLE):
        for length in (2, 12):
            seen = trace(NetworkChoice(length=length), subscriber)
            assert (seen.marked, seen.label) == (data.marked[subscriber], data.labels(length)[subscriber])
            assert seen.length == length
            assert not seen.trained


@pytest.mark.parametrize("cell", list(CELLS))
def test_a_trace_is_read_only_and_repeats_to_the_bit(cell: str) -> None:
    choice = NetworkChoice(cell=cell, mode="exact")
    one, two = trace(choice, 5), trace(choice, 5)
    for path, again in (
        (one.real, two.real),
        (one.marked_twin, two.marked_twin),
        (one.unmarked_twin, two.unmarked_twin),
    ):
        for name in ("inputs", "states", "gates", "probabilities"):
            array = getattr(path, name)
            assert array.tobytes() == getattr(again, name).tobytes()
            assert not array.flags.writeable
    for name in ("readings", "difference_per_unit", "difference"):
        assert not getattr(one, name).flags.writeable


@pytest.mark.parametrize(("bias", "clamped"), [(30.5, 30.0), (1000.0, 30.0), (-30.5, -30.0), (29.5, 29.5)])
def test_the_readout_is_clamped(bias: float, clamped: float) -> None:
    weights = initial(NetworkChoice()).copy()
    weights.v[...] = 0.0
    weights.c[0] = bias
    seen = trace(NetworkChoice(), EXAMPLE, weights)
    assert seen.trained
    assert seen.real.probabilities.tolist() == [sigmoid(clamped)] * 13


@pytest.mark.parametrize("cell", list(CELLS))
def test_weights_that_ran_away_are_measured_without_an_error(cell: str) -> None:
    choice = NetworkChoice(cell=cell, mode="exact", length=3)
    for number in (np.nan, np.inf, -1e308):
        weights = initial(choice).copy()
        weights.Wh[...] = weights.Wx[...] = number
        trace(choice, EXAMPLE, weights)
        decay(choice, weights)


def test_a_trace_refuses_what_there_is_not() -> None:
    for choice, subscriber, field in (
        (NetworkChoice(), 500, "subscriber"),
        (NetworkChoice(length=13), 0, "length"),
        (NetworkChoice(cell="x"), 0, "cell"),
    ):
        with pytest.raises(BadInput) as caught:
            trace(choice, subscriber)
        assert caught.value.field == field


@pytest.mark.parametrize("cell", list(CELLS))
def test_a_long_sequence(cell: str) -> None:
    seen = trace(NetworkChoice(cell=cell, mode="exact", length=300, data="long-300"), EXAMPLE)
    assert seen.real.states.shape[0] == 301
    assert np.isfinite(seen.difference).all()
