"""How much passes from one period to the next: what the arrows of the unrolled cell show.

A cell with a gate that keeps says it itself: the gate's mean over the units is the share of the old state that stays,
and the mean of the gate that writes, where there is one, the share of the new content that comes in. A cell without
such a gate has only its sums, and of those the share that comes from the period before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import cell_named
from .records import Array, Trace, read_only
from .unroll import quiet, sum_in_order


@dataclass(frozen=True, eq=False)
class Passing:
    """Shares from 0 to 1 of some periods of the real sequence, `first` to `first` + n − 1 (from 1).

    `stays` (n,): what comes from the state before; `enters` (n,): what comes from the input, None where the cell does
    not say. `keeps`, `writes`: the rows of the gates that they are the means of; None where they are shares of sums.
    """

    first: int
    stays: Array
    enters: Array | None
    keeps: int | None
    writes: int | None


@quiet
def passing(trace: Trace, first: int, last: int) -> Passing:
    """What passes at the periods `first` to `last` (1 … T).

    With a gate that keeps, k (T, H): `stays` is the mean over the units of k_t, `enters` that of the gate that writes.
    Without: with a the input part (bias + Wx x) and r the recurrent part (Wh h′) of every sum of the period,
    `stays` = Σ|r| / (Σ|r| + Σ|a|) and `enters` = 1 − `stays`; 0 and 1 at period 1, where h′ = 0.
    """
    cell, path = cell_named(trace.choice.cell), trace.real
    if cell.keeps is not None and cell.gates:
        stays = _means(path.gates[first - 1 : last, cell.keeps])
        enters = None if cell.writes is None else _means(path.gates[first - 1 : last, cell.writes])
        return Passing(first, stays, enters, cell.keeps, cell.writes)
    stays = read_only(np.array([_share(trace, t) for t in range(first, last + 1)]))
    return Passing(first, stays, read_only(1.0 - stays), None, None)


def _means(values: Array) -> Array:
    """The mean over the units of (n, H), each summed from left to right."""
    return read_only(np.array([sum_in_order(row) / len(row) for row in values]))


def _share(trace: Trace, period: int) -> float:
    """The recurrent part's share of all sums of a period."""
    w, x, h = trace.weights, trace.real.inputs[period - 1], trace.real.h[period - 1]
    rows = len(w.Wx)
    recurrent = np.abs(np.cumsum(w.Wh * h, axis=1)[:, -1])  # cumsum adds from left to right
    inputs = np.abs(np.cumsum(np.column_stack([w.b[:rows], w.Wx * x]), axis=1)[:, -1])
    before, new = sum_in_order(recurrent), sum_in_order(inputs)
    return before / (before + new) if before + new else 0.0
