"""exp, expm1, tanh, sigmoid against sixty digits of Python's decimal; the generator against its description."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnntui_engine import arithmetic
from rnntui_engine.arithmetic import HALF_LN2, Generator
from rnntui_engine.jit import compiled

many = settings(derandomize=True, deadline=None, max_examples=500, database=None)
tiny = 5e-324


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


def ulps(found: float, exact: Decimal) -> float:
    """How far a number lies from the exact one, in units in the last place of the latter."""
    with localcontext(prec=60):
        return float(abs(Decimal(found) - exact) / Decimal(math.ulp(float(exact))))


def exact_exp(x: float) -> Decimal:
    with localcontext(prec=60):
        return Decimal(x).exp()


def exact_expm1(x: float) -> Decimal:
    with localcontext(prec=60) as context:
        if abs(x) < 1e-15:  # the difference would cancel; the next term is below 1e-45 of the first
            return Decimal(x) + Decimal(x) ** 2 / 2 + Decimal(x) ** 3 / 6
        context.prec = 80
        return Decimal(x).exp() - 1


def exact_tanh(x: float) -> Decimal:
    with localcontext(prec=60):
        e = exact_expm1(2 * abs(x))
        return (e / (e + 2)).copy_sign(Decimal(x))


@pytest.fixture(params=["plain", "compiled"])
def own(request: pytest.FixtureRequest) -> type:
    """The four functions, uncompiled or compiled."""
    through = compiled if request.param == "compiled" else lambda f: f

    class Own:
        exp = staticmethod(through(arithmetic.exp))
        expm1 = staticmethod(through(arithmetic.expm1))
        tanh = staticmethod(through(arithmetic.tanh))
        sigmoid = staticmethod(through(arithmetic.sigmoid))

    return Own


@many
@given(numbers(-708.0, 709.0))
@example(-708.0)
@example(709.0)
@example(HALF_LN2)
@example(-HALF_LN2)
@example(tiny)
@example(-tiny)
@example(1e-17)
def test_exp_is_within_one_unit_in_the_last_place(x: float) -> None:
    assert ulps(arithmetic.exp(x), exact_exp(x)) <= 1.0


@many
@given(numbers(0.0, 2 * HALF_LN2))
@example(tiny)
@example(HALF_LN2)
def test_expm1_is_accurate_near_zero(x: float) -> None:
    assert ulps(arithmetic.expm1(x), exact_expm1(x)) <= (3.0 if x else 0.0)


@many
@given(numbers(-30.0, 30.0))
@example(HALF_LN2)
@example(math.nextafter(HALF_LN2, 0.0))
@example(22.0)
@example(math.nextafter(22.0, 0.0))
@example(-1e-9)
@example(1e-300)
@example(tiny)
@example(-tiny)
def test_tanh_is_within_three_units_in_the_last_place(x: float) -> None:
    assert ulps(arithmetic.tanh(x), exact_tanh(x)) <= 3.0


@many
@given(numbers(-22.0, 22.0))
def test_tanh_is_odd_and_within_one(x: float) -> None:
    assert arithmetic.tanh(-x) == -arithmetic.tanh(x)
    assert abs(arithmetic.tanh(x)) <= 1.0


@many
@given(numbers(-700.0, 700.0))
def test_sigmoid_is_one_over_one_plus_exp(x: float) -> None:
    assert arithmetic.sigmoid(x) == pytest.approx(1.0 / (1.0 + math.exp(-x)), rel=1e-15)


@many
@given(st.floats(width=64))
def test_compiled_functions_give_the_same_bits(x: float) -> None:
    for function in (arithmetic.exp, arithmetic.tanh, arithmetic.sigmoid):
        assert bits(compiled(function)(x)) == bits(function(x))


def bits(x: float) -> str:
    return "nan" if x != x else float(x).hex()


def test_exp_at_its_ends(own: type) -> None:
    assert own.exp(0.0) == own.exp(-0.0) == 1.0
    assert own.exp(math.inf) == own.exp(math.nextafter(709.0, math.inf)) == math.inf
    assert own.exp(-math.inf) == own.exp(math.nextafter(-708.0, -math.inf)) == 0.0
    assert 0.0 < own.exp(-708.0) < own.exp(709.0) < math.inf
    assert math.isnan(own.exp(math.nan))


def test_exp_never_gives_a_subnormal_number(own: type) -> None:
    assert own.exp(-708.0) >= 2.0**-1022
    assert own.exp(-745.0) == 0.0


def test_tanh_at_its_ends(own: type) -> None:
    assert own.tanh(math.inf) == own.tanh(22.0) == 1.0
    assert own.tanh(-math.inf) == own.tanh(-22.0) == -1.0
    assert own.tanh(tiny) == tiny
    assert math.isnan(own.tanh(math.nan))


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_tanh_keeps_the_sign_of_zero(own: type, zero: float) -> None:
    assert math.copysign(1.0, own.tanh(zero)) == math.copysign(1.0, zero)


def test_tanh_joins_its_two_halves(own: type) -> None:
    below, above = own.tanh(math.nextafter(HALF_LN2, 0.0)), own.tanh(HALF_LN2)
    assert abs(above - below) <= 4 * math.ulp(above)


def test_sigmoid_at_its_ends(own: type) -> None:
    assert own.sigmoid(0.0) == 0.5
    assert own.sigmoid(math.inf) == 1.0
    assert own.sigmoid(-math.inf) == 0.0
    assert math.isnan(own.sigmoid(math.nan))


def test_expm1_of_zero_is_zero(own: type) -> None:
    assert own.expm1(0.0) == 0.0


def described_draws(t: int, count: int) -> list[float]:
    """The generator as the lesson describes it, with every product taken modulo 2³²."""
    x = (t ^ (t >> 16)) * 2246822507 % 2**32
    x = (x ^ (x >> 13)) * 3266489909 % 2**32
    s = x ^ (x >> 16)
    draws = []
    for _ in range(count):
        s = (s * 1664525 + 1013904223) % 2**32
        draws.append(s / 2**32)
    return draws


@many
@given(st.integers(0, 2**32 - 1))
def test_generator_is_the_described_one(seed: int) -> None:
    rng = Generator(seed)
    assert [rng.draw() for _ in range(5)] == described_draws(seed, 5)


@many
@given(st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_shuffle_is_fisher_yates(seed: int, count: int) -> None:
    expected = list(range(count))
    draws = described_draws(seed, count)
    for i in range(count - 1, 0, -1):
        j = math.floor(draws[count - 1 - i] * (i + 1))
        expected[i], expected[j] = expected[j], expected[i]
    order = np.arange(count)
    rng = Generator(seed)
    rng.shuffle(order)
    assert order.tolist() == expected
    assert rng.draw() == described_draws(seed, max(count, 1))[-1]


def test_shuffle_compiled_equals_uncompiled() -> None:
    one, two = np.arange(200), np.arange(200)
    assert compiled(arithmetic.shuffle)(one, 12345) == arithmetic.shuffle(two, 12345)
    assert one.tolist() == two.tolist()
