"""The plain recurrent network (Elman 1990).

    h = tanh(Wx x + Wh h′ + b)

h is its whole memory: there is no gate, and what an earlier period left in h passes through Wh and tanh at each step.
"""

from __future__ import annotations

from ..arithmetic import tanh
from ..jit import kernel
from ..records import Array
from .common import Cell, add_gradient, pre_activation


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; see `common` for the shapes."""
    h = before[0]
    for k in range(h.shape[0]):
        after[0, k] = tanh(pre_activation(Wx, Wh, b, k, x, h))


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back: g = dh · (1 − h²) is the gradient of the pre-activation."""
    for k in range(before.shape[1]):
        h = after[0, k]
        g = d_after[0, k] * (1.0 - h * h)
        add_gradient(g, k, Wx, Wh, x, before[0], d_before[0], dWx, dWh, db, dx)


@kernel
def in_place(
    rate: float, inputs: Array, states: Array, Wx: Array, Wh: Array, b: Array, d_after: Array, d_before: Array
) -> None:
    """Backpropagation through time as the lesson does it: each weight changes while the error walks back.

    Earlier periods thus see weights already changed; it is the gradient of nothing. d_after (S, H) holds the gradient
    by h_T on entry; it and d_before are overwritten.
    """
    hidden = b.shape[0]
    for t in range(inputs.shape[0] - 1, -1, -1):
        x, h_before = inputs[t], states[t, 0]
        for j in range(hidden):
            d_before[0, j] = 0.0
        for k in range(hidden):
            h = states[t + 1, 0, k]
            g = d_after[0, k] * (1.0 - h * h)
            b[k] -= rate * g
            for i in range(x.shape[0]):
                Wx[k, i] -= (rate * g) * x[i]
            for j in range(hidden):
                d_before[0, j] += g * Wh[k, j]  # first this, then the weight itself
                Wh[k, j] -= (rate * g) * h_before[j]
        for j in range(hidden):
            d_after[0, j] = d_before[0, j]


CELL = Cell(
    name="rnn", title="plain recurrent network", label="plain", order=0,
    gates=(), symbols=(), signed=frozenset(), parts=("h",),
    blocks=1, biases=1, keeps=None, writes=None,
    step=step, step_back=step_back, in_place=in_place,
)  # fmt: skip
