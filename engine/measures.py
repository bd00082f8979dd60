"""How much of the first step is left: the difference of the twins, the per-step factor, and two readers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from .cells import cell_named
from .datasets import DataSet
from .jit import compiled
from .long_trace import Window
from .networks import initial
from .readings import data_set
from .records import Array, Integers, NetworkChoice, Trace, Weights, read_only
from .unroll import kernels, last_states, layers_of, quiet, room, run_to_end, sum_in_order


@dataclass(frozen=True)
class Decay:
    """One length of one network: what is left of the first step after period T, over all subscribers (that have T
    periods).

    `differences`: the mean difference of the hidden state and, where there is one, of the cell state. `nearest` and
    `linear`: how often the marker is read back from h_T on the test subscribers; 0.5 is chance.
    """

    length: int
    differences: tuple[float, ...]
    nearest: float
    linear: float


def decay(choice: NetworkChoice, weights: Weights | None = None) -> Decay:
    """What is left after period T in a network (untrained unless weights are given; of several layers in the last).

    Raises BadInput.
    """
    if choice.weights:
        return _decay_of_layers(choice)
    used = initial(choice) if weights is None else weights
    data = data_set(choice.data)
    data.check_readers(choice.length)
    h, _ = run_to_end(cell_named(choice.cell), used, data.inputs(choice.length))
    nearest, linear = readback(h, data, choice.length)
    return Decay(choice.length, mean_differences(choice, used), nearest, linear)


@quiet
def _decay_of_layers(choice: NetworkChoice) -> Decay:
    """The same for a network from a file, layer by layer."""
    data, cell, (layers, _) = data_set(choice.data), cell_named(choice.cell), layers_of(choice)
    wanted = layers[0].Wx.shape[1]
    data.check_readers(choice.length)
    h = last_states(cell, layers, data.inputs(choice.length, inputs=wanted))[:, 0]
    marked, unmarked = (last_states(cell, layers, x) for x in data.all_twins(choice.length, wanted))
    totals = np.cumsum(np.abs(marked - unmarked), axis=2)[:, :, -1]  # a running sum adds from left to right
    differences = tuple(math.fsum(column) / len(column) for column in totals.T.tolist())
    return Decay(choice.length, differences, *readback(h, data, choice.length))


@quiet
def mean_differences(choice: NetworkChoice, weights: Weights) -> tuple[float, ...]:
    """The mean over all subscribers of Σ|marked − unmarked| after period T, one number per part of the state."""
    data, cell = data_set(choice.data), cell_named(choice.cell)
    marked, unmarked = all_twins(data, choice.length)
    states, gates = room(cell, choice.length, weights.hidden)
    out = np.zeros((len(marked), len(cell.parts)))
    compiled(kernels(cell).twin_differences)(
        weights.Wx, weights.Wh, weights.b, marked, unmarked, states, states.copy(), gates, out
    )
    return tuple(math.fsum(column) / len(column) for column in out.T.tolist())


@lru_cache(maxsize=16)
def all_twins(data: DataSet, length: int) -> tuple[Array, Array]:
    """The twins of all subscribers that have T periods, (n, T, I) each, read-only; see `DataSet.twins_of`."""
    marked, unmarked = data.all_twins(length)
    return read_only(marked), read_only(unmarked)


def per_step_factor(now: float, before: float, steps: int) -> float | None:
    """(now / before)^(1 / steps): what a mean difference is multiplied by at each step; None after a zero."""
    if before == 0.0:
        return None
    return float((now / before) ** (1.0 / steps))


def readback(h: Array, data: DataSet, length: int) -> tuple[float, float]:
    """Can the marker be read from the last hidden states h (n, H) of those that have T periods? Fitted on the train
    subscribers, accuracy on the test ones: (nearest centre, linear reader). NaN where a training that ran away has
    left no finite state."""
    if not np.isfinite(h).all():
        return math.nan, math.nan
    train, test = data.train_at(length), data.test_at(length)
    row = np.zeros(data.count, dtype=np.int64)
    row[data.long_enough(length)] = np.arange(len(h))
    truth = data.marked[test]
    nearest = nearest_centre(h[row[train]], data.marked[train], h[row[test]])
    linear = linear_reader(h[row[train]], data.marked[train], h[row[test]])
    return float((nearest == truth).sum()) / len(test), float((linear == truth).sum()) / len(test)


def nearest_centre(h: Array, marked: Integers, unseen: Array) -> Integers:
    """The class whose mean is nearer, each unit divided by its standard deviation over h (at least 1e-9)."""
    scale = np.maximum(h.std(axis=0), 1e-9)
    squared = [(((unseen - h[marked == c].mean(axis=0)) / scale) ** 2).sum(axis=1) for c in (0, 1)]
    return np.asarray(squared[1] < squared[0], dtype=np.int64)


def linear_reader(h: Array, marked: Integers, unseen: Array) -> Integers:
    """Fisher's discriminant: w = S⁻¹ (m1 − m0), S the pooled covariance
    (divided by n − 2), the threshold halfway."""
    means = [h[marked == c].mean(axis=0) for c in (0, 1)]
    centred = h - np.where(marked[:, None] == 1, means[1], means[0])
    covariance = centred.T @ centred / (len(h) - 2)
    w = np.linalg.pinv(covariance, hermitian=True) @ (means[1] - means[0])
    return np.asarray(unseen @ w > w @ (means[0] + means[1]) / 2.0, dtype=np.int64)


def spectral_radius(Wh: Array) -> float:
    """The largest modulus of an eigenvalue of a square recurrent matrix (H, H)."""
    return float(np.abs(np.linalg.eigvals(Wh)).max())


def largest_singular_value(Wh: Array) -> float:
    """The most by which a recurrent matrix can lengthen a vector: its spectral norm."""
    return float(np.linalg.norm(Wh, 2))


MOST_FOR_RADIUS = 1024  # units; all eigenvalues of a larger matrix take minutes


@dataclass(frozen=True)
class Recurrent:
    """A gate's part of Wh, of the plain cell Wh itself: its largest singular value and its spectral radius. NaN in a
    network that has run away; the radius also where there are more than MOST_FOR_RADIUS units."""

    singular: float
    radius: float


@lru_cache(maxsize=8)
def recurrent_of(weights: Weights, block: int) -> Recurrent:
    """The two numbers of a gate's part of Wh, (G·H, H), its blocks counted from 0."""
    hidden = weights.hidden
    part = weights.Wh[block * hidden : (block + 1) * hidden]
    if not bool(np.isfinite(part).all()):
        return Recurrent(math.nan, math.nan)
    radius = spectral_radius(part) if hidden <= MOST_FOR_RADIUS else math.nan
    return Recurrent(largest_singular_value(part), radius)


@dataclass(frozen=True, eq=False)
class Apart:
    """How far two traces are apart, by the periods of the first; the second stays at its last one where it is shorter.

    `per_unit` (T + 1, H) is h of the one − h of the other for the units that both have; `total` (T + 1,) the sum of
    its absolute values over the units.
    """

    per_unit: Array
    total: Array


def moves_most(trace: Trace, unit: int) -> int:
    """The period, from 1, in which h of a unit (from 0) moves most: the first of them; of a long trace so far."""
    if trace.stream is not None:
        return max(1, int(trace.stream.moved_at[unit]))
    moved = np.abs(np.diff(trace.real.h[:, unit]))
    return int(np.nan_to_num(moved, nan=-1.0).argmax()) + 1


def saturation(trace: Trace, period: int) -> Array:
    """How near each unit is to the ends of its range at a period, (H,): |h| of a plain cell; of a gated one the mean
    over its gates of |2·gate − 1|, with a candidate's own |value|. 1 is wholly at the ends; 0 before period 1."""
    cell, hidden = cell_named(trace.choice.cell), trace.weights.hidden
    if period == 0:
        return np.zeros(hidden)
    if not cell.gates:
        found: Array = np.abs(trace.real.h[period])
        return found
    gates = trace.real.gates[period - 1]
    named = zip(cell.gates, gates, strict=True)
    shares = [np.abs(row if name in cell.signed else 2.0 * row - 1.0) for name, row in named]
    mean: Array = np.mean(shares, axis=0)
    return mean


@quiet
def apart(one: Trace, other: Trace) -> Apart:
    """How far the real sequences of two traces are apart, whatever their networks and sequences are."""
    units = min(one.weights.hidden, other.weights.hidden)
    if one.stream is not None or other.stream is not None:

        def per_unit_at(t: int) -> Array:
            gap: Array = one.real.h[t][:units] - other.real.h[min(t, other.ready)][:units]
            return gap

        return Apart(
            cast(Array, Window(per_unit_at, (one.length + 1, units))),
            cast(Array, Window(lambda t: np.cumsum(np.abs(per_unit_at(t)))[-1], (one.length + 1,))),
        )
    rows = np.minimum(np.arange(one.length + 1), other.length)
    per_unit = one.real.h[:, :units] - other.real.h[rows][:, :units]
    total = np.array([sum_in_order(np.abs(row)) for row in per_unit])
    return Apart(read_only(per_unit), read_only(total))
