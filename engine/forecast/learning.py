"""Training a network that forecasts: all windows at once, mean squared error, Adam.

No equation of a cell is written again: the very loops of its file and of `unroll` are compiled with a vector of LANES
windows in the place of each number (see `rnntui_engine.lanes`), while the weights stay single numbers. Each lane sums
its own windows' gradient, and the lanes are added from left to right: the same bits on every machine, compiled or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import cache
from threading import Event

import numpy as np

from ..cells import Cell, cell_named
from ..jit import bind, compiled, compiles, hole, kernel, replacing
from ..lanes import LANES
from ..lanes.arithmetic import FOR_LANES, in_lanes
from ..records import Array, Integers, Weights, read_only
from ..unroll import kernels as unrolled
from ..unroll import room
from .network import Choice, checked, gather, initial, weights
from .problem import OneStep, Problem

RATE, BETA1, BETA2, EPSILON = 0.01, 0.9, 0.999, 1e-8  # Adam's, Kingma and Ba 2015; PyTorch's defaults but the rate

forward = backward = windows_gradient = windows_outputs = hole


@kernel
def output(v: Array, c: Array, h: Array) -> float:
    """c + (0 + v0·h0 + v1·h1 + …), from left to right."""
    total = 0.0
    for k in range(h.shape[0]):
        total += v[k] * h[k]
    return c[0] + total  # type: ignore[no-any-return]


@kernel
def batch_gradient(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, targets: Array, counts: Array, share: float,
    states: Array, gates: Array, d_after: Array, d_before: Array,
    dWx: Array, dWh: Array, db: Array, dv: Array, dc: Array, squares: Array, no_inputs: Array,
) -> None:  # fmt: skip
    """The gradient of the mean squared error over all windows, and the squared errors.

    inputs (n, T, 1), targets (n,), counts (n,): 1 for a window, 0 for one that only fills its lane; share is 2 over
    the number of windows, d(mean of e²)/de = share · e. dWx, dWh, db, dv, dc and squares (1,) are added to.
    """
    last = inputs.shape[1]
    for n in range(inputs.shape[0]):
        forward(Wx, Wh, b, inputs[n], states, gates)
        h = states[last, 0]
        error = (output(v, c, h) - targets[n]) * counts[n]
        squares[0] += error * error
        d = share * error
        dc[0] += d
        for part in range(states.shape[1]):
            for k in range(states.shape[2]):
                d_after[part, k] = 0.0
        for k in range(h.shape[0]):
            dv[k] += d * h[k]
            d_after[0, k] = d * v[k]
        backward(Wx, Wh, inputs[n], states, gates, d_after, d_before, dWx, dWh, db, no_inputs)


@kernel
def batch_outputs(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, states: Array, gates: Array, y: Array
) -> None:  # fmt: skip
    """The output for each window of inputs (n, T, 1): fills y (n,)."""
    for n in range(inputs.shape[0]):
        forward(Wx, Wh, b, inputs[n], states, gates)
        y[n] = output(v, c, states[inputs.shape[1], 0])


@kernel
def gradient_in_lanes(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, targets: Array, counts: Array, share: float,
    states: Array, gates: Array, d_after: Array, d_before: Array,
    dWx: Array, dWh: Array, db: Array, dv: Array, dc: Array, squares: Array, no_inputs: Array,
) -> None:  # fmt: skip
    """`batch_gradient` of LANES windows at a time: every array but the weights has the lanes as its last axis."""
    windows_gradient(
        Wx, Wh, b, v, c, in_lanes(inputs), in_lanes(targets), in_lanes(counts), share,
        in_lanes(states), in_lanes(gates), in_lanes(d_after), in_lanes(d_before),
        in_lanes(dWx), in_lanes(dWh), in_lanes(db), in_lanes(dv), in_lanes(dc), in_lanes(squares), in_lanes(no_inputs),
    )  # fmt: skip


@kernel
def outputs_in_lanes(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, states: Array, gates: Array, y: Array
) -> None:  # fmt: skip
    """`batch_outputs` of LANES windows at a time."""
    windows_outputs(Wx, Wh, b, v, c, in_lanes(inputs), in_lanes(states), in_lanes(gates), in_lanes(y))


@kernel
def sum_lanes(lanes: Array, total: Array) -> None:
    """total (n,) = the sum of each row of lanes (n, LANES), from left to right; the lanes go back to zero."""
    for i in range(lanes.shape[0]):
        s = 0.0
        for lane in range(lanes.shape[1]):
            s += lanes[i, lane]
            lanes[i, lane] = 0.0
        total[i] = s


@kernel
def adam(w: Array, G: Array, m: Array, v: Array, rate: float, power1: float, power2: float) -> None:
    """One update of all parameters w (P,) (Kingma and Ba 2015, algorithm 1, as PyTorch orders it).

    m and v are the running means of the gradient G and of its square; power1 and power2 are β1 and β2 to the number of
    this update.
    """
    step = rate / (1.0 - power1)
    root = math.sqrt(1.0 - power2)
    for i in range(w.shape[0]):
        m[i] = BETA1 * m[i] + (1.0 - BETA1) * G[i]
        v[i] = BETA2 * v[i] + (1.0 - BETA2) * (G[i] * G[i])
        w[i] -= step * m[i] / (math.sqrt(v[i]) / root + EPSILON)


@dataclass(frozen=True, eq=False)
class Kernels:
    """The templates of this module filled in for one cell."""

    gradient: Callable[..., None]
    outputs: Callable[..., None]


@cache
def kernels(cell: Cell) -> Kernels:
    """This module's kernels for one cell."""
    name, ahead, back = cell.name.replace("-", "_"), unrolled(cell).forward, unrolled(cell).backward

    def in_all_lanes(template: Callable[..., None], **holes: Callable[..., None]) -> Callable[..., None]:
        return replacing(bind(template, name, **holes), "windows", FOR_LANES)

    gradient = in_all_lanes(batch_gradient, forward=ahead, backward=back)
    outputs = in_all_lanes(batch_outputs, forward=ahead)
    return Kernels(
        bind(gradient_in_lanes, f"{name}_windows", windows_gradient=gradient),
        bind(outputs_in_lanes, f"{name}_windows", windows_outputs=outputs),
    )


def _vectors() -> None:
    """Teach numba what a vector is, where it will compile."""
    if compiles():
        from ..lanes import vectors  # noqa: F401


def in_groups(windows: Array) -> Array:
    """Windows (n, …) as groups of LANES, (groups, …, LANES); the last group is filled up with zeros."""
    groups = -(-len(windows) // LANES)
    filled = np.zeros((groups * LANES, *windows.shape[1:]))
    filled[: len(windows)] = windows
    return np.ascontiguousarray(np.moveaxis(filled.reshape(groups, LANES, *windows.shape[1:]), 1, -1))


class Batch:
    """The training windows (n, T) and targets (n,) of a problem, ready for one cell's gradient."""

    def __init__(self, cell: Cell, hidden: int, inputs: Array, targets: Array) -> None:
        _vectors()
        self.cell, self.hidden, self.count = cell, hidden, len(targets)
        self.inputs = in_groups(inputs[:, :, None])
        self.targets, self.counts = in_groups(targets), in_groups(np.ones(len(targets)))
        states, gates = room(cell, inputs.shape[1], hidden)
        self.states, self.gates = np.zeros((*states.shape, LANES)), np.zeros((*gates.shape, LANES))
        self.d_after, self.d_before = np.zeros_like(self.states[0]), np.zeros_like(self.states[0])
        rows = cell.blocks * hidden
        shapes = ((rows, 1), (rows, hidden), (cell.biases * hidden,), (hidden,), (1,))
        self.gradients = [np.zeros((*shape, LANES)) for shape in (*shapes, (1,))]
        self.totals = [np.zeros(shape) for shape in (*shapes, (1,))]
        self.no_inputs = np.zeros((inputs.shape[1], 0, LANES))

    def gradient(self, vector: Array, out: Array) -> float:
        """Write the gradient by all parameters (P,) into `out`; returns the mean squared error."""
        compiled(kernels(self.cell).gradient)(
            *weights(self.cell, vector, self.hidden).arrays, self.inputs, self.targets, self.counts, 2.0 / self.count,
            self.states, self.gates, self.d_after, self.d_before, *self.gradients, self.no_inputs,
        )  # fmt: skip
        for lanes, total in zip(self.gradients, self.totals, strict=True):
            compiled(sum_lanes)(lanes.reshape(-1, LANES), total.reshape(-1))
        *found, squares = self.totals
        gather(self.cell, Weights(*found), out)
        return float(squares[0]) / self.count


@dataclass(frozen=True, eq=False)
class Progress:
    """Where a training stands after an epoch. `loss` is the mean squared error over the scaled training windows before
    the epoch's update; `vector` (P,) are the parameters at this moment, not to be written to."""

    epoch: int
    epochs: int
    loss: float
    vector: Array


def epochs(choice: Choice, problem: Problem) -> Iterator[Progress]:
    """Train a network, an update an epoch, and report after each. Raises BadInput before the first."""
    checked(choice)
    cell = cell_named(choice.cell)
    batch = Batch(cell, choice.hidden, *problem.training())
    vector = initial(choice)
    G, m, v = np.zeros_like(vector), np.zeros_like(vector), np.zeros_like(vector)
    power1 = power2 = 1.0
    for epoch in range(1, choice.epochs + 1):
        loss = batch.gradient(vector, G)
        power1, power2 = power1 * BETA1, power2 * BETA2
        compiled(adam)(vector, G, m, v, RATE, power1, power2)
        yield Progress(epoch, choice.epochs, loss, vector)


@dataclass(frozen=True, eq=False)
class Forecaster:
    """A network that has been trained: its parameters `vector` (P,) and its losses, one an epoch."""

    choice: Choice
    vector: Array
    losses: tuple[float, ...]

    @property
    def parameters(self) -> int:
        """How many numbers were trained."""
        return len(self.vector)


def train(choice: Choice, problem: Problem, stop: Event | None = None) -> Forecaster:
    """Train a network to the end. Raises BadInput, and CancelledError at the next epoch once `stop` is set."""
    losses = []
    for progress in epochs(choice, problem):
        losses.append(progress.loss)
        if stop is not None and stop.is_set():
            raise CancelledError
    return Forecaster(choice, read_only(progress.vector), tuple(losses))


def outputs(choice: Choice, vector: Array, windows: Array) -> Array:
    """What a network says for scaled windows (k, T): (k,)."""
    _vectors()
    cell = cell_named(choice.cell)
    states, gates = room(cell, windows.shape[1], choice.hidden)
    inputs = in_groups(windows[:, :, None])
    y = np.zeros((len(inputs), LANES))
    compiled(kernels(cell).outputs)(
        *weights(cell, vector, choice.hidden).arrays, inputs, np.zeros((*states.shape, LANES)),
        np.zeros((*gates.shape, LANES)), y,
    )  # fmt: skip
    return y.reshape(-1)[: len(windows)]


def one_step(trained: Forecaster, problem: Problem) -> OneStep:
    """A trained network as a model that gives the next month."""

    def next_month(known: Array, at: Integers) -> Array:
        return problem.unscaled(known, at, outputs(trained.choice, trained.vector, problem.scaled_windows(known, at)))

    return next_month
