"""Files of weights: PyTorch's documented equations, fed with what is saved, give the engine's hidden states."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load

from rnntui_engine.cells import CELLS, cell_named
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice, Trained
from rnntui_engine.training import train
from rnntui_engine.unroll import run_to_end
from rnntui_engine.weights import metadata, saved, tensors

HIDDEN, LENGTH = 5, 7


def trained(cell: str, **more: Any) -> Trained:
    bias = 0.0 if cell == "rnn" else 1.25
    mode = cell_named(cell).modes[0]
    return train(NetworkChoice(cell, 3, LENGTH, bias, mode, epochs=3, hidden=HIDDEN, **more))


def sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-x))


def pytorch(kind: str, weights: dict[str, Any], inputs: Any) -> Any:
    """The last hidden states (n, H) for inputs (n, T, I), by the equations in the documentation of torch.nn.RNN, GRU
    and LSTM. `chunk`: the rows of the gates, in the order documented there."""
    w_ih, w_hh, b_ih, b_hh = (weights[f"{kind}.{name}_l0"] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
    h = c = np.zeros((len(inputs), w_hh.shape[1]))
    for t in range(inputs.shape[1]):
        own, past = inputs[:, t] @ w_ih.T + b_ih, h @ w_hh.T + b_hh
        if kind == "rnn":
            h = np.tanh(own + past)
        elif kind == "gru":
            (ir, iz, i_n), (hr, hz, hn) = np.split(own, 3, axis=1), np.split(past, 3, axis=1)
            r, z = sigmoid(ir + hr), sigmoid(iz + hz)
            n = np.tanh(i_n + r * hn)
            h = (1 - z) * n + z * h
        else:
            i, f, g, o = np.split(own + past, 4, axis=1)
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            h = sigmoid(o) * np.tanh(c)
    return h


@pytest.mark.parametrize("kind", ["rnn", "gru", "lstm"])
def test_pytorch_would_give_the_same_hidden_states(kind: str) -> None:
    network = trained(kind)
    found = load(saved(network, "1"))
    rows = cell_named(kind).blocks * HIDDEN
    assert {name: (a.shape, a.dtype.str) for name, a in found.items()} == {
        f"{kind}.weight_ih_l0": ((rows, 2), "<f8"), f"{kind}.weight_hh_l0": ((rows, HIDDEN), "<f8"),
        f"{kind}.bias_ih_l0": ((rows,), "<f8"), f"{kind}.bias_hh_l0": ((rows,), "<f8"),
        "readout.weight": ((1, HIDDEN), "<f8"), "readout.bias": ((1,), "<f8"),
    }  # fmt: skip
    inputs = data_set("lesson").inputs(LENGTH)[:60]
    expected, p = run_to_end(cell_named(kind), network.weights, inputs)
    h = pytorch(kind, found, inputs)
    np.testing.assert_allclose(h, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        sigmoid(h @ found["readout.weight"].T + found["readout.bias"])[:, 0], p, rtol=0, atol=1e-12
    )
    second = found[f"{kind}.bias_hh_l0"]
    if kind == "gru":
        assert second[-HIDDEN:].all()
        second = second[:-HIDDEN]
    assert not second.any()


@pytest.mark.parametrize("cell", ["erase-write", "gru-reset-before"])
def test_a_cell_that_pytorch_has_not_is_saved_under_its_own_names(cell: str) -> None:
    network = trained(cell)
    found = load(saved(network, "1"))
    for name, array in zip(("Wx", "Wh", "b"), network.weights.arrays[:3], strict=True):
        np.testing.assert_array_equal(found.pop(f"{cell}.{name}"), array)
    np.testing.assert_array_equal(found.pop("readout.weight"), network.weights.v[None])
    np.testing.assert_array_equal(found.pop("readout.bias"), network.weights.c)
    assert found == {}
    assert metadata(network, "1")["layout"].startswith("rnntui: PyTorch has no class of this cell")


@pytest.mark.parametrize("cell", list(CELLS))
def test_no_number_is_lost(cell: str) -> None:
    network = trained(cell)
    found = tensors(network.choice, network.weights)
    there = np.sort(np.concatenate([a.ravel() for a in found.values()]))
    wanted = np.sort(np.concatenate([a.ravel() for a in network.weights.arrays]))
    zeros = len(there) - len(wanted)
    np.testing.assert_array_equal(np.sort(np.concatenate([wanted, np.zeros(zeros)])), there)


def header(content: bytes) -> dict[str, Any]:
    size = int.from_bytes(content[:8], "little")
    assert (8 + size) % 8 == 0
    found: dict[str, Any] = json.loads(content[8 : 8 + size])
    return found


def test_the_file_says_which_network_it_is_and_has_the_same_bytes_each_time() -> None:
    network = trained("lstm", clip=0.5)
    first = saved(network, "rnntui 0")
    assert all(saved(trained("lstm", clip=0.5), "rnntui 0") == first for _ in range(4))
    assert header(first)["__metadata__"] == {
        "cell": "lstm", "run": "k3", "length": "7", "memory bias": "1.25", "mode": "exact", "epochs": "3",
        "rate": "0.05", "hidden": "5", "data": "lesson", "clip": "0.5", "correct": str(network.correct),
        "test size": "200", "version": "rnntui 0",
        "layout": "PyTorch: torch.nn.LSTM, one layer, batch first or not; readout: torch.nn.Linear",
    }  # fmt: skip


def test_a_training_that_ran_away_is_not_saved() -> None:
    with pytest.raises(BadInput, match="ran away"):
        saved(train(NetworkChoice(rate=1e150, length=4, epochs=2)), "1")
