"""Very long traces of very large networks: computed period by period, kept as checkpoints, recomputed where one looks.

A trace of 1,000 units over 10,000 periods is 5 GB of states and gates. So only what is asked of the whole sequence is
kept whole (the differences, the probabilities, h in half precision of its kind for an overview, where each unit moves
most); of the rest the states of every sixteenth period, from which the block of periods around any other is computed
anew, with the same bits.

The products with the weights are summed for all sequences and rows at once, the weights turned so that each row's sum
still runs from left to right: the same bits as `cells.common.recurrent_sum`, at the speed of the memory. What a cell
does with its sums is its own `step`, in which `input_sum` and `recurrent_sum` only look up the finished sums.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from . import jit
from .cells import Cell
from .cells.common import input_sum, recurrent_sum
from .jit import bind, compiled, hole, kernel
from .records import Array, NotThere, Weights, read_only
from .unroll import quiet, readout

EACH = 16  # periods from one checkpoint to the next
GROUPS = 256  # of periods, in the overview
CACHED = 6  # blocks that are kept at hand
SUMMED = ("rnn", "rnn-relu", "erase-write", "gru", "lstm")  # cells all of whose sums are of x and of h′ themselves

step = hole


@kernel
def finished_sum(Wh: Array, row: int, h: Array) -> float:
    """In the place of `recurrent_sum`: its result stands in the first column already."""
    return Wh[row, 0]  # type: ignore[no-any-return]


@kernel
def finished_input_sum(Wx: Array, b: Array, row: int, x: Array) -> float:
    """In the place of `input_sum`: its result stands in the first column already."""
    return Wx[row, 0]  # type: ignore[no-any-return]


@kernel
def turned_sums(turned: Any, x: Array, out: Array) -> None:
    """Adds the products of weights with x to `out` (n, R), for n sequences at once: `turned` (J, R) holds the weights
    by columns, x (n, J). Each sum runs from left to right, four products at a time."""
    columns = turned.shape[0]
    rows = turned.shape[1]
    whole = columns - columns % 4
    for j in range(0, whole, 4):
        w0, w1, w2, w3 = turned[j], turned[j + 1], turned[j + 2], turned[j + 3]
        for n in range(x.shape[0]):
            sums = out[n]
            x0, x1, x2, x3 = x[n, j], x[n, j + 1], x[n, j + 2], x[n, j + 3]
            for k in range(rows):
                sums[k] = (((sums[k] + w0[k] * x0) + w1[k] * x1) + w2[k] * x2) + w3[k] * x3
    for j in range(whole, columns):
        w0 = turned[j]
        for n in range(x.shape[0]):
            sums = out[n]
            for k in range(rows):
                sums[k] += w0[k] * x[n, j]


def turned_sums_of_arrays(turned: Any, x: Array, out: Array) -> None:
    """The same with the same bits where nothing is compiled: a product and a sum of whole arrays for each column."""
    for j in range(turned.shape[0]):
        out += turned[j].astype(np.float64) * x[:, j, None]


@kernel
def forward_summed(
    given: Array, past: Array, b: Array, x: Array, before: Array, after: Array, gates: Array
) -> None:  # fmt: skip
    """One period of n sequences from their finished sums (n, R, 1); before and after (n, S, H), gates (n, K, H)."""
    for n in range(before.shape[0]):
        step(given[n], past[n], b, x[n], before[n], after[n], gates[n])


@kernel
def forward_plainly(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period of n sequences by the cell's own step."""
    for n in range(before.shape[0]):
        step(Wx, Wh, b, x[n], before[n], after[n], gates[n])


@cache
def _forward(cell: Cell) -> Callable[..., None]:
    """One period of a cell, from finished sums where its sums are of x and h′ themselves."""
    label = cell.name.replace("-", "_")
    if cell.name not in SUMMED:
        return bind(forward_plainly, f"{label}_long", step=cell.step)
    looks_up: dict[Callable[..., Any], Callable[..., Any]] = {
        recurrent_sum: finished_sum, input_sum: finished_input_sum,
    }  # fmt: skip
    return bind(forward_summed, label, step=jit.replacing(cell.step, "summed", looks_up))


def turned(weights: Array) -> Any:
    """Weights (R, J) by columns, (J, R); as float32 where that holds each of them exactly, for half the memory."""
    small = weights.astype(np.float32)
    exact = bool((small == weights).all())
    return np.ascontiguousarray((small if exact else weights).T)


class Layer:
    """One layer of the network, as it is computed here."""

    def __init__(self, cell: Cell, weights: Weights) -> None:
        self.cell, self.weights = cell, weights
        self.summed = cell.name in SUMMED
        if self.summed:
            self.turned_x, self.turned_h = turned(weights.Wx), turned(weights.Wh)
            self.start = np.ascontiguousarray(weights.b[: len(weights.Wx)])

    @quiet
    def step(self, x: Array, before: Array, after: Array, gates: Array) -> None:
        """One period: x (n, I), before and after (n, S, H), gates (n, K, H)."""
        weights, forward = self.weights, compiled(_forward(self.cell))
        if not self.summed:
            forward(weights.Wx, weights.Wh, weights.b, x, before, after, gates)
            return
        add = compiled(turned_sums) if jit.compiles() else turned_sums_of_arrays
        given = np.repeat(self.start[None, :], len(x), axis=0)
        past = np.zeros_like(given)
        add(self.turned_x, x, given)
        h = np.ascontiguousarray(before[:, 0])
        if h.any():  # in period 1 it is 0, and so are its products
            add(self.turned_h, h, past)
        forward(given[:, :, None], past[:, :, None], weights.b, x, before, after, gates)


@dataclass(frozen=True, eq=False)
class Block:
    """Some periods of the layer that is shown, from `first` + 1 on: `states` (P + 1, n, S, H) begin with those before
    them, `gates` (P, n, G, H), `inputs` (P, n, I)."""

    first: int
    states: Array
    gates: Array
    inputs: Array


class Stream:
    """The trace of n sequences of T periods as it is being computed, by one thread (`advance`), and looked at by
    another (`states`, `gates`, `inputs`).

    `inputs` (n, T, I): the real sequence first, and, where two are compared, `pair`, their places among the n.
    `ready` says how many periods are there. `difference` (T + 1, S), `probabilities` (T + 1,) and `h` (T + 1, H),
    float32, of the real sequence, are filled up to there. `moved` (H,) and `moved_at` (H,): the largest |h − h′| of
    each unit so far, and its period.
    """

    def __init__(
        self, cell: Cell, layers: Sequence[Weights], inputs: Array, pair: tuple[int, int], shown: int, has_readout: bool
    ) -> None:  # fmt: skip
        self.cell, self.given, self.pair, self.shown = cell, inputs, pair, shown
        self.layers = [Layer(cell, weights) for weights in layers]
        self.count, self.length = inputs.shape[:2]
        self.hidden = layers[0].hidden
        self._readout = layers[-1] if has_readout else None
        parts = len(cell.parts)
        self.ready = 0
        self.stopped = False  # whether somebody has stopped it; whoever asks for more lets it go on
        self.difference = np.zeros((self.length + 1, parts))
        self.probabilities = np.full(self.length + 1, np.nan)
        self.each = -(-self.length // GROUPS)  # periods in a group of the overview
        self._extremes = np.zeros((-(-self.length // self.each), self.hidden), dtype=np.float32)
        self.h = np.zeros((self.length + 1, self.hidden), dtype=np.float32)
        self.moved, self.moved_at = np.zeros(self.hidden), np.zeros(self.hidden, dtype=np.int64)
        self._points = np.zeros((-(-self.length // EACH), len(layers), self.count, parts, self.hidden))
        self._now = np.zeros((len(layers), self.count, parts, self.hidden))
        self._last_h = np.zeros(self.hidden)
        self._growing: Block | None = None
        self._blocks: OrderedDict[int, Block] = OrderedDict()
        self._lock = threading.Lock()
        if self._readout is not None:
            self.probabilities[0] = readout(self._readout.v, self._readout.c, self._now[-1, 0, 0])

    @property
    def complete(self) -> bool:
        """Whether every period is there."""
        return bool(self.ready == self.length)

    def advance(self, periods: int = 1) -> None:
        """Compute some periods more, as many as there are. By one thread only."""
        for _ in range(min(periods, self.length - self.ready)):
            self._one_more()

    @quiet
    def _one_more(self) -> None:
        t = self.ready
        if t % EACH == 0:
            self._points[t // EACH] = self._now
            growing = self._empty(t)
            growing.states[0] = self._now[self.shown - 1]
            self._growing = growing
        assert self._growing is not None
        place = t % EACH
        self._now = self._step(self._now, t, self._growing, place)
        shown = self._now[self.shown - 1]
        one, other = (shown[place] for place in self.pair)
        for part in range(shown.shape[1]):  # a running sum adds from left to right
            self.difference[t + 1, part] = np.cumsum(np.abs(one[part] - other[part]))[-1]
        h = shown[0, 0]
        self.h[t + 1] = h
        group = self._extremes[t // self.each]
        np.copyto(group, self.h[t + 1], where=np.abs(self.h[t + 1]) > np.abs(group))
        moved = np.abs(h - self._last_h)
        further = moved > self.moved
        self.moved[further], self.moved_at[further] = moved[further], t + 1
        self._last_h = h
        if self._readout is not None:
            v, c = self._readout.v, self._readout.c
            self.probabilities[t + 1] = compiled(readout)(v, c, np.ascontiguousarray(self._now[-1, 0, 0]))
        self.ready = t + 1  # last: who looks, looks here first

    def _step(self, now: Array, t: int, block: Block, place: int) -> Array:
        """Every layer up to those that are needed, one period on; what the shown one does goes into the block."""
        after, x = np.zeros_like(now), np.ascontiguousarray(self.given[:, t])
        for number, layer in enumerate(self.layers[: len(now)]):
            gates = np.zeros((self.count, len(self.cell.gates) + self.cell.kept, self.hidden))
            layer.step(x, now[number], after[number], gates)
            if number == self.shown - 1:
                block.inputs[place], block.states[place + 1] = x, after[number]
                block.gates[place] = gates[:, : len(self.cell.gates)]
            x = np.ascontiguousarray(after[number][:, 0])
        return after

    def _empty(self, first: int) -> Block:
        periods = min(EACH, self.length - first)
        width = self.given.shape[2] if self.shown == 1 else self.hidden
        return Block(
            first, np.zeros((periods + 1, self.count, len(self.cell.parts), self.hidden)),
            np.zeros((periods, self.count, len(self.cell.gates), self.hidden)), np.zeros((periods, self.count, width)),
        )  # fmt: skip

    def _keep(self, number: int, block: Block) -> None:
        with self._lock:
            self._blocks[number] = block
            while len(self._blocks) > CACHED:
                self._blocks.popitem(last=False)

    def extremes(self, t: int) -> tuple[list[int], Array]:
        """Of the real sequence up to period t: the first period of each group of some periods, and h of each unit
        furthest from 0 there, (groups, H). The last group ends at t."""
        whole, rest = divmod(t, self.each)
        firsts = [1 + self.each * group for group in range(whole + bool(rest))]
        found = self._extremes[: len(firsts)].astype(np.float64)
        if rest:
            last = self.h[whole * self.each + 1 : t + 1]
            found[-1] = np.take_along_axis(last, np.abs(last).argmax(axis=0)[None], axis=0)[0]
        return firsts, found

    def at_hand(self, t: int) -> bool:
        """Whether what belongs to period t can be had without computing it again."""
        number, growing = max(0, t - 1) // EACH, self._growing
        with self._lock:
            return (
                not 0 <= t <= self.ready or number in self._blocks
                or (growing is not None and growing.first == number * EACH)
            )  # fmt: skip

    def block_of(self, t: int) -> Block:
        """The block with period t in it (period 0 is the first block's beginning). Computes it anew where it must.

        Raises NotThere for a period that is not there yet.
        """
        if not 0 <= t <= self.ready:
            raise NotThere(f"period {t} is not computed yet: {self.ready} of {self.length} are")
        if self.ready == 0:
            return self._empty(0)
        number, growing = max(0, t - 1) // EACH, self._growing
        if growing is not None and growing.first == number * EACH:
            return growing
        with self._lock:
            if number in self._blocks:
                self._blocks.move_to_end(number)
                return self._blocks[number]
        block, now = self._empty(number * EACH), self._points[number][: self.shown]
        block.states[0] = now[self.shown - 1]
        for place in range(min(len(block.gates), self.ready - block.first)):
            now = self._step(now, block.first + place, block, place)
        if block.first + len(block.gates) <= self.ready:
            self._keep(number, block)
        return block

    def every_layer(self, number: int) -> list[tuple[Array, Array, Array]]:
        """Of the real sequence in the block of a number, whose periods are all there, each layer: inputs (P, I),
        states (P + 1, S, H) from the one before the block on, gates (P, K, H) with what a step leaves for the way
        back. Computed anew, layer by layer."""
        first = number * EACH
        x, found = self.given[0, first : first + EACH], []
        for place, layer in enumerate(self.layers):
            states = np.zeros((len(x) + 1, 1, *self._now.shape[2:]))
            gates = np.zeros((len(x), 1, len(self.cell.gates) + self.cell.kept, self.hidden))
            states[0, 0] = self._points[number, place, 0]
            for t in range(len(x)):
                layer.step(x[t : t + 1], states[t], states[t + 1], gates[t])
            found.append((x, np.ascontiguousarray(states[:, 0]), np.ascontiguousarray(gates[:, 0])))
            x = np.ascontiguousarray(states[1:, 0, 0])
        return found

    def states(self, sequence: int, t: int) -> Array:
        """The states of one sequence after period t, (S, H), read-only."""
        block = self.block_of(t)
        return _closed(block.states[t - block.first, sequence])

    def gates(self, sequence: int, t: int) -> Array:
        """The gates of one sequence in period t, from 1, (G, H), read-only."""
        block = self.block_of(t)
        return _closed(block.gates[t - 1 - block.first, sequence])

    def inputs(self, sequence: int, t: int) -> Array:
        """What the shown layer reads in period t, from 1, (I,), read-only."""
        block = self.block_of(t)
        return _closed(block.inputs[t - 1 - block.first, sequence])


def _closed(array: Array) -> Array:
    """A view that cannot be written to, of an array that can."""
    return read_only(array.view())
