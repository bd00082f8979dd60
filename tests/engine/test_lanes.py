"""Training side by side: the bits of each run trained alone, whatever stands in the other lanes."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from rnntui_engine import jit, lanes, training
from rnntui_engine.cells import CELLS, Cell, found
from rnntui_engine.lanes import LANES
from rnntui_engine.measures import mean_differences
from rnntui_engine.networks import initial
from rnntui_engine.records import BadInput, NetworkChoice, Trained, Weights

EVERY = [(name, mode) for name, cell in CELLS.items() for mode in cell.modes]
every_cell = pytest.mark.parametrize(("cell", "mode"), EVERY)


def bits(trained: Trained) -> list[bytes]:
    """The weights' bits; every NaN as one, for which of its many patterns it gets hangs on the machine."""
    return [np.where(np.isnan(a), np.nan, a).tobytes() for a in trained.weights.arrays]


def check(choices: list[NetworkChoice], some: list[int] | None = None) -> list[Trained]:
    """Train the choices in lanes, and some of them, by their places, alone."""
    together = lanes.train(choices)
    assert not lanes._refused, "numba did not compile a cell for vectors"
    assert [one.choice for one in together] == choices
    for place in range(len(choices)) if some is None else some:
        alone = training.train(choices[place])
        assert bits(together[place]) == bits(alone), choices[place]
        assert (together[place].correct, together[place].tested) == (alone.correct, alone.tested)
        assert together[place].stopped_at == alone.stopped_at
        assert not together[place].losses
    return together


def runs(count: int, **choice: Any) -> list[NetworkChoice]:
    """Runs k1, k2, … of one network."""
    return [NetworkChoice(run=run, **choice) for run in range(1, count + 1)]


@every_cell
def test_the_bits_of_the_run_trained_alone(cell: str, mode: str) -> None:
    check(runs(LANES, cell=cell, mode=mode, length=12), [0, 7, 15])
    check(runs(LANES, cell=cell, mode=mode, length=2, epochs=6))


@every_cell
def test_other_sizes_and_fewer_runs_than_lanes(cell: str, mode: str) -> None:
    check(runs(3, cell=cell, mode=mode, length=5, hidden=9, epochs=3, rate=0.2))
    check(runs(1, cell=cell, mode=mode, length=2, hidden=1, epochs=2))
    check(runs(2, cell=cell, mode=mode, length=30, data="long-40", hidden=4, epochs=2))


@pytest.mark.parametrize("cell", list(CELLS))
def test_gradients_with_a_bound(cell: str) -> None:
    check(runs(4, cell=cell, mode="exact", length=6, epochs=4, clip=0.05))
    check(runs(2, cell=cell, mode="exact", length=3, epochs=2, clip=1e6))


@every_cell
@pytest.mark.parametrize("rate", [50.0, 1e150])
def test_a_rate_that_is_too_large(cell: str, mode: str, rate: float) -> None:
    check(runs(LANES, cell=cell, mode=mode, length=4, epochs=8, rate=rate), [0, 3, 15])


@every_cell
@pytest.mark.parametrize("weight", [np.inf, np.nan, 1e200])
def test_a_lane_that_runs_away_disturbs_no_other(
    cell: str, mode: str, weight: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = runs(5, cell=cell, mode=mode, length=4, epochs=2)

    def broken(choice: NetworkChoice) -> Weights:
        weights = initial(choice).copy()
        if choice.run == 2:
            weights.Wh[0, 0] = weights.v[1] = weight
        return weights

    monkeypatch.setattr(lanes, "initial", broken)
    together = lanes.train(choices)
    for one in together:
        alone = training.train(one.choice, broken(one.choice))
        assert bits(one) == bits(alone)
        assert (one.correct, one.stopped_at) == (alone.correct, alone.stopped_at)
    assert [all(np.isfinite(a).all() for a in one.weights.arrays) for one in together][2:] == [True] * 3


def test_lanes_that_run_away_keep_their_last_finite_weights() -> None:
    finite, stopped_at = [np.zeros((2, LANES)), np.zeros((3, 1, LANES))], np.full(LANES, -1)
    weights = [a.copy() for a in finite]
    for epoch in range(1, 5):
        for a in weights:
            a += 1.0
        if epoch == 2:
            weights[1][2, 0, 3] = np.nan
        if epoch == 4:
            weights[0][1, 0] = -np.inf
        lanes._keep_finite(finite, weights, stopped_at, epoch)
    assert stopped_at.tolist() == [3, -1, -1, 1, *[-1] * (LANES - 4)]
    for a in finite:
        assert np.unique(a[..., 0]).tolist() == [3.0]
        assert np.unique(a[..., 3]).tolist() == [1.0]
        assert np.unique(a[..., 4:]).tolist() == [4.0]


@pytest.mark.parametrize("biases", [(0.0, 1.0, -3.0), ("chrono", 0.0)])
def test_memory_biases_may_stand_side_by_side(biases: tuple[float | str, ...]) -> None:
    check([NetworkChoice("lstm", k, 6, bias, "exact", epochs=2) for k in (1, 2) for bias in biases])


def test_the_same_network_may_stand_in_several_lanes() -> None:
    one, other = lanes.train([NetworkChoice(length=3, epochs=2)] * 2)
    assert bits(one) == bits(other)


def test_finished_weights_are_closed_and_each_network_s_own() -> None:
    first, second = lanes.train(runs(2, length=2, epochs=1))
    for a, b in zip(first.weights.arrays, second.weights.arrays, strict=True):
        assert not a.flags.writeable
        assert a.flags.c_contiguous
        assert not np.shares_memory(a, b)


def test_what_cannot_stand_side_by_side_is_refused() -> None:
    with pytest.raises(ValueError, match="2 shapes"):
        lanes.train([NetworkChoice(length=2), NetworkChoice(length=3)])
    with pytest.raises(ValueError, match="cannot stand"):
        lanes.train(runs(LANES + 1))
    with pytest.raises(ValueError, match="0 choices"):
        lanes.train([])
    with pytest.raises(BadInput) as refused:
        lanes.train([NetworkChoice(), NetworkChoice(rate=-1.0)])
    assert refused.value.field == "rate"


@pytest.mark.parametrize("loaded", [True, False])
def test_it_ends_at_the_next_epoch_once_it_is_stopped(loaded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_loaded", loaded)
    stop = Event()
    stop.set()
    with pytest.raises(CancelledError):
        lanes.train(runs(2, length=2, epochs=10**6), stop)


# Where nothing is compiled


@every_cell
def test_uncompiled_it_gives_the_same_bits(cell: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = runs(2, cell=cell, mode=mode, length=3, epochs=1)
    together = lanes.train(choices)
    monkeypatch.setattr(jit, "_loaded", False)
    assert not jit.compiles()
    one_by_one = lanes.train(choices)
    assert list(map(bits, one_by_one)) == list(map(bits, together))
    assert [(one.correct, one.losses) for one in one_by_one] == [(one.correct, ()) for one in together]


def test_numba_told_not_to_compile_trains_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    choices = runs(2, length=3, epochs=1)
    together = lanes.train(choices)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert not jit.compiles()
    assert list(map(bits, lanes.train(choices))) == list(map(bits, together))


# Cells that join by a file

TOY = """
from rnntui_engine.arithmetic import tanh
from rnntui_engine.cells.common import Cell, add_gradient, pre_activation
from rnntui_engine.jit import kernel


@kernel
def step(Wx, Wh, b, x, before, after, gates):
    for k in range(before.shape[1]):
        a = pre_activation(Wx, Wh, b, k, x, before[0])
        gates[0, k] = {squashed}
        after[0, k] = 0.5 * before[0, k] + gates[0, k]


@kernel
def step_back(Wx, Wh, x, before, after, gates, d_after, d_before, dWx, dWh, db, dx):
    for k in range(before.shape[1]):
        d_before[0, k] += d_after[0, k] * 0.5
        g = d_after[0, k] * (1.0 - gates[0, k] * gates[0, k])
        add_gradient(g, k, Wx, Wh, x, before[0], d_before[0], dWx, dWh, db, dx)


CELL = Cell(
    name="{name}", title="", label="", gates=("candidate",), symbols=("g",), signed=frozenset(), parts=("h",),
    blocks=1, biases=1, keeps=None, writes=None, step=step, step_back=step_back,
)
"""


@pytest.fixture
def toy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cell]:
    """A cell of one file, with its name and its squashing as the test says."""
    name, squashed = request.param
    package = tmp_path / f"toy_{name}"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "cell.py").write_text(textwrap.dedent(TOY.format(name=name, squashed=squashed)))
    monkeypatch.syspath_prepend(str(tmp_path))
    cell = found([str(package)], package.name)[name]
    monkeypatch.setitem(CELLS, name, cell)
    yield cell
    for module in [module for module in sys.modules if module.startswith(package.name)]:
        del sys.modules[module]


@pytest.mark.parametrize("toy", [("leaking", "tanh(a)")], indirect=True)
def test_a_cell_that_joins_by_its_file_trains_in_lanes(toy: Cell) -> None:
    check(runs(3, cell=toy.name, mode="exact", length=4, epochs=2))


@pytest.mark.parametrize("toy", [("branching", "tanh(a) if a > 0.0 else 0.1 * a")], indirect=True)
def test_a_cell_that_branches_on_a_number_is_trained_run_by_run(toy: Cell) -> None:
    choices = runs(2, cell=toy.name, mode="exact", length=4, epochs=2)
    for one in lanes.train(choices):
        assert bits(one) == bits(training.train(one.choice))
    assert lanes._refused == {(toy, "exact")}
    lanes._refused.clear()


@pytest.mark.parametrize("cell", list(CELLS))
def test_differences_side_by_side_are_those_alone(cell: str) -> None:
    mode = CELLS[cell].modes[0]
    choices = [NetworkChoice(cell, run=run, length=4, mode=mode, hidden=5) for run in (1, 2, 7)]
    with jit.compiled_here():
        found = lanes.mean_differences(choices)
        assert found == [mean_differences(choice, initial(choice)) for choice in choices]
    assert found[:1] == lanes.mean_differences(choices[:1]), "uncompiled, one after the other"
