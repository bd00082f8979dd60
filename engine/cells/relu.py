"""The plain recurrent network with a rectifier in tanh's place, PyTorch's nn.RNN(nonlinearity="relu").

    h = max(0, Wx x + Wh h′ + b)

It is no cell of the lesson: only a file of weights brings one, and h has no upper bound.
"""

from __future__ import annotations

from ..jit import kernel
from ..records import Array
from .common import Cell, add_gradient, pre_activation


@kernel
def step(Wx: Array, Wh: Array, b: Array, x: Array, before: Array, after: Array, gates: Array) -> None:
    """One period forward; see `common` for the shapes. NaN stays NaN."""
    h = before[0]
    for k in range(h.shape[0]):
        z = pre_activation(Wx, Wh, b, k, x, h)
        after[0, k] = 0.0 if z < 0.0 else z


@kernel
def step_back(
    Wx: Array, Wh: Array, x: Array, before: Array, after: Array, gates: Array,
    d_after: Array, d_before: Array, dWx: Array, dWh: Array, db: Array, dx: Array,
) -> None:  # fmt: skip
    """One period back. The slope is 1 where h is above 0, else 0, also at 0 itself, as in PyTorch."""
    for k in range(before.shape[1]):
        if after[0, k] > 0.0:
            add_gradient(d_after[0, k], k, Wx, Wh, x, before[0], d_before[0], dWx, dWh, db, dx)


RELU = Cell(
    name="rnn-relu", title="plain recurrent network with ReLU", label="plain ReLU", order=1,
    gates=(), symbols=(), signed=frozenset(), parts=("h",), blocks=1, biases=1, keeps=None, writes=None,
    step=step, step_back=step_back, notes=("ReLU: what is below 0 becomes 0",),
)  # fmt: skip
