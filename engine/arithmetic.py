"""exp, log, tanh, sigmoid and the lesson's generator: the same bits on every machine.

Built only from + − × ÷ and exact powers of two. A library's exp or tanh differs in the last bit from one machine to
the next, and one of the lesson's trained networks shows such a bit in its accuracy (see `networks.trial`).
exp is within 1, tanh within 3 units in the last place.
"""

from __future__ import annotations

import math

import numpy as np

from .jit import kernel
from .records import Integers

LOG2_E = float.fromhex("0x1.71547652b82fep+0")
LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")  # ln 2 in two parts: k · LN2_HIGH is exact
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
HALF_LN2 = 0.34657359027997264
POWER_OF_TWO = np.ldexp(1.0, np.arange(-1022, 1024))  # POWER_OF_TWO[k + 1022] is 2^k, exactly
POWER_OF_TWO.setflags(write=False)

# Of the logarithm: what ln(1 + f) needs beyond f, as a polynomial in (f / (2 + f))² (FreeBSD's msun, e_log.c).
LG1, LG2, LG3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
LG4, LG5, LG6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
LG7 = 1.479819860511658591e-01
HALF_ROOT = 0.7071067811865476

C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13 = (1.0 / math.factorial(n) for n in range(2, 14))

WORD = 0xFFFFFFFF
TWO_TO_32 = 4294967296.0


@kernel
def series(r: float) -> float:
    """1/2! + r/3! + r²/4! + … + r¹¹/13!, by Horner."""
    p = C13
    p = C12 + r * p
    p = C11 + r * p
    p = C10 + r * p
    p = C9 + r * p
    p = C8 + r * p
    p = C7 + r * p
    p = C6 + r * p
    p = C5 + r * p
    p = C4 + r * p
    p = C3 + r * p
    return C2 + r * p


@kernel
def exp(x: float) -> float:
    """e^x: infinity above 709, zero below −708; NaN stays NaN."""
    if x != x:
        return x
    if x > 709.0:
        return math.inf
    if x < -708.0:
        return 0.0
    k = math.floor(x * LOG2_E + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    return POWER_OF_TWO[k + 1022] * (1.0 + (r + (r * r) * series(r)))  # type: ignore[no-any-return]


@kernel
def expm1(x: float) -> float:
    """e^x − 1 for 0 ≤ x < 709, exact near zero."""
    k = math.floor(x * LOG2_E + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    e = r + (r * r) * series(r)
    if k == 0:
        return e
    power = POWER_OF_TWO[k + 1022]
    return power * e + (power - 1.0)  # type: ignore[no-any-return]


def log(x: float) -> float:
    """The natural logarithm of a finite x > 0, within 1 unit in the last place (FreeBSD's msun, e_log.c)."""
    m, k = math.frexp(x)  # x = m · 2^k exactly
    if m < HALF_ROOT:
        m, k = 2.0 * m, k - 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (LG2 + w * (LG4 + w * LG6))
    odd = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)))
    half = 0.5 * f * f
    return k * LN2_HIGH - ((half - (s * (half + (even + odd)) + k * LN2_LOW)) - f)


@kernel
def tanh(x: float) -> float:
    """The hyperbolic tangent; NaN stays NaN."""
    if x != x:
        return x
    a = abs(x)
    if a >= 22.0:
        t = 1.0
    elif a >= HALF_LN2:
        e = exp(-2.0 * a)
        t = (1.0 - e) / (1.0 + e)
    else:
        e = expm1(2.0 * a)
        t = e / (e + 2.0)
    return math.copysign(t, x)


@kernel
def sigmoid(z: float) -> float:
    """1 / (1 + e^−z)."""
    return 1.0 / (1.0 + exp(-z))


@kernel
def clamped(z: float, bound: float) -> float:
    """z within ±bound; NaN stays NaN."""
    if z > bound:
        return bound
    if z < -bound:
        return -bound
    return z


@kernel
def next_state(s: int) -> int:
    """The generator's next 32-bit state (a linear congruential generator); its value is state / 2³²."""
    return (s * 1664525 + 1013904223) & 0xFFFFFFFF


@kernel
def shuffle(order: Integers, s: int) -> int:
    """Fisher–Yates in place on the integers of `order`; returns the generator's state after it."""
    for i in range(order.shape[0] - 1, 0, -1):
        s = next_state(s)
        j = math.floor((s / TWO_TO_32) * (i + 1))
        kept = order[i]
        order[i] = order[j]
        order[j] = kept
    return s


def seeded(t: int) -> int:
    """The generator's state for seed t, before its first draw: a 32-bit mix of t."""
    t &= WORD
    x = ((t ^ (t >> 16)) * 2246822507) & WORD
    x = ((x ^ (x >> 13)) * 3266489909) & WORD
    return x ^ (x >> 16)


class Generator:
    """`rng(t)` of the lesson: `draw()` gives the next value in [0, 1). `state` is its 32-bit state."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def draw(self) -> float:
        """The next value in [0, 1)."""
        self.state = next_state(self.state)
        return self.state / TWO_TO_32

    def shuffle(self, order: Integers) -> None:
        """Shuffle an integer array in place (Fisher–Yates)."""
        self.state = shuffle(order, self.state)
