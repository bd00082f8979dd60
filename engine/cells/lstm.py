"""The long short-term memory cell (Hochreiter & Schmidhuber 1997, forget gate by Gers et al. 2000).

    i = σ(Wi x + Ui h′ + bi)      input gate: how much of the candidate comes in
    f = σ(Wf x + Uf h′ + bf)      forget gate: how much of the old cell state stays
    g = tanh(Wg x + Ug h′ + bg)   candidate: the new content
    o = σ(Wo x + Uo h′ + bo)      output gate: how much of the cell state is shown
    c = f ⊙ c′ + i ⊙ g            cell state: what the cell keeps
    h = o ⊙ tanh(c)               hidden state: what it shows

The four blocks of rows stand in the order i, f, g, o, PyTorch's.
"""

from __future__ import annotations

from ..arithmetic import sigmoid, tanh
from ..jit import kernel
from ..records import Array, Combination
from .common import Cell, add_gradient, pre_activation


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; see `common` for the shapes. gates[4] to gates[7] are room for the way back."""
    h = before[0]
    hidden = h.shape[0]
    for k in range(hidden):
        i = sigmoid(pre_activation(Wx, Wh, b, k, x, h))
        f = sigmoid(pre_activation(Wx, Wh, b, hidden + k, x, h))
        g = tanh(pre_activation(Wx, Wh, b, 2 * hidden + k, x, h))
        o = sigmoid(pre_activation(Wx, Wh, b, 3 * hidden + k, x, h))
        c = f * before[1, k] + i * g
        gates[0, k], gates[1, k], gates[2, k], gates[3, k] = i, f, g, o
        after[1, k] = c
        after[0, k] = o * tanh(c)


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back. The path through c is a product with f alone: no matrix, no squashing.

    The gradients of the pre-activations are handed on gate by gate.
    """
    hidden = before.shape[1]
    h, d_h = before[0], d_before[0]
    for k in range(hidden):
        i, f, g, o = gates[0, k], gates[1, k], gates[2, k], gates[3, k]
        shown = tanh(after[1, k])
        dh = d_after[0, k]
        dc = d_after[1, k] + dh * o * (1.0 - shown * shown)
        d_before[1, k] += dc * f
        gates[4, k] = dc * g * i * (1.0 - i)
        gates[5, k] = dc * before[1, k] * f * (1.0 - f)
        gates[6, k] = dc * i * (1.0 - g * g)
        gates[7, k] = dh * shown * o * (1.0 - o)
    for block in range(4):
        for k in range(hidden):
            add_gradient(gates[4 + block, k], block * hidden + k, Wx, Wh, x, h, d_h, dWx, dWh, db, dx)


def combine(gates: Array, before: Array, after: Array) -> tuple[Combination, ...]:
    """What the gates do with one unit's state, as lines to read."""
    i, f, g, o = gates
    return (
        Combination("c", "f·c′ + i·g", float(f * before[1]), "+", float(i * g), float(after[1])),
        Combination("h", "o·tanh(c)", float(o), "×", tanh(float(after[1])), float(after[0])),
    )


CELL = Cell(
    name="lstm", title="long short-term memory", label="LSTM", order=4,
    gates=("input", "forget", "candidate", "output"), symbols=("i", "f", "g", "o"), signed=frozenset({"candidate"}),
    meanings=("how much of the candidate g comes in", "how much of the old cell state stays",
              "the new content, −1 to 1", "how much of the cell state is shown"),
    parts=("h", "c"), blocks=4, biases=4, kept=4, keeps=1, writes=0,
    step=step, step_back=step_back, combine=combine, shows="h = o·tanh(c): it shows a part.",
)  # fmt: skip
