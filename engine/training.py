"""Training: thirty epochs of one sequence at a time, and the two ways to walk back through it.

*exact* sums all gradients of a sequence with unchanged weights and then applies them; *in place* (the plain cell's
default) changes each weight while the error walks back. `forward`, `backward` and `in_place` here are holes that
`kernels(cell)` fills with a cell's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from os import cpu_count
from threading import Event

import numpy as np

from .arithmetic import seeded, shuffle
from .cells import Cell, cell_named
from .jit import bind, compiled, hole, kernel
from .networks import checked, initial, run_seed, trial
from .readings import data_set
from .records import Array, Integers, LastFinite, NetworkChoice, Progress, Trained, Weights
from .unroll import kernels as unrolled
from .unroll import readout, room, run_to_end

TRIALS = 40

forward = backward = in_place = hole


@kernel
def learn_readout(d: float, rate: float, v: Array, c: Array, h: Array, d_h: Array) -> None:
    """The readout's update after the error d = p − y: first d_h = d·v for the walk back, then v and c."""
    for k in range(h.shape[0]):
        d_h[k] = d * v[k]
    for k in range(h.shape[0]):
        v[k] -= (rate * d) * h[k]
    c[0] -= rate * d


@kernel
def descend(weights: Array, gradient: Array, rate: float) -> None:
    """w −= rate · G, and G back to zero."""
    w, G = weights.reshape(weights.size), gradient.reshape(gradient.size)
    for i in range(w.shape[0]):
        w[i] -= rate * G[i]
        G[i] = 0.0


@kernel
def shrinking(bound: float, norm: float) -> float:
    """What brings a norm down to the bound; 1 where it is not above it."""
    return bound / norm if norm > bound else 1.0


@kernel
def clip_factor(bound: float, dWx: Array, dWh: Array, db: Array) -> float:
    """What the gradients are multiplied by so that their common norm is at most `bound`; 1 where it is already."""
    total = 0.0
    for gradient in (dWx.reshape(dWx.size), dWh.reshape(dWh.size), db):
        for i in range(gradient.shape[0]):
            total += gradient[i] * gradient[i]
    return shrinking(bound, math.sqrt(total))


@kernel
def epoch_exact(
    rate: float, clip: float, order: Integers, inputs: Array, labels: Integers,
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array,
    states: Array, gates: Array, d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, no_inputs: Array,
    p: Array,
) -> None:  # fmt: skip
    """One epoch of exact updates. inputs (n, T, I) and labels (n,) are the training set, order its shuffled rows.

    The weights change; p (n,) gets each sequence's probability before its own update. dWx, dWh, db arrive zero.
    `clip`: the largest norm of a sequence's gradient, or 0 for no bound.
    """
    last = inputs.shape[1]
    for n in range(order.shape[0]):
        row = order[n]
        forward(Wx, Wh, b, inputs[row], states, gates)
        p[n] = readout(v, c, states[last, 0])
        d_after[:, :] = 0.0
        learn_readout(p[n] - labels[row], rate, v, c, states[last, 0], d_after[0])
        backward(Wx, Wh, inputs[row], states, gates, d_after, d_before, dWx, dWh, db, no_inputs)
        step = rate
        if clip > 0.0:
            step = rate * clip_factor(clip, dWx, dWh, db)
        descend(Wx, dWx, step)
        descend(Wh, dWh, step)
        descend(b, db, step)


@kernel
def epoch_in_place(
    rate: float, order: Integers, inputs: Array, labels: Integers,
    Wx: Array, Wh: Array, b: Array, v: Array, c: Array,
    states: Array, gates: Array, d_after: Array, d_before: Array, p: Array,
) -> None:  # fmt: skip
    """One epoch of updates made while walking back; arguments as in `epoch_exact`."""
    last = inputs.shape[1]
    for n in range(order.shape[0]):
        row = order[n]
        forward(Wx, Wh, b, inputs[row], states, gates)
        p[n] = readout(v, c, states[last, 0])
        d_after[:, :] = 0.0
        learn_readout(p[n] - labels[row], rate, v, c, states[last, 0], d_after[0])
        in_place(rate, inputs[row], states, Wx, Wh, b, d_after, d_before)


@dataclass(frozen=True, eq=False)
class Kernels:
    """The templates of this module filled in for one cell; `in_place` is None for a gated one."""

    exact: Callable[..., None]
    in_place: Callable[..., None] | None


@cache
def kernels(cell: Cell) -> Kernels:
    """This module's kernels for one cell."""
    label, ahead = cell.name.replace("-", "_"), unrolled(cell).forward
    exact = bind(epoch_exact, label, forward=ahead, backward=unrolled(cell).backward)
    if cell.in_place is None:
        return Kernels(exact, None)
    return Kernels(exact, bind(epoch_in_place, label, forward=ahead, in_place=cell.in_place))


def epochs(choice: NetworkChoice, start: Weights | None = None) -> Iterator[Progress]:
    """Train a network and report after each epoch; the last report holds the finished weights.

    Each epoch starts again from the training subscribers in split order and shuffles them; one generator runs on
    through all epochs. `start` replaces the initial values (see `trial`). A training that runs away goes on to its last
    epoch like any other, and its reports say where it was last finite. Raises BadInput.
    """
    checked(choice)
    cell, data = cell_named(choice.cell), data_set(choice.data)
    weights = (initial(choice) if start is None else start).copy()
    finite, last_finite = weights.copy(), None
    data.check_training(choice.length)
    inputs = data.inputs(choice.length, data.train_at(choice.length))
    labels = data.labels(choice.length)[data.train_at(choice.length)]
    states, gates = room(cell, choice.length, choice.hidden)
    d_after, d_before = np.zeros(states.shape[1:]), np.zeros(states.shape[1:])
    p = np.zeros(len(labels))
    gradients = [np.zeros_like(a) for a in weights.arrays[:3]]
    no_inputs = np.zeros((choice.length, 0))
    state = seeded(run_seed(choice.run) + 500)
    for epoch in range(1, choice.epochs + 1):
        order = np.arange(len(labels))
        state = compiled(shuffle)(order, state)
        with np.errstate(over="ignore", invalid="ignore"):  # a rate that is too large ends in NaN, not in a warning
            if choice.mode == "in-place":
                in_place_epoch = kernels(cell).in_place
                assert in_place_epoch is not None
                compiled(in_place_epoch)(
                    choice.rate, order, inputs, labels, *weights.arrays, states, gates, d_after, d_before, p
                )
            else:
                compiled(kernels(cell).exact)(
                    choice.rate, choice.clip or 0.0, order, inputs, labels, *weights.arrays,
                    states, gates, d_after, d_before, *gradients, no_inputs, p,
                )  # fmt: skip
        if last_finite is None and weights.finite:
            for kept, now in zip(finite.arrays, weights.arrays, strict=True):
                kept[...] = now
        elif last_finite is None:
            lost = np.flatnonzero(np.isnan(p))
            last_finite = LastFinite(epoch - 1, finite, int(lost[0]) + 1 if lost.size else None)
        yield Progress(epoch, choice.epochs, cross_entropy(p, labels[order]), weights, last_finite)


def cross_entropy(p: Array, labels: Integers) -> float:
    """The mean of −ln of the probability given to the right answer, in nats; p (n,) lies within sigmoid(±30)."""
    given = np.where(labels == 1, p, 1.0 - p)
    return -math.fsum(map(math.log, given.tolist())) / len(p)


def correct_on_test(choice: NetworkChoice, weights: Weights) -> int:
    """How many of the test subscribers a network gets right: it decides 1 from p ≥ 0.5."""
    data = data_set(choice.data)
    return int((decisions(choice, weights) == data.labels(choice.length)[data.test_at(choice.length)]).sum())


def decisions(choice: NetworkChoice, weights: Weights) -> Integers:
    """What a network answers for the test subscribers, in split order: the lesson's are (200,)."""
    data = data_set(choice.data)
    inputs = data.inputs(choice.length, data.test_at(choice.length))
    _, p = run_to_end(cell_named(choice.cell), weights, inputs)
    return (p >= 0.5).astype(np.int64)


def train(choice: NetworkChoice, start: Weights | None = None, stop: Event | None = None) -> Trained:
    """Train a network to the end. Raises BadInput, and CancelledError at the next epoch once `stop` is set."""
    losses = []
    for progress in epochs(choice, start):
        losses.append(progress.loss)
        if stop is not None and stop.is_set():
            raise CancelledError
    return finished(choice, progress.weights, losses, progress.last_finite)


def finished(
    choice: NetworkChoice, weights: Weights, losses: Sequence[float], last_finite: LastFinite | None = None
) -> Trained:
    """The record of a finished training: its test result, and a copy of its weights or, where it ran away, of those
    that were last finite."""
    kept = (weights if last_finite is None else last_finite.weights).copy()
    for array in kept.arrays:
        array.setflags(write=False)
    tested, stopped_at = (
        len(data_set(choice.data).test_at(choice.length)),
        None if last_finite is None else last_finite.epoch,
    )
    return Trained(choice, kept, correct_on_test(choice, weights), tested, tuple(losses), stopped_at)


def train_many(jobs: Sequence[tuple[NetworkChoice, Weights | None]]) -> Iterator[tuple[int, Trained]]:
    """Train many networks on all cores; yields (index of the job, result) in the jobs' order.

    Whoever stops asking for results, or is interrupted, waits for one epoch at most.
    """
    if not jobs:
        return
    list(compiled_first(jobs))
    stop = Event()
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        try:
            yield from enumerate(pool.map(lambda job: train(job[0], job[1], stop), jobs))
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def compiled_first(jobs: Sequence[tuple[NetworkChoice, Weights | None]]) -> Iterator[None]:
    """Compile what the jobs need in this thread, once per cell and mode: numba compiles one kernel at a time."""
    for cell, mode in dict.fromkeys((choice.cell, choice.mode) for choice, _ in jobs):
        train(NetworkChoice(cell=cell, mode=mode, length=2, epochs=1))
        yield


def sensitivity(choice: NetworkChoice, trials: int = TRIALS) -> list[int]:
    """The test result, as a count of right answers, of each trial 0 … trials − 1.

    A trial starts from initial weights moved by at most one unit in their last place. More than one value means that
    the figure of this network is chaotic: it hangs on rounding.
    """
    return [result.correct for _, result in train_many([(choice, trial(choice, i)) for i in range(trials)])]
