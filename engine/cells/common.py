"""What every cell is made of: one contract, and the sums that all cells share.

A cell is one file with two kernels and a `CELL`. Its state is a tuple of S vectors, held as an array (S, H) whose row 0
is always the hidden state h. With I inputs, H hidden units and G blocks of rows in its weights:

    step(Wx, Wh, b, x, before, after, gates)
        reads x (I,) and before (S, H), writes after (S, H) and gates (K, H), K ≥ the number of gate values.
    step_back(Wx, Wh, x, before, after, gates, d_after, d_before, dWx, dWh, db, dx)
        reads the gradient d_after (S, H) of the loss by the state after the step, and adds to d_before (S, H), dWx,
        dWh, db and, unless it is empty, dx (I,). d_before arrives zero.

Kernels that branch on no number of the network (`if h > 0.0`) are trained many runs at once as well; see `lanes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..jit import kernel
from ..records import Array, Combination


@lru_cache(maxsize=8)
def unit_names(hidden: int) -> tuple[str, ...]:
    """The names of all hidden units as the equations have them: h1, h2, …"""
    return tuple(f"h{j + 1}" for j in range(hidden))


class Recurrent(NamedTuple):
    """A recurrent part as the equation panel prints it: its `formula`, the `products` in it by their `names`, and
    their `total`."""

    formula: str
    names: tuple[str, ...]
    products: tuple[float, ...]
    total: float


@dataclass(frozen=True, eq=False)
class Cell:
    """A kind of recurrent network.

    `name` is its name in options and files, `title` the one on the screen, `label` a short one; `order` is its place
    among the cells. `gates`: the names of the rows of its gate values, `symbols` their letters in the equations,
    `signed` those that run from −1 to 1. `parts`: the letters of its state, the hidden state first; `shows`: how h
    comes from a second part. `notes`: what to know of its equations, lines of at most 40 characters.

    `blocks`: how many blocks of H rows Wx and Wh have (G); `biases`: how many of H numbers b has. `keeps`: which block
    a memory bias is set on; `writes`: which block chrono sets to its negative; None where there is no such gate.
    `kept`: how many more rows than its gates a step leaves in `gates` for the way back.

    `combine` tells how the gate values of one unit become its new state, as lines to read: from its gates (K,), its
    state before (S,) and after (S,). `recurrent` tells how a block's recurrent part comes about where it is not simply
    Wh·h′: from Wh, b, h′ (H,), the gates (K, H), the block and the unit. `in_place`: the kernel that goes back through
    a sequence changing weights as it goes, for the plain cell only.
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
    recurrent: Callable[..., Recurrent | None] = lambda Wh, b, h, gates, block, unit: None
    in_place: Callable[..., Any] | None = None
    meanings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    shows: str = ""
    kept: int = 0
    order: int = 99

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways of training that it allows, its default first."""
        return ("in-place", "exact") if self.in_place else ("exact",)

    def parameters(self, inputs: int = 2, hidden: int = 6) -> int:
        """How many numbers training may change, the readout among them."""
        return hidden * (self.blocks * (inputs + hidden) + self.biases) + hidden + 1


@kernel
def input_sum(Wx: Array, b: Array, row: int, x: Array) -> float:
    """(b + Wx0·x0) + Wx1·x1 + …, from left to right."""
    total = b[row]
    for i in range(x.shape[0]):
        total += Wx[row, i] * x[i]
    return total  # type: ignore[no-any-return]


@kernel
def recurrent_sum(Wh: Array, row: int, h: Array) -> float:
    """0 + Wh0·h0 + Wh1·h1 + …, from left to right."""
    total = 0.0
    for j in range(h.shape[0]):
        total += Wh[row, j] * h[j]
    return total


@kernel
def pre_activation(Wx: Array, Wh: Array, b: Array, row: int, x: Array, h: Array) -> float:
    """((b + Wx0·x0) + Wx1·x1 + …) + (0 + Wh0·h0 + Wh1·h1 + …)."""
    return input_sum(Wx, b, row, x) + recurrent_sum(Wh, row, h)


@kernel
def add_input_gradient(g: float, row: int, Wx: Array, x: Array, dWx: Array, db: Array, dx: Array) -> None:
    """Hand the gradient g of a pre-activation on to its bias, its input weights and, unless dx is empty, the inputs."""
    db[row] += g
    for i in range(x.shape[0]):
        dWx[row, i] += g * x[i]
    for i in range(dx.shape[0]):
        dx[i] += g * Wx[row, i]


@kernel
def add_recurrent_gradient(g: float, row: int, Wh: Array, h: Array, d_h: Array, dWh: Array) -> None:
    """Hand the gradient g of a recurrent sum on to the state before and the recurrent weights."""
    for j in range(h.shape[0]):
        d_h[j] += g * Wh[row, j]
        dWh[row, j] += g * h[j]


@kernel
def add_gradient(
    g: float, row: int, Wx: Array, Wh: Array, x: Array, h: Array, d_h: Array, dWx: Array, dWh: Array, db: Array,
    dx: Array,
) -> None:  # fmt: skip
    """Hand the gradient g of one pre-activation on to everything that stands in its sum."""
    add_input_gradient(g, row, Wx, x, dWx, db, dx)
    add_recurrent_gradient(g, row, Wh, h, d_h, dWh)
