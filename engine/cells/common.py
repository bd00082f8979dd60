"""What every cell is made of: one contract, and the sums that all cells share.

A cell is one file with two kernels and a `CELL`. Its state is a tuple of S vectors, held as an array (S, H) whose row 0
is always the hidden state h. With I inputs, H hidden units and G blocks of rows in its weights:

    step(Wx, Wh, b, x, before, after, gates)
        reads x (I,) and before (S, H), writes after (S, H) and gates (K, H).
    step_back(Wx, Wh, x, before, after, gates, d_after, d_before, dWx, dWh, db, dx)
        reads the gradient d_after (S, H) of the loss by the state after the step, and adds to d_before (S, H), dWx,
        dWh, db and, unless it is empty, dx (I,). d_before arrives zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..jit import kernel
from ..records import Array, Combination


@dataclass(frozen=True, eq=False)
class Cell:
    """A kind of recurrent network.

    `name` is its name in options and files, `title` the one on the screen, `label` a short one. `gates`: the names of
    the rows of its kept gate values, `symbols` their letters in the equations, `signed` those that run from −1 to 1.
    `parts`: the letters of its state, the hidden state first. `blocks`: how many blocks of H rows Wx and Wh have (G);
    `biases`: how many of H numbers b has. `keeps`: which block a memory bias is set on; `writes`: which block chrono
    sets to its negative; None where there is no such gate. `combine` tells how the gate values of one unit become its
    new state, as lines to read: from its gates (K,), its state before (S,) and after (S,). `in_place`: the kernel
    that goes back through a sequence changing weights as it goes, for the plain cell only.
    """

    name: str
    title: str
    label: str
    gates: tuple[str, ...]
    symbols: tuple[str, ...]
    signed: frozenset[str]
    parts: tuple[str, ...]
    blocks: int
    biases: int
    keeps: int | None
    writes: int | None
    step: Callable[..., Any]
    step_back: Callable[..., Any]
    combine: Callable[[Array, Array, Array], tuple[Combination, ...]] = lambda gates, before, after: ()
    in_place: Callable[..., Any] | None = None

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways of training that it allows, its default first."""
        return ("in-place", "exact") if self.in_place else ("exact",)

    def parameters(self, inputs: int = 2, hidden: int = 6) -> int:
        """How many numbers training may change, the readout among them."""
        return hidden * (self.blocks * (inputs + hidden) + self.biases) + hidden + 1


@kernel
def pre_activation(Wx: Array, Wh: Array, b: Array, row: int, x: Array, h: Array) -> float:
    """((b + Wx0·x0) + Wx1·x1 + …) + (0 + Wh0·h0 + Wh1·h1 + …), from left to right."""
    given = b[row]
    for i in range(x.shape[0]):
        given += Wx[row, i] * x[i]
    recurrent = 0.0
    for j in range(h.shape[0]):
        recurrent += Wh[row, j] * h[j]
    return given + recurrent  # type: ignore[no-any-return]


@kernel
def add_gradient(
    g: float, row: int, Wx: Array, Wh: Array, x: Array, h: Array, d_h: Array, dWx: Array, dWh: Array, db: Array,
    dx: Array,
) -> None:  # fmt: skip
    """Hand the gradient g of one pre-activation on to everything that stands in its sum."""
    db[row] += g
    for i in range(x.shape[0]):
        dWx[row, i] += g * x[i]
    for i in range(dx.shape[0]):
        dx[i] += g * Wx[row, i]
    for j in range(h.shape[0]):
        d_h[j] += g * Wh[row, j]
        dWh[row, j] += g * h[j]
