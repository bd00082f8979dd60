"""exp and tanh of many lanes at once: the same bits as `rnntui_engine.arithmetic` gives for each.

Lanes may not branch each for itself, so both sides of a branch are computed and one is selected. The functions at the
top are what a vector can do beside + − × ÷ and comparing: here on numpy arrays, whose last axis is the lanes, and
compiled on SIMD registers (`vectors`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import arithmetic, training
from ..arithmetic import HALF_LN2, LN2_HIGH, LN2_LOW, LOG2_E, series
from ..jit import kernel
from ..records import Array

INFINITY = math.inf
SHIFTER = 1.5 * 2.0**52  # the sum with an integer k below 2⁵¹ holds k in its last bits


def where(chosen: Any, one: Any, other: Any) -> Any:
    """Lane by lane, `one` where chosen, else `other`."""
    return np.where(chosen, one, other)


def floor(x: Any) -> Any:
    """The largest integer that is not above, as a float."""
    return np.floor(x)


def with_sign(x: Any, sign: Any) -> Any:
    """x with the sign of `sign`."""
    return np.copysign(x, sign)


def power_of_two(k: Any) -> Any:
    """2^k exactly, for a whole k from −1022 to 1023; of any other k, any number. k's bits become the exponent's."""
    return ((np.asarray(k + SHIFTER).view(np.int64) + 1023) << 52).view(np.float64)


def in_lanes(array: Array) -> Any:
    """An array (…, LANES) as an array of vectors, one axis less: indexing it gives all lanes at once."""
    return array


@kernel
def exp(x: Any) -> Any:
    """e^x; see `rnntui_engine.arithmetic.exp`."""
    k = floor(x * LOG2_E + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    power = power_of_two(k) * (1.0 + (r + (r * r) * series(r)))
    return where(x > 709.0, INFINITY, where(x < -708.0, 0.0, power))


@kernel
def tanh(x: Any) -> Any:
    """The hyperbolic tangent; see `rnntui_engine.arithmetic.tanh`.

    Its two ways, by exp(−2a) and by expm1(2a), share one series and one division.
    """
    a = abs(x)
    large = a >= HALF_LN2
    y = where(large, -2.0 * a, 2.0 * a)
    k = floor(y * LOG2_E + 0.5)
    r = (y - k * LN2_HIGH) - k * LN2_LOW
    e = r + (r * r) * series(r)
    power = power_of_two(k)
    exp_y = power * (1.0 + e)
    expm1_y = where(k == 0.0, e, power * e + (power - 1.0))
    t = where(large, 1.0 - exp_y, expm1_y) / where(large, 1.0 + exp_y, expm1_y + 2.0)
    return with_sign(where(a >= 22.0, 1.0, t), x)


@kernel
def clamped(z: Any, bound: float) -> Any:
    """z within ±bound; NaN stays NaN."""
    return where(z > bound, bound, where(z < -bound, -bound, z))


@kernel
def shrinking(bound: float, norm: Any) -> Any:
    """What brings a norm down to the bound; 1 where it is not above it."""
    return where(norm > bound, bound / norm, 1.0)


# Every kernel that branches on a number of one network, and what takes its place for many.
FOR_LANES: dict[Callable[..., Any], Callable[..., Any]] = {
    arithmetic.exp: exp,
    arithmetic.tanh: tanh,
    arithmetic.clamped: clamped,
    training.shrinking: shrinking,
}
