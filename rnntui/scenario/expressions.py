"""The small, safe expression reader: names, numbers, arithmetic, comparison, and, or, not. Nothing else.

    claim      claim or claim · claim and claim · not claim · sum < sum <= sum …     < <= == != >= >
    sum        + − * / ** and a minus in front, parentheses, numbers, names

There are no calls, no attributes, no subscripts, no strings: the grammar has no such thing, so nothing has to be
forbidden. A claim (true or false) and a number are told apart while reading: `(a < b) + 1` is an error. Length, depth,
exponents and sizes are bounded, so an expression can neither take long nor grow large.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rnntui_engine.records import BadInput

LONGEST = 200  # characters
DEEPEST = 20  # parentheses, minus signs and powers within each other
LARGEST = 1e100
LARGEST_EXPONENT = 64
EXACT = 2**53  # whole numbers beyond it become floats

Number = int | float
Lookup = Callable[[str], Number]
Node = Callable[[Lookup], Number]

TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/()<>])|(?P<space>[ \t\n]+)|(?P<other>.)",
    re.ASCII | re.DOTALL,
)
COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
}  # fmt: skip
WORDS = ("and", "or", "not")


class BadExpression(BadInput):
    """An expression that cannot be read, or that has no value; the message is one line."""


@dataclass(frozen=True, eq=False)
class Expression:
    """An expression that has been read. `names`: those in it, in their order; `claim`: true or false, not a number."""

    text: str
    names: tuple[str, ...]
    claim: bool
    _node: Node

    def value(self, lookup: Lookup) -> Number:
        """Its value where `lookup` says what the names are. Raises BadExpression where it has none, and whatever
        `lookup` raises for a name that has none."""
        return self._node(lookup)

    def holds(self, lookup: Lookup) -> bool:
        """Whether a claim is true."""
        return bool(self._node(lookup))


def read(text: str) -> Expression:
    """Read an expression. Raises BadExpression, which says what is wrong and where."""
    if len(text) > LONGEST:
        raise BadExpression(f"{text[:20]!r}… has {len(text)} characters; an expression may have {LONGEST}")
    return _Reader(text).expression()


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class _Part:
    """A part that has been read: how to compute it, and whether it is a claim."""

    node: Node
    claim: bool = False


class _Reader:
    """Recursive descent, one method for each level of the grammar."""

    def __init__(self, text: str) -> None:
        self.text, self.names, self.depth = text, dict[str, None](), 0
        self.tokens = list(self._split())
        self.next = 0

    def expression(self) -> Expression:
        part = self._any_of()
        if self._now.kind != "end":
            raise self._unexpected("an operator or the end")
        return Expression(self.text, tuple(self.names), part.claim, part.node)

    def _split(self) -> Iterator[_Token]:
        for found in TOKEN.finditer(self.text):
            kind = found.lastgroup or "other"
            if kind == "other":
                raise self._bad(f"{found.group()!r} at character {found.start() + 1} is not part of an expression: "
                                "there are names, numbers, arithmetic and comparison only")  # fmt: skip
            if kind != "space":
                yield _Token("word" if found.group() in WORDS else kind, found.group(), found.start() + 1)
        yield _Token("end", "", len(self.text) + 1)

    @property
    def _now(self) -> _Token:
        return self.tokens[self.next]

    def _take(self, *texts: str) -> str:
        """The text of the present token if it is one of these, and on to the next; else nothing."""
        token = self._now
        if token.kind in ("sign", "word") and token.text in texts:
            self.next += 1
            return token.text
        return ""

    def _bad(self, message: str) -> BadExpression:
        return BadExpression(f"{self.text!r}: {message}")

    def _unexpected(self, wanted: str) -> BadExpression:
        token = self._now
        if token.kind == "end":
            return self._bad(f"it ends where {wanted} was expected")
        return self._bad(f"{token.text!r} at character {token.at}: expected {wanted}")

    def _number(self, part: _Part, what: str) -> Node:
        if part.claim:
            raise self._bad(f"{what} a number, not something that is true or false")
        return part.node

    def _claim(self, part: _Part, word: str) -> Node:
        if not part.claim:
            raise self._bad(f"{word!r} joins comparisons, not numbers")
        return part.node

    def _any_of(self) -> _Part:
        part = self._all_of()
        while self._take("or"):
            part = _Part(_or(self._claim(part, "or"), self._claim(self._all_of(), "or")), True)
        return part

    def _all_of(self) -> _Part:
        part = self._negated()
        while self._take("and"):
            part = _Part(_and(self._claim(part, "and"), self._claim(self._negated(), "and")), True)
        return part

    def _negated(self) -> _Part:
        if not self._take("not"):
            return self._comparison()
        with _Deeper(self):
            node = self._claim(self._negated(), "not")
        return _Part(lambda lookup: not node(lookup), True)

    def _comparison(self) -> _Part:
        part = self._sum()
        links: list[tuple[Callable[[Number, Number], bool], Node]] = []
        while sign := self._take(*COMPARE):
            first = self._number(part, f"{sign} compares")
            links.append((COMPARE[sign], self._number(self._sum(), f"{sign} compares")))
        return _Part(_chain(first, links), True) if links else part

    def _sum(self) -> _Part:
        part = self._product()
        while sign := self._take("+", "-"):
            part = self._joined(part, sign, self._product())
        return part

    def _product(self) -> _Part:
        part = self._signed()
        while sign := self._take("*", "/"):
            part = self._joined(part, sign, self._signed())
        return part

    def _signed(self) -> _Part:
        if not self._take("-"):
            return self._power()
        with _Deeper(self):
            node = self._number(self._signed(), "− needs")
        return _Part(lambda lookup: -node(lookup))

    def _power(self) -> _Part:
        part = self._atom()
        if not self._take("**"):
            return part
        with _Deeper(self):
            return self._joined(part, "**", self._signed())

    def _joined(self, left: _Part, sign: str, right: _Part) -> _Part:
        a, b = self._number(left, f"{sign} needs"), self._number(right, f"{sign} needs")
        compute, text = ARITHMETIC[sign], self.text
        return _Part(lambda lookup: _bounded(compute, a(lookup), b(lookup), text))

    def _atom(self) -> _Part:
        token = self._now
        if token.kind == "number":
            self.next += 1
            value = float(token.text)
            if not value <= LARGEST:
                raise self._bad(f"{token.text} is too large")
            whole = token.text.isdigit() and value < EXACT
            number: Number = int(token.text) if whole else value
            return _Part(lambda lookup: number)
        if token.kind == "name":
            self.next += 1
            self.names[token.text] = None
            if self._now.text == "(":
                raise self._bad(f"'(' after {token.text}: there is nothing to call")
            return _Part(lambda lookup: lookup(token.text))
        if self._take("("):
            with _Deeper(self):
                part = self._any_of()
            if not self._take(")"):
                raise self._unexpected("')'")
            return part
        raise self._unexpected("a number or a name")


class _Deeper:
    """One level further in, for as long as the block runs."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader

    def __enter__(self) -> None:
        self.reader.depth += 1
        if self.reader.depth > DEEPEST:
            raise self.reader._bad(f"more than {DEEPEST} levels within each other")

    def __exit__(self, *_: object) -> None:
        self.reader.depth -= 1


def _or(a: Node, b: Node) -> Node:
    return lambda lookup: a(lookup) or b(lookup)


def _and(a: Node, b: Node) -> Node:
    return lambda lookup: a(lookup) and b(lookup)


def _chain(first: Node, links: list[tuple[Callable[[Number, Number], bool], Node]]) -> Node:
    """a < b <= c: each pair in turn."""

    def holds(lookup: Lookup) -> bool:
        left, true = first(lookup), True
        for compare, node in links:
            right = node(lookup)
            true, left = true and compare(left, right), right
        return true

    return holds


def _power(a: Number, b: Number) -> Number:
    if abs(b) > LARGEST_EXPONENT:
        raise ValueError(f"the exponent {b:g} is beyond {LARGEST_EXPONENT}")
    if a < 0 and b != int(b):
        raise ValueError(f"{a:g} ** {b:g} is not a real number")
    result = float(a) ** float(b)
    whole = isinstance(a, int) and isinstance(b, int) and b >= 0 and abs(result) < EXACT
    return int(result) if whole else result


ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "**": _power,
}  # fmt: skip


def _bounded(compute: Callable[[Number, Number], Number], a: Number, b: Number, text: str) -> Number:
    """The result, unless it is too large. What comes in as NaN or infinite is the network's, and stays so."""
    try:
        result = compute(a, b)
    except ZeroDivisionError:
        raise BadExpression(f"{text!r}: division by zero") from None
    except OverflowError:
        raise BadExpression(f"{text!r}: the result is too large") from None
    except ValueError as problem:
        raise BadExpression(f"{text!r}: {problem}") from None
    if math.isfinite(a) and math.isfinite(b) and not abs(result) <= LARGEST:
        raise BadExpression(f"{text!r}: the result is too large")
    return float(result) if isinstance(result, int) and abs(result) >= EXACT else result
