"""A network that forecasts: its parameters, and PyTorch's initial values made again.

    y = c + v·h_T, h_T the last hidden state of a cell that reads a window, one number a month

PyTorch keeps two bias vectors, bias_ih and bias_hh, where the equations need one, and trains both. All parameters stand
in one vector, in PyTorch's order: weight_ih (G·H, 1), weight_hh (G·H, H), bias_ih (G·H,), bias_hh (G·H,), then the
linear layer's weight (H,) and bias (1,), each row by row; G gates in PyTorch's order, which is ours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..cells import Cell, cell_named
from ..records import Array, BadInput, Weights

CELLS = ("rnn", "lstm", "gru")  # those that PyTorch has
HIDDEN, EPOCHS, SEED = 32, 400, 0
MOST_HIDDEN, MOST_EPOCHS = 256, 10_000
MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Choice:
    """Which network: its cell, the seed of its initial values, its hidden units and how long it is trained."""

    cell: str = "rnn"
    seed: int = SEED
    hidden: int = HIDDEN
    epochs: int = EPOCHS


def checked(choice: Choice) -> Choice:
    """The same choice if there is such a network; raises BadInput naming the field if not."""
    if choice.cell not in CELLS:
        raise BadInput(f"{choice.cell!r} is not a cell that forecasts; there are {', '.join(CELLS)}", "cell")
    for name, least, most in (("seed", 0, MOST_SEED), ("hidden", 1, MOST_HIDDEN), ("epochs", 1, MOST_EPOCHS)):
        if not least <= getattr(choice, name) <= most:
            raise BadInput(f"{getattr(choice, name)} is not a number from {least} to {most}", name)
    return choice


def rows_of(choice: Choice) -> int:
    """G·H: rows of a weight matrix."""
    return cell_named(choice.cell).blocks * choice.hidden


def parameters(choice: Choice) -> int:
    """How many numbers training may change, both bias vectors among them."""
    rows, hidden = rows_of(choice), choice.hidden
    return rows * (1 + hidden + 2) + hidden + 1


def parts(vector: Array, rows: int, hidden: int) -> tuple[Array, Array, Array, Array, Array, Array]:
    """Views of the six arrays in a vector of all parameters, or of anything that has one number for each: weight_ih
    (rows, 1), weight_hh (rows, H), bias_ih, bias_hh (rows,), weight (H,), bias (1,)."""
    ends = np.cumsum([rows, rows * hidden, rows, rows, hidden]).tolist()
    ih, hh, bias_ih, bias_hh, weight, bias = np.split(vector, ends)
    return ih.reshape(rows, 1), hh.reshape(rows, hidden), bias_ih, bias_hh, weight, bias


def initial(choice: Choice) -> Array:
    """The parameters (P,) that PyTorch draws after `torch.manual_seed(seed)`, bit for bit: float32 values, as float64.

    A draw is the low 24 bits of the next word of the Mersenne Twister MT19937 over 2²⁴, u; a parameter is (2u − 1)·a
    rounded once to float32, a = 1/√H rounded to float32.
    """
    from numpy.random import RandomState  # here: it takes as long to import as the rest of what is needed

    words = RandomState(choice.seed).randint(0, 2**32, size=parameters(choice), dtype=np.uint32)
    u = (words & 0xFFFFFF) / 2.0**24
    a = float(np.float32(1.0 / math.sqrt(choice.hidden)))
    return ((2.0 * u - 1.0) * a).astype(np.float32).astype(np.float64)


def weights(cell: Cell, vector: Array, hidden: int) -> Weights:
    """The five arrays that a cell's equations take.

    Of the two bias vectors only the sum counts, but for the GRU's candidate, where bias_hh stands inside the reset
    gate's product.
    """
    rows = cell.blocks * hidden
    ih, hh, bias_ih, bias_hh, weight, bias = parts(vector, rows, hidden)
    own = rows - (cell.biases - cell.blocks) * hidden  # from here on both are needed
    b = np.concatenate([bias_ih[:own] + bias_hh[:own], bias_ih[own:], bias_hh[own:]])
    return Weights(ih, hh, b, weight, bias)


def gather(cell: Cell, gradient: Weights, vector: Array) -> None:
    """Write the gradient by those five arrays into a vector (P,): the way back through `weights`."""
    rows, hidden = gradient.Wh.shape
    ih, hh, bias_ih, bias_hh, weight, bias = parts(vector, rows, hidden)
    own = rows - (cell.biases - cell.blocks) * hidden
    ih[...], hh[...], weight[...], bias[...] = gradient.Wx, gradient.Wh, gradient.v, gradient.c
    bias_ih[...] = gradient.b[:rows]
    bias_hh[:own], bias_hh[own:] = gradient.b[:own], gradient.b[rows:]
