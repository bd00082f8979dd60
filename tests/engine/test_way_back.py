"""The way back of networks from files: of every layer, against PyTorch and central differences; of long traces."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rnntui_engine import way_back
from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.datasets import DataSet
from rnntui_engine.flow import norm
from rnntui_engine.loaded import Stack, load
from rnntui_engine.long_trace import long_trace
from rnntui_engine.networks import with_cell
from rnntui_engine.records import Array, NetworkChoice, Trace
from rnntui_engine.sequences import Source, opened
from rnntui_engine.unroll import readout, room, trace
from rnntui_engine.way_back import Walk, flow, stretch

DATA = Path(__file__).parents[1] / "data"
FILES, OWN = DATA / "weights", Path(__file__).parents[2] / "scenarios" / "own"
PYTORCH = json.loads((DATA / "own_gradients.json").read_text(encoding="utf-8"))
NETWORKS = [name for name in PYTORCH if name != "torch"]


def days() -> DataSet:
    return opened(Source(str(OWN / "days.csv")), str)


def stack_of(name: str) -> Stack:
    ships = name in ("first", "second")
    relu = "relu" if name == "rnn_relu" else ""
    return load((OWN if ships else FILES) / f"{name}.safetensors", None, relu)


def trace_of(name: str, layer: int = 0) -> Trace:
    """The sequence that PyTorch's figures are of."""
    stack = stack_of(name)
    if name in ("first", "second"):
        return trace(stack.choice(48, days().name), 0, layer=layer)
    return trace(stack.choice(12, "lesson"), 260, layer=layer)


@pytest.mark.parametrize("name", NETWORKS)
def test_every_layer_s_gradients_and_jacobians_are_pytorch_s(name: str) -> None:
    for layer, expected in enumerate(PYTORCH[name], 1):
        found = flow(trace_of(name, layer))
        assert found.complete
        np.testing.assert_allclose(found.gradients, expected["gradients"], rtol=1e-9, atol=1e-300)
        np.testing.assert_allclose(found.jacobian, expected["jacobian"], rtol=1e-9)
        assert found.gradients[:-1].all()


def carried_on(found: Trace, layers: Stack, t: int, moved: Array) -> float:
    """The loss, had the shown layer's state after period t been another (S, H)."""
    cell, above = cell_named(found.choice.cell), layers.layers[found.layer - 1 :]
    inputs = found.real.inputs[t:]
    for number, weights in enumerate(above):
        states, gates = room(cell, found.length, weights.hidden)
        if number == 0:  # what lies before is as it was
            states[: t + 1], states[t] = found.real.states[: t + 1], moved
            for k in range(t, found.length):
                cell.step(weights.Wx, weights.Wh, weights.b, inputs[k - t], states[k], states[k + 1], gates[k])
        else:
            for k in range(found.length):
                cell.step(weights.Wx, weights.Wh, weights.b, inputs[k], states[k], states[k + 1], gates[k])
        inputs = np.ascontiguousarray(states[1:, 0])
    p = readout(layers.layers[-1].v, layers.layers[-1].c, states[-1, 0])
    return -math.log(p if found.label else 1.0 - p)


@pytest.mark.parametrize(("name", "layer"), [("lstm_two_layers", 1), ("rnn_three_layers", 1), ("rnn_three_layers", 2)])
def test_a_lower_layer_s_gradient_agrees_with_central_differences(name: str, layer: int) -> None:
    found, stack = trace_of(name, layer), stack_of(name)
    measured, step = flow(found), 1e-3
    for t in (1, 5, 12):
        by = np.zeros_like(found.real.states[t])
        for index in np.ndindex(by.shape):
            at = []
            for k in (-2, -1, 1, 2):
                moved = found.real.states[t].copy()
                moved[index] += k * step
                at.append(carried_on(found, stack, t, moved))
            by[index] = (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step)
        assert [norm(part) for part in by] == pytest.approx(measured.gradients[t - 1].tolist(), rel=1e-6, abs=1e-11)


def test_without_a_readout_or_a_label_there_is_no_gradient_and_there_is_a_jacobian(tmp_path: Path) -> None:
    mute = flow(trace(stack_of("gru_two_answers").choice(12, "lesson"), 260))
    (tmp_path / "a.csv").write_text("subscriber,1,2,3,4\na,1,2,3,4\nb,4,3,2,9\n", encoding="utf-8")
    unlabelled = opened(Source(str(tmp_path / "a.csv")), str)
    found = trace(stack_of("lstm_two_layers").choice(4, unlabelled.name), 0)
    assert found.label is None
    for one in (mute, flow(found)):
        assert one.complete and np.isnan(one.gradients).all()
        assert one.jacobian[-1] == 1.0 and (one.jacobian > 0.0).all()


@pytest.mark.parametrize("cell", list(CELLS))
def test_a_long_trace_is_walked_like_a_whole_one(cell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = with_cell(NetworkChoice(length=40, data="long-50", memory_bias=1.0), cell)
    whole = trace(choice, 260)
    expected = flow(whole)
    monkeypatch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 100)
    found = long_trace(choice, 260)
    assert found is not None and found.stream is not None
    found.stream.advance(40)
    long = flow(found)
    assert long.gradients.tobytes() == expected.gradients.tobytes()
    assert long.jacobian.tobytes() == expected.jacobian.tobytes()
    assert long.difference.tobytes() == expected.difference.tobytes()


def test_a_long_trace_of_two_layers() -> None:
    stack = stack_of("lstm_two_layers")
    for layer in (1, 2):
        expected = flow(trace(stack.choice(12, "lesson"), 260, layer=layer))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rnntui_engine.long_trace.MOST_PRODUCTS", 100)
            found = long_trace(stack.choice(12, "lesson"), 260, layer=layer)
        assert found is not None and found.stream is not None
        found.stream.advance(12)
        long = flow(found)
        assert long.gradients.tobytes() == expected.gradients.tobytes()
        assert long.jacobian.tobytes() == expected.jacobian.tobytes()


@pytest.mark.parametrize("cell", list(CELLS))
def test_all_rows_at_once_are_the_rows_one_by_one(cell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = trace(with_cell(NetworkChoice(hidden=9, memory_bias=1.0), cell), 260)
    one_by_one = flow(found)
    monkeypatch.setattr(way_back, "LOOPS", 1)
    monkeypatch.setattr(way_back, "ROWS", 4)
    monkeypatch.setattr(way_back, "DIRECT", 1)
    at_once = flow(found)
    np.testing.assert_allclose(at_once.jacobian, one_by_one.jacobian, rtol=1e-10)
    assert at_once.gradients.tobytes() == one_by_one.gradients.tobytes()


def test_the_largest_singular_value_of_large_matrices() -> None:
    rng = np.random.default_rng(3)
    for matrix in (rng.normal(size=(300, 300)), rng.normal(size=(300, 40)), np.diag(np.r_[3.0, 3.0, np.zeros(298)])):
        found, along = stretch(matrix)
        assert found == pytest.approx(np.linalg.norm(matrix, 2), rel=1e-9)
        assert np.linalg.norm(matrix @ along) == pytest.approx(found * np.linalg.norm(along), rel=1e-5)
        assert stretch(matrix * 1e-250)[0] == pytest.approx(found * 1e-250, rel=1e-9)
    assert stretch(np.zeros((300, 300)))[0] == 0.0
    assert math.isnan(stretch(np.full((300, 300), math.inf))[0])


def test_what_is_not_worth_its_time_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = trace(with_cell(NetworkChoice(), "lstm"), 260)
    whole = flow(found)
    monkeypatch.setattr(way_back, "WORTH", 5 * 12 * 4 * 36)
    walk = Walk(found)
    assert (walk.wanted, walk.pieces) == (5, (0, 17))
    while walk.advance():
        pass
    part = walk.flow
    assert walk.done and part.complete and (part.computed, part.walked) == (5, 12)
    assert np.isnan(part.jacobian[:7]).all()
    assert part.jacobian[7:].tobytes() == whole.jacobian[7:].tobytes()
    assert part.gradients.tobytes() == whole.gradients.tobytes()


def test_nothing_comes_of_nothing() -> None:
    choice = NetworkChoice(length=40, data="long-50")
    own = trace(choice, 260).weights
    faint = replace(own, Wh=own.Wh * 1e-30)
    found = flow(trace(choice, 260, faint))
    assert found.complete and found.jacobian[0] == 0.0 and found.gradients[0, 0] == 0.0
    assert 0.0 < found.jacobian[-9] < 1e-200
