"""Every exact gradient against central differences, and against PyTorch's figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnntui_engine.cells import CELLS, Cell
from rnntui_engine.jit import compiled
from rnntui_engine.records import Array
from rnntui_engine.training import clip_factor
from rnntui_engine.unroll import kernels, room

PARITY = Path(__file__).parents[1] / "data" / "torch_parity.safetensors"


class Problem:
    """A random network and sequence, and the loss Σ r ⊙ (last state) with r random: every part of the state counts."""

    def __init__(self, cell: Cell, seed: int, length: int, hidden: int, inputs: int) -> None:
        rng = np.random.default_rng(seed)
        self.cell = cell
        self.Wx = rng.normal(size=(cell.blocks * hidden, inputs))
        self.Wh = rng.normal(size=(cell.blocks * hidden, hidden)) / np.sqrt(hidden)
        self.b = rng.normal(size=cell.biases * hidden)
        self.x = rng.normal(size=(length, inputs))
        self.start = rng.normal(size=(len(cell.parts), hidden)) / 2
        self.r = rng.normal(size=(len(cell.parts), hidden))
        self.states, self.gates = room(cell, length, hidden)

    def loss(self) -> float:
        self.states[0] = self.start
        compiled(kernels(self.cell).forward)(self.Wx, self.Wh, self.b, self.x, self.states, self.gates)
        return float((self.r * self.states[-1]).sum())

    def gradients(self) -> dict[str, Array]:
        """What backward says, by the name of the array."""
        self.loss()
        found = {name: np.zeros_like(getattr(self, name)) for name in ("Wx", "Wh", "b", "x")}
        d_after, d_before = self.r.copy(), np.zeros_like(self.r)
        compiled(kernels(self.cell).backward)(
            self.Wx, self.Wh, self.x, self.states, self.gates, d_after, d_before,
            found["Wx"], found["Wh"], found["b"], found["x"],
        )  # fmt: skip
        return {**found, "start": d_after}


def central_differences(loss: Callable[[], float], array: Array, step: float = 1e-3) -> Array:
    """The derivative of the loss by each element, from four points; its own error is about 1e-11."""
    found = np.zeros_like(array)
    for index in np.ndindex(array.shape):
        kept = array[index]
        at = {}
        for k in (-2, -1, 1, 2):
            array[index] = kept + k * step
            at[k] = loss()
        array[index] = kept
        found[index] = (at[-2] - 8 * at[-1] + 8 * at[1] - at[2]) / (12 * step)
    return found


@pytest.mark.parametrize("cell", list(CELLS.values()), ids=list(CELLS))
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("length", "hidden", "inputs"), [(1, 1, 1), (2, 6, 2), (12, 6, 2), (7, 3, 4)], ids=lambda n: str(n)
)
def test_backward_agrees_with_central_differences(cell: Cell, seed: int, length: int, hidden: int, inputs: int) -> None:
    problem = Problem(cell, seed, length, hidden, inputs)
    for name, found in problem.gradients().items():
        expected = central_differences(problem.loss, getattr(problem, name))
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9, err_msg=name)
        assert found.any(), f"the gradient by {name} is zero, which proves nothing"


@pytest.mark.parametrize("cell", list(CELLS.values()), ids=list(CELLS))
def test_backward_adds_to_what_is_there_and_may_leave_the_inputs_out(cell: Cell) -> None:
    problem = Problem(cell, 3, 4, 5, 2)
    once = problem.gradients()
    twice = {name: once[name].copy() for name in ("Wx", "Wh", "b")}
    d_after = problem.r.copy()
    compiled(kernels(cell).backward)(
        problem.Wx, problem.Wh, problem.x, problem.states, problem.gates, d_after, np.zeros_like(d_after),
        *twice.values(), np.zeros((4, 0)),
    )  # fmt: skip
    for name, found in twice.items():
        np.testing.assert_allclose(found, 2 * once[name], rtol=1e-12, atol=1e-14)
    assert np.array_equal(d_after, once["start"])


def test_clip_factor_bounds_the_common_norm() -> None:
    rng = np.random.default_rng(0)
    dWx, dWh, db = rng.normal(size=(6, 2)), rng.normal(size=(6, 6)), rng.normal(size=6)
    norm = float(np.sqrt(sum((g**2).sum() for g in (dWx, dWh, db))))
    clip = compiled(clip_factor)
    assert clip(norm / 2, dWx, dWh, db) == pytest.approx(0.5, rel=1e-12)
    assert clip(norm * 1.01, dWx, dWh, db) == 1.0
    assert clip(1.0, np.zeros((6, 2)), np.zeros((6, 6)), np.zeros(6)) == 1.0


def parity_tensors() -> dict[str, Array]:
    """The file's tensors: eight bytes of a length, a JSON header of that length, then the numbers."""
    raw = PARITY.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    header.pop("__metadata__", None)
    return {
        name: np.frombuffer(raw[8 + size :][slice(*entry["data_offsets"])], "<f8").reshape(entry["shape"])
        for name, entry in header.items()
    }


class Layer:
    """One recurrent layer with PyTorch's weights (its two bias vectors added), over one sequence."""

    def __init__(self, cell: Cell, tensors: dict[str, Array], number: int) -> None:
        self.cell = cell
        names = [f"weight.{kind}_l{number}" for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
        self.Wx, self.Wh, given, recurrent = (np.ascontiguousarray(tensors[name]) for name in names)
        self.b = given + recurrent
        if cell.name == "gru":  # of the candidate both biases count: bn and, inside the reset gate's product, dn
            third = len(given) // 3
            self.b = np.concatenate([self.b[: 2 * third], given[2 * third :], recurrent[2 * third :]])
        self.gradients = [np.zeros_like(a) for a in (self.Wx, self.Wh, self.b)]

    def forward(self, x: Array) -> Array:
        """h of every period, (T, H)."""
        self.x = np.ascontiguousarray(x)
        self.states, self.gates = room(self.cell, len(x), self.Wh.shape[1])
        compiled(kernels(self.cell).forward)(self.Wx, self.Wh, self.b, self.x, self.states, self.gates)
        return self.states[1:, 0]

    def backward(self, d_output: Array) -> Array:
        """From the gradient by every h, (T, H), to the one by every input, (T, I): one period at a time."""
        d_x = np.zeros_like(self.x)
        d_state, work = np.zeros(self.states.shape[1:]), np.zeros(self.states.shape[1:])
        for t in reversed(range(len(d_x))):
            d_state[0] += d_output[t]
            compiled(kernels(self.cell).backward)(
                self.Wx, self.Wh, self.x[t : t + 1], self.states[t : t + 2], self.gates[t : t + 1],
                d_state, work, *self.gradients, d_x[t : t + 1],
            )  # fmt: skip
        return d_x


@pytest.mark.parametrize("case", ["small", "wide", "deep"])
@pytest.mark.parametrize("kind", ["rnn", "gru", "lstm"])
def test_outputs_and_gradients_are_pytorch_s(kind: str, case: str) -> None:
    prefix = f"{kind}.{case}."
    tensors = {name.removeprefix(prefix): a for name, a in parity_tensors().items() if name.startswith(prefix)}
    layers = [Layer(CELLS[kind], tensors, n) for n in range(2 if case == "deep" else 1)]
    close = {"rtol": 1e-10, "atol": 1e-12}
    for n, x in enumerate(tensors["input"]):
        for layer in layers:
            x = layer.forward(x)
        np.testing.assert_allclose(x, tensors["output"][n], **close)
        for number, layer in enumerate(layers):
            for part, name in enumerate(("h_n", "c_n")[: len(layer.cell.parts)]):
                np.testing.assert_allclose(layer.states[-1, part], tensors[name][number, n], **close)
        d = tensors["loss_weights"][n]
        for layer in reversed(layers):
            d = layer.backward(d)
        np.testing.assert_allclose(d, tensors["grad.input"][n], **close)
    for number, layer in enumerate(layers):
        for kind_of, found in zip(("weight_ih", "weight_hh", "bias_ih"), layer.gradients, strict=True):
            expected = tensors[f"grad.{kind_of}_l{number}"]
            np.testing.assert_allclose(found[: len(expected)], expected, **close)
        if kind == "gru":
            d_recurrent = tensors[f"grad.bias_hh_l{number}"]
            np.testing.assert_allclose(
                layer.gradients[2][-len(d_recurrent) // 3 :], d_recurrent[-len(d_recurrent) // 3 :], **close
            )
