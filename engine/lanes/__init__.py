"""Training many runs of one network side by side, each in a lane of the machine's SIMD registers.

No kernel is written twice. The very loops of `training`, `unroll` and the cell's file are compiled once more with a
vector of LANES numbers in the place of each number (`vectors`); only the functions that branch on a number have
another version (`arithmetic`). Runs stand last in memory, (…, LANES). No sum within a run is reordered, so each lane
has the bits of the run trained alone; a lane that runs away to infinity or NaN disturbs no other.

Where nothing is compiled there are no lanes: the runs are trained one after the other. So they are for a cell that
branches on a number in its own file, for which numba refuses vectors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from functools import cache
from threading import Event

import numpy as np

from .. import measures, training, unroll
from ..arithmetic import seeded, shuffle
from ..cells import Cell, cell_named
from ..jit import bind, compiled, compiles, hole, kernel, replacing
from ..networks import checked, initial, run_seed
from ..readings import data_set
from ..records import Array, Integers, NetworkChoice, Trained, Weights, read_only
from .arithmetic import FOR_LANES, in_lanes
from .width import LANES

__all__ = ["LANES", "mean_differences", "shape", "train"]

epoch = final_states = twin_differences = hole


@kernel
def shuffled(
    generators: Integers, orders: Integers, inputs: Array, labels: Integers, lane_inputs: Array, lane_labels: Array
) -> None:  # fmt: skip
    """An epoch's training set as each lane reads it: lane_inputs (n, T, I, LANES) and lane_labels (n, LANES).

    generators (LANES,) holds each lane's generator and moves on; orders (LANES, n) is room to work in; inputs (n, T, I)
    and labels (n,) stand in split order.
    """
    for lane in range(orders.shape[0]):
        for n in range(orders.shape[1]):
            orders[lane, n] = n
        generators[lane] = shuffle(orders[lane], generators[lane])
    for n in range(orders.shape[1]):
        for lane in range(orders.shape[0]):
            row = orders[lane, n]
            lane_labels[n, lane] = labels[row]
            for t in range(inputs.shape[1]):
                for i in range(inputs.shape[2]):
                    lane_inputs[n, t, i, lane] = inputs[row, t, i]


@kernel
def epoch_exact(
    rate: float, clip: float, order: Integers, inputs: Array, labels: Array,
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array,
    states: Array, gates: Array, d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, no_inputs: Array,
    p: Array,
) -> None:  # fmt: skip
    """`training.epoch_exact` of all lanes; each array has the lanes as its last axis."""
    epoch(
        rate, clip, order, in_lanes(inputs), in_lanes(labels),
        in_lanes(Wx), in_lanes(Wh), in_lanes(b), in_lanes(v), in_lanes(c),
        in_lanes(states), in_lanes(gates), in_lanes(d_after), in_lanes(d_before),
        in_lanes(dWx), in_lanes(dWh), in_lanes(db), in_lanes(no_inputs), in_lanes(p),
    )  # fmt: skip


@kernel
def epoch_in_place(
    rate: float, order: Integers, inputs: Array, labels: Array,
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array,
    states: Array, gates: Array, d_after: Array, d_before: Array, p: Array,
) -> None:  # fmt: skip
    """`training.epoch_in_place` of all lanes; each array has the lanes as its last axis."""
    epoch(
        rate, order, in_lanes(inputs), in_lanes(labels),
        in_lanes(Wx), in_lanes(Wh), in_lanes(b), in_lanes(v), in_lanes(c),
        in_lanes(states), in_lanes(gates), in_lanes(d_after), in_lanes(d_before), in_lanes(p),
    )  # fmt: skip


@kernel
def answers(
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array, inputs: Array, states: Array, gates: Array, h: Array, p: Array
) -> None:  # fmt: skip
    """`unroll.final_states` of all lanes; all read the same inputs (n, T, I), every other array has the lanes last."""
    final_states(
        in_lanes(Wx), in_lanes(Wh), in_lanes(b), in_lanes(v), in_lanes(c), inputs,
        in_lanes(states), in_lanes(gates), in_lanes(h), in_lanes(p),
    )  # fmt: skip


@kernel
def differences(
    Wx: Array, Wh: Array, b: Array, marked: Array, unmarked: Array, states: Array, twin: Array, gates: Array, out: Array
) -> None:  # fmt: skip
    """`unroll.twin_differences` of all lanes; all read the same twins (n, T, I), other arrays have the lanes last."""
    twin_differences(
        in_lanes(Wx), in_lanes(Wh), in_lanes(b), marked, unmarked,
        in_lanes(states), in_lanes(twin), in_lanes(gates), in_lanes(out),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Kernels:
    """The templates of this module filled in for one cell; `in_place` is None for a gated one."""

    exact: Callable[..., None]
    in_place: Callable[..., None] | None
    answers: Callable[..., None]
    differences: Callable[..., None]


@cache
def kernels(cell: Cell) -> Kernels:
    """This module's kernels for one cell."""
    name = cell.name.replace("-", "_")

    def filled(template: Callable[..., None], **holes: Callable[..., None]) -> Callable[..., None]:
        of_lanes = {hole: replacing(one, "lanes", FOR_LANES) for hole, one in holes.items()}
        return bind(template, f"{name}_lanes", **of_lanes)

    alone = training.kernels(cell)
    return Kernels(
        exact=filled(epoch_exact, epoch=alone.exact),
        in_place=None if alone.in_place is None else filled(epoch_in_place, epoch=alone.in_place),
        answers=filled(answers, final_states=unroll.kernels(cell).final_states),
        differences=filled(differences, twin_differences=unroll.kernels(cell).twin_differences),
    )


_refused: set[tuple[Cell, str]] = set()  # cells and modes that numba will not compile for vectors


def shape(choice: NetworkChoice) -> NetworkChoice:
    """The choice without what only its initial values and its order of sequences hang on: equal for networks that can
    stand in the lanes of one batch."""
    return replace(choice, run=1, memory_bias=0.0)


def train(
    choices: Sequence[NetworkChoice], stop: Event | None = None, starts: Sequence[Weights] | None = None
) -> list[Trained]:  # fmt: skip
    """Train 1 to LANES networks of one `shape` to the end: to the bit what `training.train` gives for each, but for the
    losses, which are not computed. `starts`: what replaces each network's initial values.

    Raises BadInput for a network that there is not, ValueError for choices that cannot stand side by side, and
    CancelledError at the next epoch once `stop` is set.
    """
    first = _alike(choices)
    cell = cell_named(first.cell)
    if compiles() and (cell, first.mode) not in _refused:
        from .vectors import Refused

        try:
            return _side_by_side(cell, choices, stop, starts)
        except Refused:
            _refused.add((cell, first.mode))
    alone: list[Weights | None] = [None] * len(choices) if starts is None else list(starts)
    pairs = zip(choices, alone, strict=True)
    return [replace(training.train(choice, start, stop), losses=()) for choice, start in pairs]


def mean_differences(choices: Sequence[NetworkChoice]) -> list[tuple[float, ...]]:
    """`measures.mean_differences` of 1 to LANES untrained networks of one `shape`, to the bit.

    Raises BadInput for a network that there is not, and ValueError for choices that cannot stand side by side.
    """
    first = _alike(choices)
    cell = cell_named(first.cell)
    if compiles() and (cell, "untrained") not in _refused:
        from .vectors import Refused

        try:
            return _differences_side_by_side(cell, choices)
        except Refused:
            _refused.add((cell, "untrained"))
    return [measures.mean_differences(choice, initial(choice)) for choice in choices]


def _differences_side_by_side(cell: Cell, choices: Sequence[NetworkChoice]) -> list[tuple[float, ...]]:
    first = choices[0]
    each = [initial(choice).arrays[:3] for choice in (*choices, *[choices[-1]] * (LANES - len(choices)))]
    weights = [np.ascontiguousarray(np.stack(arrays, axis=-1)) for arrays in zip(*each, strict=True)]
    twins = measures.all_twins(data_set(first.data), first.length)
    states, gates = (_widened(a) for a in unroll.room(cell, first.length, first.hidden))
    out = np.zeros((len(twins[0]), len(cell.parts), LANES))
    compiled(kernels(cell).differences)(*weights, *twins, states, np.zeros_like(states), gates, out)
    return [
        tuple(math.fsum(column) / len(column) for column in out[:, :, lane].T.tolist()) for lane in range(len(choices))
    ]


def _alike(choices: Sequence[NetworkChoice]) -> NetworkChoice:
    """The first of some choices that can stand side by side. Raises BadInput and ValueError."""
    shapes = {shape(checked(choice)) for choice in choices}
    if len(shapes) != 1 or len(choices) > LANES:
        raise ValueError(f"{len(choices)} choices of {len(shapes)} shapes cannot stand in {LANES} lanes")
    return choices[0]


def _side_by_side(
    cell: Cell, choices: Sequence[NetworkChoice], stop: Event | None, starts: Sequence[Weights] | None = None
) -> list[Trained]:  # fmt: skip
    """The networks trained in lanes. Lanes that are left over train the last network once more."""
    first, data = choices[0], data_set(choices[0].data)
    filled = [*choices, *[choices[-1]] * (LANES - len(choices))]
    begun = [initial(choice) for choice in choices] if starts is None else list(starts)
    each = [start.arrays for start in (*begun, *[begun[-1]] * (LANES - len(choices)))]
    weights = [np.ascontiguousarray(np.stack(arrays, axis=-1)) for arrays in zip(*each, strict=True)]
    data.check_training(first.length)
    train, test, labels = data.train_at(first.length), data.test_at(first.length), data.labels(first.length)
    inputs = data.inputs(first.length, train)
    states, gates = (_widened(a) for a in unroll.room(cell, first.length, first.hidden))
    d_after, d_before = np.zeros(states.shape[1:]), np.zeros(states.shape[1:])
    n = len(train)
    p, h = np.zeros((n, LANES)), np.zeros((len(test), first.hidden, LANES))
    lane_inputs, lane_labels = np.zeros((n, *inputs.shape[1:], LANES)), np.zeros((n, LANES))
    generators = np.array([seeded(run_seed(choice.run) + 500) for choice in filled], dtype=np.int64)
    orders, in_order = np.zeros((LANES, n), dtype=np.int64), np.arange(n)
    given = (inputs, labels[train])
    if first.mode == "in-place":
        one_epoch = kernels(cell).in_place
        assert one_epoch is not None
        before, after = [first.rate], [states, gates, d_after, d_before, p]
    else:
        one_epoch = kernels(cell).exact
        gradients = [np.zeros_like(a) for a in weights[:3]]
        before = [first.rate, first.clip or 0.0]
        after = [states, gates, d_after, d_before, *gradients, np.zeros((first.length, 0, LANES)), p]
    finite = [a.copy() for a in weights]
    stopped_at = np.full(LANES, -1)
    for epoch_number in range(1, first.epochs + 1):
        if stop is not None and stop.is_set():
            raise CancelledError
        compiled(shuffled)(generators, orders, *given, lane_inputs, lane_labels)
        compiled(one_epoch)(*before, in_order, lane_inputs, lane_labels, *weights, *after)
        _keep_finite(finite, weights, stopped_at, epoch_number)
    p = np.zeros((len(test), LANES))
    compiled(kernels(cell).answers)(*weights, data.inputs(first.length, test), states, gates, h, p)
    correct = ((p >= 0.5) == labels[test, None]).sum(axis=0)
    return [
        Trained(
            choice, Weights(*(_lane(a, lane) for a in finite)), int(correct[lane]), len(test),
            stopped_at=None if stopped_at[lane] < 0 else int(stopped_at[lane]),
        )
        for lane, choice in enumerate(choices)
    ]  # fmt: skip


def _keep_finite(finite: list[Array], weights: list[Array], stopped_at: Integers, epoch_number: int) -> None:
    """Keep the weights of the lanes that never ran away, and note the others' last good epoch; see `Trained`."""
    if stopped_at.max() < 0 and all(np.isfinite(a).all() for a in weights):
        for kept, now in zip(finite, weights, strict=True):
            kept[...] = now
        return
    each = [np.isfinite(a).reshape(-1, LANES).all(axis=0) for a in weights]
    good = np.logical_and.reduce(each) & (stopped_at < 0)
    stopped_at[~good & (stopped_at < 0)] = epoch_number - 1
    for kept, now in zip(finite, weights, strict=True):
        np.copyto(kept, now, where=good)


def _widened(array: Array) -> Array:
    """Zeros of that shape with lanes."""
    return np.zeros((*array.shape, LANES))


def _lane(array: Array, lane: int) -> Array:
    """One network's own array."""
    return read_only(np.ascontiguousarray(array[..., lane]))
