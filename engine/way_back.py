"""The way back of any trace: of any layer of a network of several, of very large networks, of very long sequences.

What is measured is what `flow` says. Of a network of several layers it is measured on the layer that is shown. Its
gradient comes back by two ways at once: from its own next period, and down from the layer above at the same period,
where h is an input. The Jacobian is that layer's own: the layer's state at T by its state at t, its inputs as they are.
So it bounds the gradient in the last layer only; into the others more comes from above at every period.

A long trace is walked block by block, each computed anew from its checkpoint (`streamed`).

Of more than LOOPS numbers of a state the rows of the Jacobian are multiplied by Wh many at a time, as a long trace's
sums are: the same sums in another order. As that grows with the third power, it ends WORTH products before T.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

from .cells import Cell, cell_named
from .flow import BATCH, Flow, largest_stretch, norm, recurrent_only, rows_of, state_step_back
from .jit import bind, compiled, compiled_here, compiles, hole, kernel, replacing
from .records import Array, Trace, Weights, read_only
from .streamed import EACH, SUMMED, turned, turned_sums, turned_sums_of_arrays
from .unroll import kernels, layers_of, quiet, room

step_back = hole

AT_ONCE = 25_000  # products of a Jacobian's way back; beyond, compiled code is worth its loading
LARGEST = 2048  # numbers of a state; the Jacobian of a larger one would take a gigabyte
LOOPS = 64  # numbers of a state up to which the Jacobian's rows are walked one by one, as the lesson's
WORTH = 200_000_000_000  # products of a Jacobian's whole way back: some minutes
ROWS = 256  # of a Jacobian that are multiplied at a time: more would take more room
DIRECT = 256  # rows of a matrix up to which all its singular values are computed to find the largest


@kernel
def stored_gradient(g: float, row: int, Wh: Array, h: Array, d_h: Array, dWh: Array) -> None:
    """In the place of `add_recurrent_gradient`: the gradient of a recurrent sum is kept, to be handed on later."""
    dWh[row, 0] = g


@kernel
def rows_to_sums(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array, d_after: Array, d_before: Array,
    sums: Array, dWx: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """Many gradients d_after (R, S, H) one period back but for the products with Wh: fills d_before (R, S, H) with
    what comes back by other ways, and `sums` (R, G·H, 1) with the gradients by the recurrent sums."""
    for r in range(d_after.shape[0]):
        for part in range(d_after.shape[1]):
            for k in range(d_after.shape[2]):
                d_before[r, part, k] = 0.0
        step_back(Wx, Wh, x, before, after, gates, d_after[r], d_before[r], dWx, sums[r], db, dx)


@cache
def _rows_to_sums(cell: Cell) -> Callable[..., None]:
    by_sums = replacing(state_step_back(cell), "to_sums", {recurrent_only: stored_gradient})
    return bind(rows_to_sums, cell.name.replace("-", "_"), step_back=by_sums)


@dataclass(frozen=True, eq=False)
class Piece:
    """P periods of one layer: `inputs` (P, I), `states` (P + 1, S, H) from the one before them on, `gates` (P, K, H)
    with what a step leaves for the way back."""

    inputs: Array
    states: Array
    gates: Array


class Walk:
    """A trace's way back, as far as it has come: first the gradients, then the Jacobians, each from T backwards.

    `advance` walks on, by one thread at a time; another may look at `flow` meanwhile. A long trace must be there whole.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace, self.cell = trace, cell_named(trace.choice.cell)
        # a network that is being trained has weights that its choice does not name
        self.layers: tuple[Weights, ...] = layers_of(trace.choice)[0] if trace.choice.weights else (trace.weights,)
        self.shown = trace.layer - 1
        self.size = len(self.cell.parts) * trace.weights.hidden
        self.wanted = self._worth()
        self.gradients: list[tuple[float, ...]] = []  # of T, T − 1, …
        self.norms: list[float] = []  # the Jacobians', of T, T − 1, …
        self._last: list[Piece] | None = None
        self._Wh: Any = None
        self._going = self._run()
        self._lock = Lock()

    def _worth(self) -> int:
        """How many Jacobians are worth their time: of T, T − 1, …"""
        if self.size > LARGEST:
            return 0
        each = self.size * self.cell.blocks * self.trace.weights.hidden**2
        return min(self.trace.length, max(2, WORTH // each))

    @property
    def has_loss(self) -> bool:
        """Is there a loss, whose gradient could come back? It takes a label and a readout."""
        return self.trace.label is not None and self.trace.readout

    @property
    def pieces(self) -> tuple[int, int]:
        """How many gradients and Jacobians are there, and how many there will be."""
        gradients = self.trace.length if self.has_loss else 0
        return len(self.gradients) + len(self.norms), gradients + self.wanted

    @property
    def done(self) -> bool:
        """Whether everything is there."""
        there, wanted = self.pieces
        return there == wanted

    @property
    def flow(self) -> Flow:
        """What there is by now."""
        gradients, norms, length = list(self.gradients), list(self.norms), self.trace.length
        parts = self.cell.parts
        walked = np.full((length, len(parts)), math.nan)
        if gradients:
            walked[length - len(gradients) :] = gradients[::-1]
        jacobian = np.full(length, math.nan)
        jacobian[length - len(norms) :] = norms[::-1]
        return Flow(
            parts, read_only(walked), read_only(jacobian), read_only(self.trace.difference[1:, 0]), len(norms),
            self.wanted, len(gradients) if self.has_loss else length,
        )  # fmt: skip

    def advance(self) -> bool:
        """One gradient or one Jacobian more; False where all are there."""
        with self._lock:
            return next(self._going, self) is None

    def _run(self) -> Iterator[None]:
        if self.has_loss:
            yield from self._gradients()
        if self.wanted:
            yield from self._jacobians()
        self._last = None

    # The gradient of the loss, through every layer from the last down to the shown one.

    @quiet
    def _gradients(self) -> Iterator[None]:
        above = self.layers[self.shown :]
        shape = (1, len(self.cell.parts), self.trace.weights.hidden)
        d = [np.zeros(shape) for _ in above]
        d[-1][0, 0] = self._at_the_end()
        for pieces in self._backwards():
            for place in range(len(pieces[0].inputs) - 1, -1, -1):
                before = [np.zeros(shape) for _ in above]
                for number in range(len(above) - 1, -1, -1):
                    dx = np.zeros(above[number].Wx.shape[1] if number else 0)
                    if d[number].any():
                        self._back(above[number], pieces[number], place, d[number], before[number], dx)
                    if number:
                        d[number - 1][0, 0] += dx
                self.gradients.append(tuple(norm(part) for part in d[0][0]))
                d = before
                yield
            if not any(one.any() for one in d):  # nothing is left, and nothing comes of nothing
                self.gradients += [(0.0,) * shape[1]] * (self.trace.length - len(self.gradients))
                return

    def _at_the_end(self) -> Array:
        """dL/dh_T of the last layer, (H,): (p − y)·v."""
        last, trace = self.layers[-1], self.trace
        p = float(trace.real.probabilities[trace.length])
        assert trace.label is not None
        found: Array = (p - trace.label) * last.v
        return found

    def _back(self, weights: Weights, piece: Piece, place: int, d: Array, before: Array, dx: Array) -> None:
        """Gradients d (R, S, H) one period back, filled in `before`; those by the inputs are added to dx."""
        compiled(rows_of(self.cell))(
            weights.Wx, weights.Wh, piece.inputs[place], piece.states[place], piece.states[place + 1],
            piece.gates[place], d, before, np.zeros((0, 0)), np.zeros((0, 0)), np.zeros_like(weights.b), dx,
        )  # fmt: skip

    # The Jacobian of the shown layer.

    @quiet
    def _jacobians(self) -> Iterator[None]:
        hidden, parts = self.trace.weights.hidden, len(self.cell.parts)
        finite = bool(np.isfinite(self._piece(-1)[0].states[-1]).all())
        self.norms.append(1.0 if finite else math.nan)
        yield
        d = np.eye(self.size).reshape(self.size, parts, hidden)
        before, along = np.empty_like(d), np.zeros(0)
        for pieces in self._backwards():
            for place in range(len(pieces[0].inputs) - 1, -1, -1):
                if len(self.norms) == self.wanted:
                    return
                self._rows_back(pieces[0], place, d, before)
                d, before = before, d
                found, along = stretch(d.reshape(self.size, self.size), along)
                self.norms.append(found)
                yield
                if found == 0.0:
                    self.norms += [0.0] * (self.wanted - len(self.norms))
                    return

    def _rows_back(self, piece: Piece, place: int, d: Array, before: Array) -> None:
        """All rows d of a Jacobian one period back, filled in `before`."""
        weights, looped = self.layers[self.shown], self.size <= LOOPS or self.cell.name not in SUMMED
        at_once = max(1, BATCH // (self.cell.blocks * weights.hidden**2)) if looped else ROWS
        add = compiled(turned_sums) if compiles() else turned_sums_of_arrays
        if not looped and self._Wh is None:
            self._Wh = turned(weights.Wh.T)  # its own rows again, as float32 where that is exact
        for first in range(0, len(d), at_once):
            rows = slice(first, first + at_once)
            if looped:
                self._back(weights, piece, place, d[rows], before[rows], np.zeros(0))
                continue
            sums = np.zeros((len(d[rows]), len(weights.Wh), 1))
            compiled(_rows_to_sums(self.cell))(
                weights.Wx, weights.Wh, piece.inputs[place], piece.states[place], piece.states[place + 1],
                piece.gates[place], d[rows], before[rows], sums, np.zeros((0, 0)), np.zeros_like(weights.b),
                np.zeros(0),
            )  # fmt: skip
            handed_on = np.zeros((len(sums), weights.hidden))
            add(self._Wh, sums.reshape(len(sums), -1), handed_on)
            before[rows, 0] += handed_on

    # The periods, the last ones first, of the shown layer and those above.

    def _backwards(self) -> Iterator[list[Piece]]:
        """Blocks of periods, the last one first, in each of these layers."""
        blocks = 1 if self.trace.stream is None else -(-self.trace.length // EACH)
        for number in range(blocks - 1, -1, -1):
            yield self._piece(number)

    def _piece(self, number: int) -> list[Piece]:
        """The block of a number (−1: the last) in the shown layer and those above."""
        stream, trace = self.trace.stream, self.trace
        if stream is not None:
            last = (trace.length - 1) // EACH
            return [Piece(*one) for one in stream.every_layer(last if number < 0 else number)[self.shown :]]
        if self._last is None:
            self._last = self._whole()
        return self._last

    @quiet
    def _whole(self) -> list[Piece]:
        """All periods, computed once more: a trace does not keep what only the way back needs."""
        found, inputs = [], np.ascontiguousarray(self.trace.real.inputs)
        ahead = compiled(kernels(self.cell).forward)
        for weights in self.layers[self.shown :]:
            states, gates = room(self.cell, self.trace.length, weights.hidden)
            ahead(weights.Wx, weights.Wh, weights.b, inputs, states, gates)
            found.append(Piece(inputs, states, gates))
            inputs = np.ascontiguousarray(states[1:, 0])
        return found


def flow(trace: Trace) -> Flow:
    """All that is measured on a trace's way back. Compiled where that is worth loading compiled code."""
    walk = Walk(trace)
    with compiled_here() if work(trace) > AT_ONCE else nullcontext():
        while walk.advance():
            pass
    return walk.flow


def work(trace: Trace) -> int:
    """About how many products a trace's flow takes: those with the recurrent weights, of all rows of the Jacobian."""
    cell, hidden = cell_named(trace.choice.cell), trace.weights.hidden
    layers = trace.layers - trace.layer + 1
    return trace.length * cell.blocks * hidden**2 * (len(cell.parts) * hidden + 2 * layers)


def stretch(matrix: Array, start: Array | None = None) -> tuple[float, Array]:
    """The largest singular value of a matrix (n, m), NaN where it is not finite, and the vector (m,) that it stretches
    most. Beyond DIRECT rows by Lanczos' method on MᵀM, from `start`, until it changes by less than 1e-12 of itself
    (Golub & Van Loan, Matrix Computations, section 10.1)."""
    nothing = np.zeros(0)
    if not bool(np.isfinite(matrix).all()):
        return math.nan, nothing
    largest = max(float(matrix.max(initial=0.0)), -float(matrix.min(initial=0.0)))
    if len(matrix) <= DIRECT or largest == 0.0:
        return largest_stretch(matrix), nothing
    v = np.ones(matrix.shape[1]) if start is None or not start.size else start.copy()
    v /= np.linalg.norm(v)
    found, vectors, diagonal, beside = 0.0, [v], list[float](), list[float]()
    for _ in range(min(matrix.shape[1], 300)):
        w = matrix.T @ (matrix @ vectors[-1] / largest) / largest  # so no square of a very small number is lost
        diagonal.append(float(w @ vectors[-1]))
        basis = np.array(vectors)
        for _ in range(2):  # orthogonal to all of them, and once more, for rounding
            w = w - basis.T @ (basis @ w)
        values, columns = np.linalg.eigh(np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1))
        before, found = found, float(values[-1])
        v = basis.T @ columns[:, -1]
        length = float(np.linalg.norm(w))
        if found - before <= 1e-12 * found or length <= 1e-14 * found:
            break
        beside.append(length)
        vectors.append(w / length)
    return largest * math.sqrt(max(0.0, found)), v
