"""exp, tanh and what else has a version for lanes: the bits of the one for a number, compiled and on numpy arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnntui_engine.arithmetic import HALF_LN2, clamped, exp, series, sigmoid, tanh
from rnntui_engine.jit import bind, compiled, hole, kernel, replacing
from rnntui_engine.lanes import LANES, vectors
from rnntui_engine.lanes.arithmetic import FOR_LANES, in_lanes
from rnntui_engine.records import Array
from rnntui_engine.training import shrinking

assert vectors, "numba knows of vectors once this module is imported"

many = settings(derandomize=True, deadline=None, max_examples=300, database=None)

function = hole


@kernel
def each(x: Array, out: Array) -> None:
    """A function of one vector on every row of x (n, LANES)."""
    xs, outs = in_lanes(x), in_lanes(out)
    for n in range(xs.shape[0]):
        outs[n] = function(xs[n])


@kernel
def root_of_sum(x: Any) -> Any:
    """What the numbers' functions are not made of."""
    return math.sqrt((x + 1) * x - x / 3.0) - 0.25


@kernel
def within_two(z: Any) -> Any:
    """The clamp of the readout with a bound of its own."""
    return clamped(z, 2.0)


@kernel
def shrinking_to_two(norm: Any) -> Any:
    """The factor of clipping."""
    return shrinking(2.0, norm)


FUNCTIONS = [exp, tanh, sigmoid, within_two, shrinking_to_two]


def bits(x: float) -> str:
    """The number's bits; every NaN as one, for which of its many patterns it gets hangs on the machine."""
    return x.hex()


@cache
def for_lanes(one: Callable[..., float]) -> Callable[..., None]:
    """`each` with the version for lanes of a function."""
    return bind(each, one.__name__, function=replacing(one, "lanes", FOR_LANES))


def by_lanes(one: Callable[..., float], numbers: list[float], way: str) -> list[float]:
    """The function of many numbers, LANES at a time; the last row is filled up with the first number."""
    x = np.array(numbers + [numbers[0]] * (-len(numbers) % LANES)).reshape(-1, LANES)
    out = np.zeros_like(x)
    with np.errstate(all="ignore"):
        (compiled(for_lanes(one)) if way == "compiled" else for_lanes(one))(x, out)
    found: list[float] = out.ravel()[: len(numbers)].tolist()
    return found


def around(*numbers: float) -> list[float]:
    """The numbers, their neighbours, and all of them negative."""
    near = [y for x in numbers for y in (math.nextafter(x, -math.inf), x, math.nextafter(x, math.inf))]
    return [sign * x for x in near for sign in (1.0, -1.0)]


EDGES = [
    *around(0.0, 709.0, 708.0, 22.0, 11.0, HALF_LN2, 2 * HALF_LN2, 1.0, 30.0, 354.5, 1e-300, 5e-324),
    *around(*(k * math.log(2.0) for k in (0.5, 1.5, 2.5, 511.5, 1020.5, 1022.5))),
    *around(1e300, 1.7976931348623157e308, 1e15), math.inf, -math.inf, math.nan, -math.nan,
]  # fmt: skip
RANDOM = [
    *np.random.default_rng(1).normal(scale=2.0, size=4000).tolist(),
    *np.random.default_rng(2).uniform(-750.0, 750.0, size=2000).tolist(),
    *(10.0 ** np.random.default_rng(3).uniform(-320.0, 308.0, size=1000)).tolist(),
]


@pytest.mark.parametrize("way", ["compiled", "uncompiled"])
@pytest.mark.parametrize("numbers", [EDGES, RANDOM], ids=["edges", "random"])
@pytest.mark.parametrize("one", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_bits_of_the_function_of_one_number(one: Callable[..., float], numbers: list[float], way: str) -> None:
    for x, found in zip(numbers, by_lanes(one, numbers, way), strict=True):
        assert bits(found) == bits(one(x)), x


@many
@given(st.lists(st.floats(), min_size=LANES, max_size=LANES), st.sampled_from(FUNCTIONS))
def test_no_lane_hangs_on_its_neighbours(numbers: list[float], one: Callable[..., float]) -> None:
    assert list(map(bits, by_lanes(one, numbers, "compiled"))) == [bits(one(x)) for x in numbers]


@many
@given(st.lists(st.floats(-40.0, 40.0), min_size=LANES, max_size=LANES), st.sampled_from([exp, tanh, sigmoid]))
def test_numbers_of_the_usual_size(numbers: list[float], one: Callable[..., float]) -> None:
    assert list(map(bits, by_lanes(one, numbers, "compiled"))) == [bits(one(x)) for x in numbers]


def test_vectors_meet_numbers_and_products_are_rounded_before_they_are_added() -> None:
    """A contracted (fused) multiply-add would round once and give other last bits for many of these."""
    numbers = np.random.default_rng(4).uniform(1.0, 9.0, size=1000).tolist()
    assert by_lanes(root_of_sum, numbers, "compiled") == [root_of_sum(x) for x in numbers]


@pytest.mark.parametrize("one", [exp, tanh])
def test_every_function_that_branches_on_a_number_has_a_version_that_does_not(one: Callable[..., float]) -> None:
    assert replacing(sigmoid, "lanes", FOR_LANES) is not sigmoid
    assert replacing(one, "lanes", FOR_LANES) is FOR_LANES[one]
    assert replacing(series, "lanes", FOR_LANES) is series
