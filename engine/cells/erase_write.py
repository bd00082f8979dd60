"""The erase–write cell: one state, a gate that keeps and a gate that writes.

    k = σ(Wk x + Uk h′ + bk)      keep: how much of the old state stays; it erases 1 − k
    w = σ(Ww x + Uw h′ + bw)      write: how much of the candidate comes in
    g = tanh(Wg x + Ug h′ + bg)   candidate: the new content
    s = k ⊙ s′ + w ⊙ g            state: what the cell keeps
    h = tanh(s)                   hidden state: what it shows

The three blocks of rows stand in the order k, w, g. It has no PyTorch class.
"""

from __future__ import annotations

from ..arithmetic import sigmoid, tanh
from ..jit import kernel
from ..records import Array, Combination
from .common import Cell, add_gradient, pre_activation


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; see `common` for the shapes. gates[3] to gates[5] are room for the way back."""
    h = before[0]
    hidden = h.shape[0]
    for j in range(hidden):
        k = sigmoid(pre_activation(Wx, Wh, b, j, x, h))
        w = sigmoid(pre_activation(Wx, Wh, b, hidden + j, x, h))
        g = tanh(pre_activation(Wx, Wh, b, 2 * hidden + j, x, h))
        s = k * before[1, j] + w * g
        gates[0, j], gates[1, j], gates[2, j] = k, w, g
        after[1, j] = s
        after[0, j] = tanh(s)


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back. The path through s is a product with k alone.

    The gradients of the pre-activations are handed on gate by gate.
    """
    hidden = before.shape[1]
    h, d_h = before[0], d_before[0]
    for j in range(hidden):
        k, w, g = gates[0, j], gates[1, j], gates[2, j]
        shown = after[0, j]
        ds = d_after[1, j] + d_after[0, j] * (1.0 - shown * shown)
        d_before[1, j] += ds * k
        gates[3, j] = ds * before[1, j] * k * (1.0 - k)
        gates[4, j] = ds * g * w * (1.0 - w)
        gates[5, j] = ds * w * (1.0 - g * g)
    for block in range(3):
        for j in range(hidden):
            add_gradient(gates[3 + block, j], block * hidden + j, Wx, Wh, x, h, d_h, dWx, dWh, db, dx)


def combine(gates: Array, before: Array, after: Array) -> tuple[Combination, ...]:
    """What the gates do with one unit's state, as lines to read."""
    k, w, g = gates
    return (
        Combination("s", "k·s′ + w·g", float(k * before[1]), "+", float(w * g), float(after[1])),
        Combination("h", "tanh(s)", float(after[1]), "tanh", 0.0, float(after[0])),
    )


CELL = Cell(
    name="erase-write", title="erase–write cell", label="erase–write", order=1,
    gates=("keep", "write", "candidate"), symbols=("k", "w", "g"), signed=frozenset({"candidate"}),
    meanings=("how much of the old state stays", "how much of the candidate g comes in", "the new content, −1 to 1"),
    parts=("h", "s"), blocks=3, biases=3, kept=3, keeps=0, writes=1,
    step=step, step_back=step_back, combine=combine, shows="h = tanh(s): it shows it squashed.",
    notes=("1 − k is what the keep gate erases",),
)  # fmt: skip
