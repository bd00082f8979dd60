"""The expression reader: what it computes, what it refuses, and that nothing else gets through."""

from __future__ import annotations

import ast
import math
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnntui.scenario.expressions import LARGEST, LONGEST, BadExpression, read

SOON = timedelta(seconds=2)  # a busy machine is no failure, an endless expression is
VALUES = {"a": 1, "b": 2.5, "h1": -0.25, "nan": math.nan, "inf": math.inf}


def lookup(name: str) -> int | float:
    if name not in VALUES:
        raise BadExpression(f"there is no {name}")
    return VALUES[name]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 ** 2", 19), ("-2 ** 2", -4), ("2 ** -1", 0.5), ("2 ** 3 ** 2", 512), ("(1 + 2) * 3", 9),
        ("7 / 2", 3.5), ("1 - 2 - 3", -4), ("--a", 1), ("a * b - h1", 2.75), ("1e-3", 0.001), (".5", 0.5), ("5.", 5.0),
        ("a + 1", 2), ("10 ** 15 + 1", 10**15 + 1),
    ],
)  # fmt: skip
def test_numbers(text: str, value: float) -> None:
    expression = read(text)
    found = expression.value(lookup)
    assert not expression.claim
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("a < b", True), ("0 < a <= 1 < b", True), ("0 < a < 1", False), ("b == 2.5 and a != b", True),
        ("a > b or h1 < 0", True), ("not a > b", True), ("not (a < b and h1 > 0)", True), ("nan < 1", False),
        ("nan == nan", False), ("inf > 1", True), ("a < b and b < a or a == 1", True),
    ],
)  # fmt: skip
def test_claims(text: str, holds: bool) -> None:
    expression = read(text)
    assert expression.claim
    assert expression.holds(lookup) is holds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it ends where a number or a name was expected"),
        ("difference <", "it ends where"),
        ("1 2", "'2' at character 3: expected an operator or the end"),
        ("a.b", "'.' at character 2 is not part of an expression"),
        ("a[0]", "'[' at character 2"),
        ("abs(a)", "'(' after abs: there is nothing to call"),
        ("a(1)", "nothing to call"),
        ("'a'", "not part of an expression"),
        ('"a"', "not part of an expression"),
        ("lambda: 1", "':' at character 7"),
        ("a if b else a", "'if' at character 3"),
        ("a := 1", "':'"),
        ("a, b", "','"),
        ("1j", "expected an operator"),
        ("0x10", "expected an operator"),
        ("a % 2", "'%'"),
        ("a // 2", "'/' at character 4"),
        ("(a", "it ends where ')' was expected"),
        ("a)", "')' at character 2"),
        ("1 + (2 < 3)", "+ needs a number"),
        ("-(a < b)", "− needs a number"),
        ("(a < b) < b", "< compares a number"),
        ("a and b", "'and' joins comparisons"),
        ("not a", "'not' joins comparisons"),
        ("1e999", "too large"),
        ("٣ + 1", "not part of an expression"),
        ("é", "not part of an expression"),
        ("(" * 30 + "1" + ")" * 30, "levels within each other"),
        ("-" * 30 + "1", "levels within each other"),
        ("not " * 30 + "a < b", "levels within each other"),
        ("1" + " + 1" * 60, "an expression may have"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadExpression) as caught:
        read(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "division by zero"), ("a / (b - 2.5)", "division by zero"), ("0 ** -1", "division by zero"),
        ("2 ** 65", "exponent 65 is beyond"), ("(0 - 8) ** 0.5", "not a real number"), ("h1 ** 0.5", "not a real"),
        ("10 ** 60 * 10 ** 60", "too large"), ("(10 ** 60) ** 60", "too large"), ("unknown + 1", "no unknown"),
    ],
)  # fmt: skip
def test_what_has_no_value_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadExpression, match=words):
        read(text).value(lookup)


def test_names_in_their_order() -> None:
    assert read("b < a + h1 and a > b").names == ("b", "a", "h1")


@settings(deadline=SOON)
@given(st.text(max_size=LONGEST + 20))
@example("__import__('os').system('true')")
@example("().__class__.__mro__[1]")
@example("9**9**9**9")
@example("1" * LONGEST)
@example("a" + "**a" * 60)
@example("\x00\x1b[31m")
@example("ｐeriod + 1")
@example("１ + a")
@example("a\u00a0+\u00a0b")
@example("a\u200b == 1")
@example("__class__")
@example("2 ** 64 ** 2 ** 64")
@example("(2 ** 64) ** 64")
@example("1e100 * 1e100")
@example("a < b < a < b < a < b < a < b < a < b < a < b")
@example(" and ".join(["a < b"] * 24))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    """Neither a crash nor a long wait, whatever is written; nothing but numbers comes out."""
    said = ""
    try:
        value = read(text).value(lookup)
    except BadExpression as problem:
        said = str(problem)
    else:
        assert isinstance(value, int | float)
    assert len(said.splitlines()) <= 1


ATOMS = st.sampled_from(["a", "b", "h1", "1", "2.5", "0", "1e10", "nan"])
OPERATORS = st.sampled_from(
    ["+", "-", "*", "/", "**", "<", "<=", "==", "!=", ">", ">=", "and", "or", ".", "(", "[", ","]
)
PARTS = st.lists(st.one_of(ATOMS, OPERATORS, st.sampled_from([")", "not", "-", "lambda", "if"])), max_size=25)


@settings(deadline=SOON)
@given(PARTS)
def test_only_arithmetic_and_comparison_get_through(parts: list[str]) -> None:
    """What is read is also Python, with the same value, and holds none of what Python has beyond this."""
    text = " ".join(parts)
    try:
        expression = read(text)
        value = expression.value(lookup)
    except BadExpression:
        return
    tree = ast.parse(text, mode="eval")
    allowed = (
        ast.Expression, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Name, ast.Constant, ast.Load,
        ast.operator, ast.unaryop, ast.cmpop, ast.boolop,
    )  # fmt: skip
    assert all(isinstance(node, allowed) for node in ast.walk(tree))
    expected = eval(compile(tree, "", "eval"), {"__builtins__": {}}, VALUES)
    assert value == pytest.approx(expected, rel=1e-12, nan_ok=True)
    assert math.isnan(value) or math.isinf(value) or abs(value) <= LARGEST


SUMS = st.recursive(
    ATOMS,
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "**"]), inner),
    max_leaves=12,
)


@settings(deadline=SOON)
@given(SUMS)
def test_sums_have_the_value_they_have_in_python(text: str) -> None:
    try:
        value = read(text).value(lookup)
    except BadExpression:
        return
    expected = eval(text, {"__builtins__": {}}, VALUES)
    assert value == pytest.approx(expected, rel=1e-12, nan_ok=True)
