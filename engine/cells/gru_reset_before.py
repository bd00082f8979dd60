"""The gated recurrent unit with the reset gate before the product with Un: the first variant published.

    r = σ(Wr x + Ur h′ + br)             reset gate: how much of the past the candidate sees
    z = σ(Wz x + Uz h′ + bz)             update gate: how much of the old state stays
    n = tanh(Wn x + bn + Un (r ⊙ h′))    candidate: the new content
    h = (1 − z) ⊙ n + z ⊙ h′             hidden state, its whole memory

It equals `gru` where r = 1 and dn = 0. The blocks stand in the order r, z, n. It has no PyTorch class.
"""

from __future__ import annotations

from ..arithmetic import sigmoid, tanh
from ..jit import kernel
from ..records import Array
from .common import Cell, Recurrent, add_gradient, pre_activation, recurrent_sum, unit_names
from .gru import combine


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; gates[3] keeps r ⊙ h′, gates[4] is room for the way back."""
    h = before[0]
    hidden = h.shape[0]
    for k in range(hidden):
        gates[0, k] = sigmoid(pre_activation(Wx, Wh, b, k, x, h))
        gates[1, k] = sigmoid(pre_activation(Wx, Wh, b, hidden + k, x, h))
        gates[3, k] = gates[0, k] * h[k]
    for k in range(hidden):
        n = tanh(pre_activation(Wx, Wh, b, 2 * hidden + k, x, gates[3]))
        gates[2, k] = n
        after[0, k] = (1.0 - gates[1, k]) * n + gates[1, k] * h[k]


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back: first the candidates, whose sums give the gradient of r ⊙ h′, then the gates."""
    hidden = before.shape[1]
    h, d_h, seen, d_seen = before[0], d_before[0], gates[3], gates[4]
    for k in range(hidden):
        d_seen[k] = 0.0
    for k in range(hidden):
        z, n, dh = gates[1, k], gates[2, k], d_after[0, k]
        d_h[k] += dh * z
        g_z = dh * (h[k] - n) * z * (1.0 - z)
        add_gradient(g_z, hidden + k, Wx, Wh, x, h, d_h, dWx, dWh, db, dx)
        g_n = dh * (1.0 - z) * (1.0 - n * n)
        add_gradient(g_n, 2 * hidden + k, Wx, Wh, x, seen, d_seen, dWx, dWh, db, dx)
    for k in range(hidden):
        r = gates[0, k]
        d_h[k] += d_seen[k] * r
        add_gradient(d_seen[k] * h[k] * r * (1.0 - r), k, Wx, Wh, x, h, d_h, dWx, dWh, db, dx)


def recurrent(Wh: Array, b: Array, h: Array, gates: Array, block: int, unit: int) -> Recurrent | None:
    """The candidate's recurrent part: Un (r ⊙ h′)."""
    if block < 2:
        return None
    hidden = h.shape[0]
    row, seen = Wh[2 * hidden + unit], gates[0] * h
    products = tuple((row * seen).tolist())
    return Recurrent("U (r ⊙ h′)", unit_names(hidden), products, recurrent_sum(Wh, 2 * hidden + unit, seen))


CELL = Cell(
    name="gru-reset-before", title="gated recurrent unit, reset before", label="GRU r-before", order=3,
    gates=("reset", "update", "candidate"), symbols=("r", "z", "n"), signed=frozenset({"candidate"}),
    meanings=("how much of the past the candidate sees", "how much of the old h stays", "the new content, −1 to 1"),
    parts=("h",), blocks=3, biases=3, kept=2, keeps=1, writes=None,
    step=step, step_back=step_back, combine=combine, recurrent=recurrent,
    notes=("n: its recurrent part is U (r ⊙ h′)", "z keeps the old h; in some texts 1 − z"),
)  # fmt: skip
