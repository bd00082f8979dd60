"""A gradient's way back in its plainest form: a vector multiplied by the same matrix at every step.

The state matrix is λI, and every unit's activation has the same derivative d. One step back through h = φ(Wh h′) turns
the gradient g into Whᵀ (φ′ ⊙ g), here d·λ·g: so its norm after k steps is |λ·d|^k. It is computed here by really
multiplying, step by step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .flow import norm
from .records import BadInput

SIZE, STEPS = 12, 60
SHOWN = (0.8, 1.0, 1.2)  # the textbook's three λ
MOST = 1e6


@dataclass(frozen=True)
class Toy:
    """A state matrix `eigenvalue`·I of size 12 and an activation whose derivative is the same everywhere.

    Raises BadInput for a number that is not finite or beyond a million.
    """

    eigenvalue: float = 1.0
    derivative: float = 0.9

    def __post_init__(self) -> None:
        for field, value in (("lambda", self.eigenvalue), ("derivative", self.derivative)):
            if not abs(value) <= MOST:
                raise BadInput(f"{value} is not a number from -{MOST:g} to {MOST:g}", field)

    @property
    def boundary(self) -> float | None:
        """The λ at which a gradient keeps its norm: 1 / |derivative|; None where no λ does."""
        return 1.0 / abs(self.derivative) if self.derivative else None


def norms(toy: Toy, steps: int = STEPS) -> tuple[float, ...]:
    """The norm of a gradient (12,) after 0, 1, … `steps` steps back, 1 at the start. Infinite where it overflows."""
    matrix = toy.eigenvalue * np.eye(SIZE)
    vector = np.full(SIZE, 1.0 / math.sqrt(SIZE))
    found = [norm(vector)]
    for _ in range(steps):
        if math.isfinite(found[-1]):
            with np.errstate(over="ignore", invalid="ignore"):
                vector = matrix.T @ (toy.derivative * vector)
        found.append(norm(vector) if math.isfinite(found[-1]) else math.inf)
    return tuple(found)


def orders(value: float) -> float | None:
    """How many orders of magnitude a norm that began at 1 has gained, negative where it has lost: its logarithm to
    base 10. None where it has become 0 or infinite."""
    return math.log10(value) if 0.0 < value < math.inf else None


def boundary_found(derivative: float, steps: int = STEPS) -> float:
    """The λ at which the norm is still 1 after `steps` steps, searched for between 0 and 1000 by halving: nothing but
    the measured norms is used."""
    low, high = 0.0, 1000.0
    while True:
        middle = (low + high) / 2.0
        if middle in (low, high):
            return middle
        if norms(Toy(middle, derivative), steps)[-1] < 1.0:
            low = middle
        else:
            high = middle
