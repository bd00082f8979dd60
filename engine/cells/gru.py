"""The gated recurrent unit (Cho et al. 2014) as PyTorch computes it: the reset gate after the product with Un.

    r = σ(Wr x + Ur h′ + br)                     reset gate: how much of the past the candidate sees
    z = σ(Wz x + Uz h′ + bz)                     update gate: how much of the old state stays
    n = tanh(Wn x + bn + r ⊙ (Un h′ + dn))       candidate: the new content
    h = (1 − z) ⊙ n + z ⊙ h′                     hidden state, its whole memory

z keeps the old state here; some texts write 1 − z for it. `gru-reset-before` is the other variant of one name. The
three blocks of rows stand in the order r, z, n; b holds br, bz, bn, dn.
"""

from __future__ import annotations

from ..arithmetic import sigmoid, tanh
from ..jit import kernel
from ..records import Array, Combination
from .common import (
    Cell,
    Recurrent,
    add_input_gradient,
    add_recurrent_gradient,
    input_sum,
    pre_activation,
    recurrent_sum,
    unit_names,
)


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; gates[3] keeps Un h′ + dn for the way back."""
    h = before[0]
    hidden = h.shape[0]
    for k in range(hidden):
        r = sigmoid(pre_activation(Wx, Wh, b, k, x, h))
        z = sigmoid(pre_activation(Wx, Wh, b, hidden + k, x, h))
        past = recurrent_sum(Wh, 2 * hidden + k, h) + b[3 * hidden + k]
        n = tanh(input_sum(Wx, b, 2 * hidden + k, x) + r * past)
        gates[0, k], gates[1, k], gates[2, k], gates[3, k] = r, z, n, past
        after[0, k] = (1.0 - z) * n + z * h[k]


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back. One path to the old state is a product with z alone."""
    hidden = before.shape[1]
    h, d_h = before[0], d_before[0]
    for k in range(hidden):
        r, z, n, past = gates[0, k], gates[1, k], gates[2, k], gates[3, k]
        dh = d_after[0, k]
        d_h[k] += dh * z
        g_n = dh * (1.0 - z) * (1.0 - n * n)
        g_r = g_n * past * r * (1.0 - r)
        g_z = dh * (h[k] - n) * z * (1.0 - z)
        add_input_gradient(g_r, k, Wx, x, dWx, db, dx)
        add_recurrent_gradient(g_r, k, Wh, h, d_h, dWh)
        add_input_gradient(g_z, hidden + k, Wx, x, dWx, db, dx)
        add_recurrent_gradient(g_z, hidden + k, Wh, h, d_h, dWh)
        add_input_gradient(g_n, 2 * hidden + k, Wx, x, dWx, db, dx)
        add_recurrent_gradient(g_n * r, 2 * hidden + k, Wh, h, d_h, dWh)
        db[3 * hidden + k] += g_n * r


def combine(gates: Array, before: Array, after: Array) -> tuple[Combination, ...]:
    """What the gates do with one unit's state, as a line to read."""
    z, n = gates[1], gates[2]
    left, right = float((1.0 - z) * n), float(z * before[0])
    return (Combination("h", "(1−z)·n + z·h′", left, "+", right, float(after[0])),)


def recurrent(Wh: Array, b: Array, h: Array, gates: Array, block: int, unit: int) -> Recurrent | None:
    """The candidate's recurrent part: r · (Un h′ + dn), with dn as a product of its own."""
    if block < 2:
        return None
    hidden, r = h.shape[0], float(gates[0, unit])
    row, dn = Wh[2 * hidden + unit], float(b[3 * hidden + unit])
    names = (*unit_names(hidden), "dn")
    products = (*(r * float(w) * float(before) for w, before in zip(row, h, strict=True)), r * dn)
    return Recurrent("r·(U h′ + dn)", names, products, r * (recurrent_sum(Wh, 2 * hidden + unit, h) + dn))


CELL = Cell(
    name="gru", title="gated recurrent unit", label="GRU", order=2,
    gates=("reset", "update", "candidate"), symbols=("r", "z", "n"), signed=frozenset({"candidate"}),
    meanings=("how much of the past the candidate sees", "how much of the old h stays", "the new content, −1 to 1"),
    parts=("h",), blocks=3, biases=4, kept=1, keeps=1, writes=None,
    step=step, step_back=step_back, combine=combine, recurrent=recurrent,
    notes=("n: its recurrent part is r·(U h′ + dn)", "z keeps the old h; in some texts 1 − z"),
)  # fmt: skip
