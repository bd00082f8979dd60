"""A long trace, read one period at a time, has the bits of a trace that is held whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnntui_engine import jit
from rnntui_engine.cells import cell_named
from rnntui_engine.explain import explain
from rnntui_engine.loaded import load
from rnntui_engine.long_trace import is_long, long_trace
from rnntui_engine.networks import with_cell
from rnntui_engine.records import NetworkChoice, NotThere, Trace
from rnntui_engine.streamed import CACHED, EACH, turned, turned_sums, turned_sums_of_arrays
from rnntui_engine.unroll import trace

FILES = Path(__file__).parents[1] / "data" / "weights"
LENGTH = 5 * EACH + 3


@pytest.fixture(autouse=True)
def _everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 0)


def begun(choice: NetworkChoice, subscriber: int, **more: Any) -> Trace:
    found = long_trace(choice, subscriber, **more)
    assert found is not None
    return found


def same(long: Trace, whole: Trace, periods: range) -> None:
    """Every number of some periods, to the bit."""
    for name in ("real", "marked_twin", "unmarked_twin"):
        one, other = getattr(long, name), getattr(whole, name)
        for t in periods:
            assert one.states[t].tobytes() == other.states[t].tobytes(), (name, t)
            assert one.h[t].tobytes() == other.h[t].tobytes()
            if t:
                assert one.gates[t - 1].tobytes() == other.gates[t - 1].tobytes()
                assert one.inputs[t - 1].tobytes() == other.inputs[t - 1].tobytes()
    for t in periods:
        assert long.difference_per_unit[t].tobytes() == whole.difference_per_unit[t].tobytes()
    rows = slice(periods.start, periods.stop)
    assert long.difference[rows].tobytes() == whole.difference[rows].tobytes()
    np.testing.assert_array_equal(long.real.probabilities[rows], whole.real.probabilities[rows])


@pytest.mark.parametrize("cell", ["rnn", "erase-write", "gru", "gru-reset-before", "lstm"])
@pytest.mark.parametrize("subscriber", [0, 260])
def test_it_has_the_bits_of_the_whole_trace(cell: str, subscriber: int) -> None:
    choice = with_cell(NetworkChoice(length=LENGTH, data="long-100", hidden=7), cell)
    long, whole = begun(choice, subscriber), trace(choice, subscriber)
    assert long.stream is not None
    assert long.ready == 2
    same(long, whole, range(3))
    long.stream.advance(LENGTH)
    assert long.stream.complete
    same(long, whole, range(LENGTH + 1))
    same(long, whole, range(EACH))  # what has left the cache is computed anew
    assert (long.label, long.marked, long.compared) == (whole.label, whole.marked, whole.compared)
    np.testing.assert_allclose(long.stream.h, whole.real.h, rtol=1e-6, atol=1e-30)
    moved = np.abs(np.diff(whole.real.h, axis=0))
    np.testing.assert_array_equal(long.stream.moved, moved.max(axis=0))
    np.testing.assert_array_equal(long.stream.moved_at, moved.argmax(axis=0) + 1)
    assert explain(long, LENGTH - 1, 3) == explain(whole, LENGTH - 1, 3)


@pytest.mark.parametrize("name", ["lstm_two_layers", "rnn_three_layers", "gru_two_answers"])
def test_every_layer_of_a_file(name: str) -> None:
    choice = load(FILES / f"{name}.safetensors").choice(2 * EACH + 1, "long-40")
    for layer in range(1, trace(choice, 3).layers + 1):
        long, whole = begun(choice, 3, layer=layer), trace(choice, 3, layer=layer)
        assert long.stream is not None
        long.stream.advance(LENGTH)
        same(long, whole, range(choice.length + 1))
        assert (long.layer, long.layers, long.readout) == (whole.layer, whole.layers, whole.readout)


def test_edits_are_compared_with_the_original() -> None:
    choice = NetworkChoice(length=40, data="long-40")
    long, whole = begun(choice, 5, edits=((9, 3.5),)), trace(choice, 5, edits=((9, 3.5),))
    assert long.stream is not None
    long.stream.advance(40)
    same(long, whole, range(41))
    assert long.stream.count == 2  # the edited sequence is the real one


def test_compiled_and_not_it_has_the_same_bits() -> None:
    choice = with_cell(NetworkChoice(length=EACH + 2, data="long-40", hidden=9), "lstm")
    plain, fast = begun(choice, 3), begun(choice, 3)
    assert plain.stream is not None and fast.stream is not None
    plain.stream.advance(LENGTH)
    with jit.compiled_here():
        fast.stream.advance(LENGTH)
        same(fast, plain, range(EACH + 3))


@pytest.mark.parametrize("columns", [1, 4, 6, 11])
def test_turned_sums_run_from_left_to_right(columns: int) -> None:
    rng = np.random.default_rng(columns)
    weights, x, start = rng.normal(size=(13, columns)), rng.normal(size=(3, columns)), rng.normal(size=(3, 13))
    expected = start.copy()
    for n in range(3):
        for row in range(13):
            for j in range(columns):
                expected[n, row] += weights[row, j] * x[n, j]
    for add in (turned_sums, turned_sums_of_arrays):
        found = start.copy()
        add(turned(weights), x, found)
        assert found.tobytes() == expected.tobytes()
    assert turned(weights).dtype == np.float64
    half = weights.astype(np.float32).astype(np.float64)
    assert turned(half).dtype == np.float32
    assert turned(half).astype(np.float64).T.tobytes() == half.tobytes()


def test_what_is_not_there_yet_is_refused_and_what_is_read_is_read_only() -> None:
    long = begun(NetworkChoice(length=40, data="long-40"), 5)
    with pytest.raises(NotThere, match="period 3 is not computed yet: 2 of 40 are") as caught:
        long.real.states[3]
    assert caught.value.field == "", "nobody has chosen this period"
    for read_whole in (lambda h: h[1:], np.abs, np.sum, list, lambda h: h > 0.5, lambda h: -h, lambda h: h.mean()):
        with pytest.raises(NotThere, match="one period at a time"):
            read_whole(long.real.h)
    with pytest.raises(ValueError, match="read-only"):
        long.real.states[1][0, 0] = 1.0


def test_few_blocks_are_kept() -> None:
    long = begun(NetworkChoice(length=400, data="long-400"), 5)
    assert long.stream is not None
    long.stream.advance(400)
    for t in range(0, 401, 7):
        long.real.states[t]
    assert len(long.stream._blocks) <= CACHED


def test_what_is_small_is_had_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert long_trace(NetworkChoice(), 260) is None
    assert not is_long(NetworkChoice(), 1, 6)
    assert is_long(NetworkChoice("lstm", length=12, hidden=1000), 1, 1000)
    assert is_long(NetworkChoice("lstm", length=10_000, hidden=100), 1, 100)
    assert cell_named("lstm").kept == 4
