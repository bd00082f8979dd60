"""Claims on the gradient's way back: the textbook's toy, and the path through a cell state that only adds."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..cells import CELLS
from ..flow import Way
from ..networks import initial
from ..readings import inputs_of
from ..records import NetworkChoice, Weights
from ..toy import SHOWN, STEPS, Toy, boundary_found, norms, orders
from .common import DIFFERS, MEASURED, Bench, Finding, Published, claim, compared

DERIVATIVE = 0.9  # the textbook's
OPEN = 6.0  # a forget bias of this and an input bias of its negative: 1 and 0 but for a quarter of a percent


def gained(eigenvalue: float) -> float:
    """Orders of magnitude that the textbook's toy gains in 60 steps."""
    return orders(norms(Toy(eigenvalue, DERIVATIVE))[STEPS]) or 0.0


def in_logarithms(eigenvalue: float) -> str:
    """The same as a natural logarithm, which is what the textbook's figure is near to."""
    natural = math.log(norms(Toy(eigenvalue, DERIVATIVE))[STEPS])
    return f"the natural logarithm of the norm is {natural:+.1f}, its orders of magnitude {gained(eigenvalue):+.2f}"


@claim("twenty-orders-lost", DIFFERS)
def twenty_orders_lost(bench: Bench, said: Published) -> Finding:
    """λ = 0.8, 60 steps."""
    low = SHOWN[0]
    return replace(compared(said, -gained(low)), reason=f"λ = {low:g}: {in_logarithms(low)}")


@claim("as-many-gained", DIFFERS)
def as_many_gained(bench: Bench, said: Published) -> Finding:
    """λ = 1.2, 60 steps."""
    high = SHOWN[2]
    return replace(compared(said, gained(high)), reason=f"λ = {high:g}: {in_logarithms(high)}")


@claim("eigenvalue-one", DIFFERS)
def eigenvalue_one(bench: Bench, said: Published) -> Finding:
    """The λ at which the norm is the same after 60 steps, searched for by halving."""
    lost = -gained(1.0)
    reason = f"the activation's derivative counts too: 1 / {DERIVATIVE:g}; at λ = 1 {lost:.2f} orders are lost"
    return replace(compared(said, boundary_found(DERIVATIVE)), reason=reason)


class Kept(NamedTuple):
    """Of twelve periods through an LSTM that begins with a cell state of 1 in every unit: the mean of its two gates,
    how much of itself each unit's c keeps (least, most), and how much of its norm a gradient by c can keep."""

    forget: float
    input: float
    c: tuple[float, float]
    gradient: tuple[float, float]


def kept(bench: Bench, bias: float) -> Kept:
    """The LSTM k1 on the example, its forget bias as given and its input bias the negative."""
    cell, choice = CELLS["lstm"], NetworkChoice(cell="lstm", mode="exact", memory_bias=bias)
    own, hidden = initial(choice), choice.hidden
    assert cell.writes is not None
    biases = own.b.copy()
    biases[cell.writes * hidden : (cell.writes + 1) * hidden] = -bias
    start = np.array([np.zeros(hidden), np.ones(hidden)])
    inputs = inputs_of(bench.lesson.readings_of(bench.lesson.example()), choice.length)
    way = Way(cell, Weights(own.Wx, own.Wh, biases, own.v, own.c), inputs, start)
    *_, jacobian = way.jacobians()
    by_c = np.linalg.svd(jacobian[hidden:, hidden:], compute_uv=False)
    c, gates = way.states[-1, 1] / start[1], way.gates
    return Kept(
        float(gates[:, 1].mean()), float(gates[:, 0].mean()), (float(c.min()), float(c.max())),
        (float(by_c.min()), float(by_c.max())),
    )  # fmt: skip


@claim("additive-path", MEASURED)
def additive_path(bench: Bench, said: Published) -> Finding:
    """The least that is kept of c and of a gradient by it, over twelve periods."""
    wide, half = kept(bench, OPEN), kept(bench, 0.0)
    reason = (
        f"over 12 periods with gates at {wide.forget:.4f} and {wide.input:.4f} c keeps {wide.c[0]:.3f} to "
        f"{wide.c[1]:.3f} of itself and a gradient by c {wide.gradient[0]:.3f} to {wide.gradient[1]:.3f} of its norm; "
        f"at {half.forget:.2f} and {half.input:.2f} a gradient keeps {half.gradient[0]:.5f} to {half.gradient[1]:.5f}"
    )
    return Finding({"c": wide.c[0], "gradient": wide.gradient[0]}, None, reason)
