"""Initial values, memory biases and chrono, trials, and which choices are refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rnntui_engine.arithmetic import Generator
from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.networks import ONE_ULP, checked, initial, run_seed, trial, with_cell
from rnntui_engine.readings import SEED
from rnntui_engine.records import BadInput, NetworkChoice

LSTM = NetworkChoice(cell="lstm", mode="exact")


@pytest.mark.parametrize("run", [1, 2])
def test_initial_weights_of_the_plain_network(golden: Any, run: int) -> None:
    weights = initial(NetworkChoice(run=run))
    expected = golden["plain"]["initial_weights"][f"k{run}"]
    for name in ("Wx", "Wh", "b", "v"):
        assert getattr(weights, name).tolist() == expected[name]
    assert weights.c.tolist() == expected["c"]


def test_runs_have_seeds_of_their_own() -> None:
    assert [run_seed(k) for k in (1, 2, 100)] == [SEED + 11, SEED + 12, SEED + 110]


@pytest.mark.parametrize(
    ("cell", "parameters"), [("rnn", 61), ("erase-write", 169), ("gru", 175), ("gru-reset-before", 169), ("lstm", 223)]
)
def test_parameters_do_not_depend_on_the_length(cell: str, parameters: int) -> None:
    for length in (2, 12):
        choice = NetworkChoice(cell=cell, mode="exact", length=length)
        assert initial(choice).parameters == cell_named(cell).parameters() == parameters


@pytest.mark.parametrize("cell", ["rnn", "lstm"])
@pytest.mark.parametrize("hidden", [1, 6, 17])
def test_initial_values_are_drawn_gate_by_gate_and_row_by_row(cell: str, hidden: int) -> None:
    weights = initial(NetworkChoice(cell=cell, mode="exact", run=5, hidden=hidden))
    rng = Generator(SEED + 15)
    rows = (1 if cell == "rnn" else 4) * hidden
    wx = [[(2 * rng.draw() - 1) * math.sqrt(1 / 2) for _ in range(2)] for _ in range(rows)]
    wh = [[(2 * rng.draw() - 1) * math.sqrt(1 / hidden) for _ in range(hidden)] for _ in range(rows)]
    v = [(2 * rng.draw() - 1) * math.sqrt(1 / hidden) for _ in range(hidden)]
    assert weights.Wx.tolist() == wx
    assert weights.Wh.tolist() == wh
    assert weights.v.tolist() == v
    assert not weights.b.any()
    assert not weights.c.any()


@pytest.mark.parametrize("bias", [0.0, 1.0, 3.0, -2.5])
def test_a_memory_bias_is_set_on_the_forget_gate_alone(bias: float) -> None:
    weights = initial(NetworkChoice(cell="lstm", mode="exact", memory_bias=bias))
    assert weights.b.tolist() == [0.0] * 6 + [bias] * 6 + [0.0] * 12
    assert np.array_equal(weights.Wh, initial(LSTM).Wh)


@pytest.mark.parametrize("length", [3, 12])
def test_chrono_draws_after_the_readout(length: int) -> None:
    weights = initial(NetworkChoice(cell="lstm", mode="exact", memory_bias="chrono", length=length))
    rng = Generator(run_seed(1))
    for _ in range(4 * 6 * 2 + 4 * 6 * 6 + 6):
        rng.draw()
    forget = [round(math.log(1 + rng.draw() * (length - 2)), 6) for _ in range(6)]
    assert weights.b[6:12].tolist() == forget
    assert weights.b[:6].tolist() == [-f for f in forget]
    assert not weights.b[12:].any()
    assert all(0.0 <= f <= math.log(length - 1) + 1e-6 for f in forget)


def test_initial_weights_are_closed_for_writing_and_their_copy_is_not() -> None:
    weights = initial(LSTM)
    for array in weights.arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0
    for array in weights.copy().arrays:
        array[...] = 0.0


@pytest.mark.parametrize("cell", ["rnn", "lstm"])
def test_a_trial_moves_each_drawn_weight_by_at_most_one_unit_in_its_last_place(cell: str) -> None:
    bias = 0.0 if cell == "rnn" else 1.0
    choice = NetworkChoice(cell=cell, mode="exact", run=2, memory_bias=bias)
    before, after = initial(choice), trial(choice, 7)
    rng = Generator(run_seed(2) + 9007)
    moved = 0
    for name in ("Wx", "Wh", "v"):
        for old, new in zip(getattr(before, name).ravel(), getattr(after, name).ravel(), strict=True):
            factor = 1.0 + (math.floor(3 * rng.draw()) - 1) * ONE_ULP
            assert new == old * factor
            moved += new != old
    assert moved > 0
    assert np.array_equal(before.b, after.b)
    assert np.array_equal(before.c, after.c)


def test_trials_differ_and_repeat() -> None:
    choice = NetworkChoice()
    assert np.array_equal(trial(choice, 3).Wh, trial(choice, 3).Wh)
    assert not np.array_equal(trial(choice, 3).Wh, trial(choice, 4).Wh)


REFUSED = {
    "cell": [{"cell": "transformer"}, {"cell": ""}, {"cell": "RNN"}],
    "data": [{"data": "long-501"}, {"data": "mine"}],
    "length": [{"length": 1}, {"length": 13}, {"data": "long-40", "length": 41}],
    "run": [{"run": 0}, {"run": -3}],
    "mode": [{"mode": "in place"}, {"cell": "lstm", "mode": "in-place"}],
    "memory_bias": [
        {"memory_bias": 1.0},
        {"memory_bias": "chrono"},
        {"memory_bias": "three"},
        {"cell": "lstm", "mode": "exact", "memory_bias": math.nan},
        {"cell": "lstm", "mode": "exact", "memory_bias": math.inf},
        {"cell": "lstm", "mode": "exact", "memory_bias": "chrono", "length": 2},
    ],
    "hidden": [{"hidden": 0}],
    "epochs": [{"epochs": 0}],
    "rate": [{"rate": 0.0}, {"rate": -0.1}, {"rate": math.nan}, {"rate": math.inf}],
    "clip": [{"clip": 0.0}, {"clip": -1.0}, {"clip": math.nan}, {"clip": math.inf}],
}


@pytest.mark.parametrize(("field", "wrong"), [(field, wrong) for field, many in REFUSED.items() for wrong in many])
def test_a_choice_that_there_is_not_names_its_field(field: str, wrong: dict[str, Any]) -> None:
    for ask in (checked, initial):
        with pytest.raises(BadInput) as caught:
            ask(NetworkChoice(**wrong))
        assert caught.value.field == field
        assert str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "right",
    [{}, {"length": 2}, {"mode": "exact", "clip": 1.0}, {"data": "long-500", "length": 500}, {"hidden": 512},
     {"cell": "lstm", "mode": "exact", "memory_bias": -4.0},
     {"cell": "lstm", "mode": "exact", "memory_bias": "chrono", "length": 3}],
)  # fmt: skip
def test_a_choice_that_there_is(right: dict[str, Any]) -> None:
    choice = NetworkChoice(**right)
    assert checked(choice) is choice


@pytest.mark.parametrize("name", list(CELLS))
@pytest.mark.parametrize(
    "choice",
    [NetworkChoice(), NetworkChoice(mode="exact", run=9, length=4),
     NetworkChoice(cell="lstm", mode="exact", memory_bias=3.0),
     NetworkChoice(cell="lstm", mode="exact", memory_bias="chrono", data="long-40", length=30)],
)  # fmt: skip
def test_another_cell_keeps_what_it_allows(choice: NetworkChoice, name: str) -> None:
    other = with_cell(choice, name)
    assert checked(other).cell == name
    assert (other.run, other.length, other.data, other.hidden) == (
        choice.run, choice.length, choice.data, choice.hidden,
    )  # fmt: skip
    if name == choice.cell:
        assert other == choice


def test_the_plain_cell_loses_a_memory_bias() -> None:
    assert with_cell(NetworkChoice(cell="lstm", mode="exact", memory_bias=3.0), "rnn").memory_bias == 0.0
