"""A cell unrolled over a sequence, forwards and backwards, and the whole trace of a subscriber.

`step` and `step_back` here are holes: `kernels(cell)` fills them with a cell's own, so that this page is the unrolling
of every cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from .arithmetic import clamped, sigmoid
from .cells import Cell, cell_named
from .datasets import DataSet
from .jit import bind, compiled, compiled_here, hole, kernel
from .loaded import stack_named
from .networks import initial
from .readings import data_set
from .records import Array, BadInput, Edits, NetworkChoice, Path, Trace, Weights, read_only

step = step_back = hole

# Weights that ran away give infinities and NaN, and these are shown: no warning, compiled or not.
quiet = np.errstate(over="ignore", invalid="ignore")


@kernel
def readout(v: Array, c: Array, h: Array) -> float:
    """p = sigmoid(c + v·h), the argument clamped to [−30, 30]."""
    z = 0.0
    for k in range(h.shape[0]):
        z += v[k] * h[k]
    return sigmoid(clamped(c[0] + z, 30.0))


@kernel
def forward(Wx: Array, Wh: Array, b: Array, inputs: Array, states: Array, gates: Array) -> None:
    """inputs (T, I) from states[0] on: fills states (T + 1, S, H) from row 1 and gates (T, G, H)."""
    for t in range(inputs.shape[0]):
        step(Wx, Wh, b, inputs[t], states[t], states[t + 1], gates[t])


@kernel
def backward(
    Wx: Array, Wh: Array, inputs: Array, states: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, d_inputs: Array,
) -> None:  # fmt: skip
    """Backpropagation through time: from the last period to the first, with unchanged weights.

    d_after (S, H) holds the gradient by the last state on entry and the gradient by states[0] on return; d_before is
    room to work in. dWx, dWh, db are added to; so is d_inputs (T, I), or nothing where it is (T, 0).
    """
    for t in range(inputs.shape[0] - 1, -1, -1):
        for part in range(states.shape[1]):
            for k in range(states.shape[2]):
                d_before[part, k] = 0.0
        step_back(Wx, Wh, inputs[t], states[t], states[t + 1], gates[t], d_after, d_before, dWx, dWh, db, d_inputs[t])
        for part in range(states.shape[1]):
            for k in range(states.shape[2]):
                d_after[part, k] = d_before[part, k]


@kernel
def twin_differences(
    Wx: Array, Wh: Array, b: Array, marked: Array, unmarked: Array, states: Array, twin: Array, gates: Array, out: Array
) -> None:  # fmt: skip
    """Each subscriber's difference after period T: out (n, S) = the sum over units of |marked − unmarked|.

    marked and unmarked (n, T, I) are the twins' inputs; states and twin (T + 1, S, H) and gates are room to work in.
    """
    last = marked.shape[1]
    for n in range(marked.shape[0]):
        forward(Wx, Wh, b, marked[n], states, gates)
        forward(Wx, Wh, b, unmarked[n], twin, gates)
        for part in range(states.shape[1]):
            total = 0.0
            for k in range(states.shape[2]):
                total += abs(states[last, part, k] - twin[last, part, k])
            out[n, part] = total


@kernel
def final_states(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, states: Array, gates: Array, h: Array, p: Array
) -> None:  # fmt: skip
    """Every sequence of inputs (n, T, I) to its end: fills h (n, H) with h_T and p (n,) with the probability there."""
    for n in range(inputs.shape[0]):
        forward(Wx, Wh, b, inputs[n], states, gates)
        last = states[inputs.shape[1], 0]
        for k in range(last.shape[0]):
            h[n, k] = last[k]
        p[n] = readout(v, c, last)


@dataclass(frozen=True, eq=False)
class Kernels:
    """The templates of this module filled in for one cell."""

    forward: Callable[..., None]
    backward: Callable[..., None]
    twin_differences: Callable[..., None]
    final_states: Callable[..., None]


@cache
def kernels(cell: Cell) -> Kernels:
    """This module's kernels for one cell."""
    label = cell.name.replace("-", "_")
    ahead = bind(forward, label, step=cell.step)
    return Kernels(
        forward=ahead,
        backward=bind(backward, label, step_back=cell.step_back),
        twin_differences=bind(twin_differences, label, forward=ahead),
        final_states=bind(final_states, label, forward=ahead),
    )


def room(cell: Cell, length: int, hidden: int) -> tuple[Array, Array]:
    """Empty states (T + 1, S, H) and gates (T, K, H)."""
    return np.zeros((length + 1, len(cell.parts), hidden)), np.zeros((length, len(cell.gates) + cell.kept, hidden))


@quiet
def run(cell: Cell, weights: Weights, inputs: Array) -> Path:
    """One sequence of inputs (T, I) through a network from a state of zeros."""
    states, gates = room(cell, len(inputs), weights.hidden)
    compiled(kernels(cell).forward)(weights.Wx, weights.Wh, weights.b, inputs, states, gates)
    probabilities = np.array([readout(weights.v, weights.c, h) for h in states[:, 0]])
    return Path(*(read_only(a) for a in (inputs, states, gates[:, : len(cell.gates)], probabilities)))


@quiet
def run_to_end(cell: Cell, weights: Weights, inputs: Array) -> tuple[Array, Array]:
    """Many sequences (n, T, I) to their ends: h_T (n, H) and the probabilities there (n,)."""
    states, gates = room(cell, inputs.shape[1], weights.hidden)
    h, p = np.zeros((len(inputs), weights.hidden)), np.zeros(len(inputs))
    compiled(kernels(cell).final_states)(*weights.arrays, inputs, states, gates, h, p)
    return h, p


@quiet
def last_states(cell: Cell, layers: Sequence[Weights], inputs: Array) -> Array:
    """Many sequences (n, T, I) through several layers to their ends: the last layer's states there, (n, S, H)."""
    ends = np.zeros((len(inputs), len(cell.parts), layers[-1].hidden))
    states, gates = room(cell, inputs.shape[1], layers[-1].hidden)
    ahead = compiled(kernels(cell).forward)
    for row, x in enumerate(inputs):
        for weights in layers:
            ahead(weights.Wx, weights.Wh, weights.b, x, states, gates)
            x = states[1:, 0].copy()
        ends[row] = states[-1]
    return ends


MOST = 1e6  # m³: an edited reading lies between minus this and this
WORTH_COMPILING = 300_000  # products; a smaller trace is done before compiled code is loaded


def products(choice: NetworkChoice, layers: int = 1) -> int:
    """About how many products a trace takes: those with the recurrent weights, of three sequences."""
    return 3 * choice.length * cell_named(choice.cell).blocks * choice.hidden**2 * (2 * layers - 1)


@quiet
def run_layers(cell: Cell, layers: Sequence[Weights], inputs: Array, readout: bool = True) -> tuple[Path, ...]:
    """One sequence of inputs (T, I) through a network of several layers: a path for each, all with the probabilities of
    the last, which are NaN without a readout."""
    paths = []
    for weights in layers:
        paths.append(run(cell, weights, inputs))
        inputs = np.ascontiguousarray(paths[-1].h[1:])
    p = paths[-1].probabilities if readout else read_only(np.full(len(inputs) + 1, np.nan))
    return tuple(replace(path, probabilities=p) for path in paths)


def layers_of(choice: NetworkChoice, weights: Weights | None = None) -> tuple[tuple[Weights, ...], bool]:
    """The layers of a network and whether it has a readout: those of its file, else `weights`, else its initial values.

    Raises BadInput."""
    if choice.weights:
        stack = stack_named(choice.weights)
        return stack.layers, stack.readout
    return (initial(choice) if weights is None else weights,), True


@quiet
def trace(
    choice: NetworkChoice, subscriber: int, weights: Weights | None = None, edits: Edits = (), layer: int = 0
) -> Trace:  # fmt: skip
    """The whole trace of one subscriber: its real sequence and both twins, through `weights` (else the untrained).

    With `edits` the sequence is the edited one, and it is compared with the original instead of a twin with a twin.
    Where there is no marker no twins are compared either: without edits both are the real sequence. `layer`: which one
    is shown, from 1; 0 is the last. Raises BadInput for a choice, a subscriber, a period or a layer that there is not,
    and for a reading that is not finite.
    """
    layers, readout = layers_of(choice, weights)
    start, cell = begun(choice, subscriber, edits, layers[0].Wx.shape[1]), cell_named(choice.cell)
    shown = layer_shown(layer, len(layers))
    with compiled_here() if products(choice, len(layers)) > WORTH_COMPILING else nullcontext():
        real = run_layers(cell, layers, start.inputs[0], readout)[shown - 1]
        marked, unmarked = real, real
        if start.compared:
            marked, unmarked = (run_layers(cell, layers, inputs, readout)[shown - 1] for inputs in start.inputs[1:])
    per_unit = np.abs(marked.states - unmarked.states)
    total = np.array([[sum_in_order(part) for part in step] for step in per_unit])
    trained, paths = bool(choice.weights) or weights is not None, (real, marked, unmarked)
    whole = start.trace(choice, layers[shown - 1], trained, paths, read_only(per_unit), read_only(total))
    return replace(whole, layer=shown, layers=len(layers), readout=readout, given=start.inputs[0])


@dataclass(frozen=True, eq=False)
class Begun:
    """What a trace begins with: `inputs` (T, I) of the real sequence and of the two that are compared, which are the
    real one where `compared` is false."""

    data: DataSet
    subscriber: int
    readings: Array
    edits: Edits
    inputs: tuple[Array, Array, Array]
    compared: bool

    def trace(
        self, choice: NetworkChoice, weights: Weights, trained: bool, paths: tuple[Path, Path, Path], per_unit: Array,
        total: Array,
    ) -> Trace:  # fmt: skip
        """The trace, once its three sequences have gone through the network."""
        return Trace(
            choice, weights, trained, self.subscriber, self.readings, bool(self.readings[0] == self.data.marker),
            self.data.label_of(self.readings, choice.length), *paths, per_unit, total, self.edits, self.data,
            self.compared,
        )  # fmt: skip


def begun(choice: NetworkChoice, subscriber: int, edits: Edits, inputs: int) -> Begun:
    """What a network of so many inputs reads of a subscriber. Raises BadInput."""
    data = data_set(choice.data)
    original = data.readings_of(subscriber)
    data.check_sequence(subscriber, choice.length)
    readings = edited(original, edits, data.most)
    real = data.inputs_of(subscriber, readings, choice.length, inputs)
    one, other, compared = real, real, True
    if edits:
        one = data.inputs_of(subscriber, original, choice.length, inputs)
    elif data.has_twins(subscriber):
        one, other = data.twins_of(subscriber, choice.length, inputs)
    else:
        compared = False
    return Begun(data, subscriber, readings, edits, (real, one, other), compared)


def layer_shown(layer: int, layers: int) -> int:
    """The layer that is shown, counted from 1; 0 stands for the last. Raises BadInput for one that there is not."""
    if not 0 <= layer <= layers:
        raise BadInput(f"{layer} is not a layer from 1 to {layers}", "layer")
    return layer or layers


def edited(readings: Array, edits: Edits, most: float = DataSet.most) -> Array:
    """The readings with some of them replaced, read-only. Raises BadInput naming what is wrong with an edit, also where
    a reading is not from -`most` to `most`."""
    if not edits:
        return readings
    changed = readings.copy()
    for period, reading in edits:
        if not 1 <= period <= len(readings):
            raise BadInput(f"{period} is not a period from 1 to {len(readings)}", "period")
        if not abs(reading) <= most:
            raise BadInput(f"{reading} is not a reading from -{most:g} to {most:g}", "reading")
        changed[period - 1] = reading
    return read_only(changed)


def sum_in_order(values: Array) -> float:
    """A sum from left to right: Python's own `sum` rounds differently from 3.12 on, numpy's in pairs."""
    total = 0.0
    for value in values:
        total += float(value)
    return total
