"""How a loss's gradient flows back through a sequence, and how much of it is left at each period.

The state of a cell after period t is all that it hands on: h, or (h, c). Two things are measured at each t:

- the **gradient** of the loss of this one sequence, L = −ln p(label), by each part of the state after period t, the
  other part held fixed. It begins with dL/dh_T = (p − y)·v and, where there is a second part, dL/dc_T = 0, for the
  readout sees h only. Its norm depends on where the loss happens to point.
- the **Jacobian** of the whole state at T by the whole state at t. Its largest singular value σ is the most by which
  any gradient can be lengthened on the way: ‖dL/dstate_t‖ ≤ σ_t·‖dL/dstate_T‖ (Pascanu, Mikolov & Bengio 2013,
  section 2.1). With c held fixed an LSTM would seem to forget, so it takes both parts together.

Each cell's own `step_back` does the walking: here of one layer over one sequence, in `way_back` of any trace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .cells import Cell, cell_named
from .cells.common import add_input_gradient, add_recurrent_gradient
from .jit import bind, compiled, hole, kernel, replacing
from .networks import initial
from .readings import data_set
from .records import Array, NetworkChoice, Weights
from .unroll import kernels, quiet, readout, room

step_back = forward = backward = hole

BATCH = 20_000_000  # products between two looks at whether to stop


@kernel
def recurrent_only(g: float, row: int, Wh: Array, h: Array, d_h: Array, dWh: Array) -> None:
    """In the place of `add_recurrent_gradient`: the gradient by the state before alone, none by the weights."""
    for j in range(h.shape[0]):
        d_h[j] += g * Wh[row, j]


@kernel
def inputs_only(g: float, row: int, Wx: Array, x: Array, dWx: Array, db: Array, dx: Array) -> None:
    """In the place of `add_input_gradient`: the gradient by the inputs alone, none by the weights."""
    for i in range(dx.shape[0]):
        dx[i] += g * Wx[row, i]


@kernel
def rows_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array, d_after: Array, d_before: Array,
    dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """Many gradients one period back: d_after (R, S, H) by the state after it, filled in d_before by the one before.

    There are none by the weights: dWx and dWh are empty, db is room. Those of all rows are added to dx, or nothing
    where it is empty.
    """
    for r in range(d_after.shape[0]):
        for part in range(d_after.shape[1]):
            for k in range(d_after.shape[2]):
                d_before[r, part, k] = 0.0
        step_back(Wx, Wh, x, before, after, gates, d_after[r], d_before[r], dWx, dWh, db, dx)


@kernel
def first_gradients(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, labels: Array, states: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, d_inputs: Array, out: Array,
) -> None:  # fmt: skip
    """Each sequence's gradient by its state after period 1: out (n, S, H), from inputs (n, T, I) and labels (n,).

    The others are room to work in; d_inputs is (T, 0).
    """
    last = inputs.shape[1]
    for n in range(inputs.shape[0]):
        forward(Wx, Wh, b, inputs[n], states, gates)
        d = readout(v, c, states[last, 0]) - labels[n]
        for part in range(states.shape[1]):
            for k in range(states.shape[2]):
                d_after[part, k] = d * v[k] if part == 0 else 0.0
        backward(Wx, Wh, inputs[n, 1:], states[1:], gates[1:], d_after, d_before, dWx, dWh, db, d_inputs[1:])
        for part in range(states.shape[1]):
            for k in range(states.shape[2]):
                out[n, part, k] = d_after[part, k]


def state_step_back(cell: Cell) -> Callable[..., None]:
    """A cell's step back without the gradients by its weights, which take as long again and fall off here."""
    without: dict[Callable[..., Any], Callable[..., Any]] = {
        add_input_gradient: inputs_only, add_recurrent_gradient: recurrent_only,
    }  # fmt: skip
    return replacing(cell.step_back, "by_state", without)


@cache
def rows_of(cell: Cell) -> Callable[..., None]:
    """`rows_back` of a cell."""
    return bind(rows_back, cell.name.replace("-", "_"), step_back=state_step_back(cell))


@cache
def _first_gradients(cell: Cell) -> Callable[..., None]:
    own = kernels(cell)
    return bind(first_gradients, cell.name.replace("-", "_"), forward=own.forward, backward=own.backward)


class Way:
    """One sequence's way back through one network. T periods, S parts of the state, H units.

    `inputs` (T, I); `states` (T + 1, S, H) and `probability` as the forward pass leaves them, from a state of zeros
    or from `start` (S, H).
    """

    @quiet
    def __init__(self, cell: Cell, weights: Weights, inputs: Array, start: Array | None = None) -> None:
        self.cell, self.weights, self.inputs = cell, weights, inputs
        self.states, self.gates = room(cell, len(inputs), weights.hidden)
        if start is not None:
            self.states[0] = start
        compiled(kernels(cell).forward)(weights.Wx, weights.Wh, weights.b, inputs, self.states, self.gates)
        self.probability = readout(weights.v, weights.c, self.states[-1, 0])
        self._lost = [np.zeros((0, 0)), np.zeros((0, 0)), np.zeros_like(weights.b)]

    def back(self, d: Array, stopped: Callable[[], bool] = lambda: False) -> Iterator[Array]:
        """Many gradients d (R, S, H) by the state at T, then what they are by the state at T − 1, …, at 0.

        Ends early where it is `stopped`. An array that was yielded is good until the next one is asked for.
        """
        at_once = max(1, BATCH // (self.cell.blocks * self.weights.hidden**2))
        d, before = d.copy(), np.empty_like(d)
        yield d
        for t in range(len(self.inputs) - 1, -1, -1):
            for first in range(0, len(d), at_once):
                if stopped():
                    return
                self._step_back(t, d[first : first + at_once], before[first : first + at_once])
            d, before = before, d
            yield d

    @quiet
    def _step_back(self, t: int, d: Array, before: Array) -> None:
        compiled(rows_of(self.cell))(
            self.weights.Wx, self.weights.Wh, self.inputs[t], self.states[t], self.states[t + 1], self.gates[t],
            d, before, *self._lost, np.zeros(0),
        )  # fmt: skip

    def gradients(self, label: float) -> Array:
        """dL/dstate_t of the loss with that label, for t = 0 … T: (T + 1, S, H)."""
        start = np.zeros((1, *self.states.shape[1:]))
        with np.errstate(all="ignore"):
            start[0, 0] = (self.probability - label) * self.weights.v
        found = [d[0].copy() for d in self.back(start)]
        return np.array(found[::-1])

    def jacobians(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[Array]:
        """The Jacobian (S·H, S·H) of the whole state at T by the whole state at t, for t = T, T − 1, …, 0.

        Row i: the gradient of number i of the last state, its parts one after the other.
        """
        size = self.states[0].size
        for d in self.back(np.eye(size).reshape(size, *self.states.shape[1:]), stopped):
            yield d.reshape(size, size)


@dataclass(frozen=True, eq=False)
class Flow:
    """What is left at each period t = 1 … T; index 0 of every array is t = 1.

    `gradients` (T, S): ‖dL/dh_t‖ and, where there is one, the norm by the second part of the state, the loss being this
    sequence's with its label; NaN where there is no label. `jacobian` (T,): the largest singular value of the Jacobian
    of the whole state at T by the whole state at t; NaN where it is not computed yet: the last `computed` of them are,
    and no more than the last `wanted` will be. Of the gradients the last `walked` are there. `difference` (T,): the
    twins' forward difference of h after period t. `parts`: the letters of the state's parts. −1: all.
    """

    parts: tuple[str, ...]
    gradients: Array
    jacobian: Array
    difference: Array
    computed: int = 0
    wanted: int = -1
    walked: int = -1

    @property
    def length(self) -> int:
        """T, the number of periods."""
        return len(self.jacobian)

    @property
    def complete(self) -> bool:
        """Is everything there that ever will be?"""
        wanted = self.length if self.wanted < 0 else self.wanted
        return self.computed == wanted and self.walked in (-1, self.length)

    def back(self, part: int = 0) -> Array:
        """The gradient's norm by a part of the state, 0, 1, … T − 1 steps back from T."""
        return self.gradients[::-1, part]

    @property
    def jacobian_back(self) -> Array:
        """The Jacobian's norm, 0, 1, … T − 1 steps back from T; 1 at 0."""
        return self.jacobian[::-1]


@quiet
def first_gradient(choice: NetworkChoice, weights: Weights | None = None) -> float:
    """The mean over all subscribers of the norm of dL/dstate_1, T − 1 steps back from the loss of each one's own label;
    of the whole state. The network is untrained unless weights are given. Raises BadInput."""
    used = initial(choice) if weights is None else weights
    data, cell = data_set(choice.data), cell_named(choice.cell)
    states, gates = room(cell, choice.length, used.hidden)
    inputs = data.inputs(choice.length)
    labels = np.asarray(data.labels(choice.length), dtype=np.float64)
    out = np.zeros((len(inputs), *states.shape[1:]))
    d_after, d_before = np.zeros_like(states[0]), np.zeros_like(states[0])
    lost = [np.zeros_like(a) for a in (used.Wx, used.Wh, used.b)]
    compiled(_first_gradients(cell))(
        *used.arrays, inputs, labels, states, gates, d_after, d_before, *lost, np.zeros((choice.length, 0)), out
    )
    return math.fsum(norm(one) for one in out) / len(out)


def slope(norms: Sequence[float]) -> float | None:
    """What a norm is multiplied by at each step, in the geometric mean from its first value above 0 to its last: before
    it nothing has begun, after it double precision holds no more. None where that says nothing."""
    if any(map(math.isinf, norms)) or all(map(math.isnan, norms)):
        return None
    above = [k for k, value in enumerate(norms) if value > 0.0]
    return mean_factor(norms[above[-1]], norms[above[0]], above[-1] - above[0]) if above else None


def mean_factor(last: float, first: float, steps: int) -> float | None:
    """What a norm is multiplied by at each of so many steps, in the geometric mean; None where that says nothing."""
    if steps < 1 or not (0.0 < first < math.inf and 0.0 <= last < math.inf):
        return None
    return float((last / first) ** (1.0 / steps))


def largest_stretch(matrix: Array) -> float:
    """The largest singular value of a matrix: the most by which it can lengthen a vector. NaN if it is not finite."""
    return float(np.linalg.norm(matrix, 2)) if bool(np.isfinite(matrix).all()) else math.nan


def norm(values: Array) -> float:
    """The Euclidean norm of an array's numbers, from left to right. It is scaled by the largest one, so that no square
    of a very small or very large gradient is lost."""
    numbers = [abs(float(value)) for value in values.ravel()]
    largest = math.nan if any(map(math.isnan, numbers)) else max(numbers, default=0.0)
    if largest == 0.0 or not math.isfinite(largest):
        return largest
    total = 0.0
    for number in numbers:
        total += (number / largest) * (number / largest)
    return largest * math.sqrt(total)
