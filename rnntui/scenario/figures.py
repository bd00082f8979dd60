"""Figures of the command line's tables, for `let`: two networks in one sentence.

    let = { bias3 = "training --cell lstm --memory-bias 3 --lengths 12 --runs k1 : run_1" }
    let = { far = "trace --lengths 2,12 : diff_1 @ length=12", kept = "step --cell lstm : gates.forget.2 @ period=12" }

TABLE options : FIELD @ COLUMN=VALUE, …

TABLE is one of `rnntui table`, or `step`, or `check`; the options are the command line's; FIELD is a field of its JSON
rows. A field that holds several numbers is taken apart by dots: a name, or a place counted from 1. Where the table has
several rows, @ says which one; exactly one row must be left. A table is computed once in a process.
"""

from __future__ import annotations

import difflib
import math
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

import numpy as np

from rnntui_engine.records import BadInput

from .expressions import WORDS, Number

NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
FIELD = re.compile(r"[A-Za-z_][\w/]*(\.[\w -]+)*")
WHERE = re.compile(r"\s*([A-Za-z_][\w/]*)\s*=\s*(.+?)\s*")
LONGEST_NAME = 40
FORM = '"TABLE options : FIELD", as in "training --lengths 12 --runs k1 : run_1"'

Row = Mapping[str, Any]
Report = Callable[..., None]  # (done, total), and perhaps what share of the work that is


@dataclass(frozen=True)
class Request:
    """A table to be computed: requests for the same one are equal, however they are written."""

    source: str
    asked: tuple[tuple[str, Any], ...]
    wanted: str = ""
    words: tuple[str, ...] = field(default=(), compare=False)

    @property
    def text(self) -> str:
        """As on the command line."""
        return " ".join([self.source, *self.words, self.wanted]).strip()


@dataclass(frozen=True)
class Let:
    """A name for a figure. `beat`: the one that defines it, from 1; `path`: the field, and what to take of it."""

    name: str
    beat: int
    text: str
    request: Request
    path: tuple[str, ...]
    where: tuple[tuple[str, str], ...] = ()


def read(name: str, beat: int, text: str) -> Let:
    """Read one definition, and refuse at once what can be seen without computing. Raises BadInput."""
    from ..cli.sources import BY_NAME, SOURCES, asked_of, computed  # late: most scenarios need none

    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or name in WORDS:
        raise BadInput(f"{name!r} is not a name: small letters, figures and _ were expected, a letter first")
    head, colon, tail = text.rpartition(":")
    if not colon:
        raise BadInput(f"{FORM} was expected, but there is no : in {text!r}")
    fielded, at, conditions = tail.partition("@")
    try:
        words = shlex.split(head)
    except ValueError:
        raise BadInput(f"{head.strip()!r}: a quotation mark that is not closed") from None
    if not words:
        raise BadInput(f"{FORM} was expected, but {text!r} names no table")
    source = words.pop(0)
    if source not in SOURCES:
        raise BadInput(f"{source!r} is not a table; {_hint(source, SOURCES)}")
    where = _where(conditions) if at else ()
    wanted = dict(where).get(BY_NAME.get(source, ""), "")
    request = Request(source, asked_of(source, words), wanted, tuple(words))
    columns = [column.name for column in computed(source, words, wanted).columns]
    found = fielded.strip()
    if not FIELD.fullmatch(found):
        raise BadInput(f"a field of the table was expected after the colon, not {found!r}; {_hint(found, columns)}")
    path = tuple(part.strip() for part in found.split("."))
    for column in (path[0], *(column for column, _ in where)):
        if column not in columns:
            raise BadInput(f"{source} has no field {column!r}; {_hint(column, columns)}")
    return Let(name, beat, text, request, path, where)


def _where(text: str) -> tuple[tuple[str, str], ...]:
    found = []
    for part in text.split(","):
        matched = WHERE.fullmatch(part)
        if not matched:
            raise BadInput(f"after @ a row was expected, as in length=12, not {part.strip()!r}")
        found.append((matched[1], matched[2]))
    return tuple(found)


def _hint(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(word, names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"


def pick(let: Let, rows: Sequence[Row]) -> Number:
    """The figure, out of the rows of its table. Raises BadFigure where there is none, or more than one row."""
    left = [row for row in rows if all(_is(row.get(column), value) for column, value in let.where)]
    if len(left) != 1:
        asked = ", ".join(f"{column}={value}" for column, value in let.where)
        what = f"has {len(left) or 'no'} rows where {asked}" if asked else f"has {len(left)} rows"
        column = let.where[0][0] if let.where else next(iter(rows[0]), "") if rows else ""
        there = ", ".join(dict.fromkeys(str(row.get(column)) for row in rows[:20]))
        raise BadFigure(let, f"{let.request.text} {what}; say which one: @ {column}= {there}")
    value: Any = left[0]
    for depth, part in enumerate(let.path, 1):
        value = _part(let, value, part, depth)
    if isinstance(value, Mapping | list | tuple):
        raise BadFigure(let, f"{'.'.join(let.path)} holds {len(value)} values; say which one: {_parts(value)}")
    if value is None or (isinstance(value, Real) and not math.isfinite(value)):
        raise BadFigure(let, f"{'.'.join(let.path)} has no value there")
    if not isinstance(value, Real):
        raise BadFigure(let, f"{'.'.join(let.path)} is {value!r}, and a number was expected")
    return int(value) if isinstance(value, Integral) else float(value)


def _part(let: Let, value: Any, part: str, depth: int) -> Any:
    """One step into a value: a name of a mapping, or a place of a list, counted from 1."""
    if isinstance(value, Mapping) and part in value:
        return value[part]
    if isinstance(value, list | tuple) and part.isascii() and part.isdigit() and 1 <= int(part) <= len(value):
        return value[int(part) - 1]
    so_far = ".".join(let.path[: depth - 1])
    there = _parts(value) if isinstance(value, Mapping | list | tuple) else "it is a single value"
    raise BadFigure(let, f"{so_far or let.request.source} has no {part!r}; {there}")


def _parts(value: Any) -> str:
    return f"there are {', '.join(map(str, value))}" if isinstance(value, Mapping) else f"1 to {len(value)}"


def _is(value: Any, wanted: str) -> bool:
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            return float(value) == float(wanted)
        except ValueError:
            return False
    return str(value) == wanted


class BadFigure(BadInput):
    """A figure that there is not in a table that was computed."""

    def __init__(self, let: Let, problem: str) -> None:
        super().__init__(f"{let.name}: {problem}", "let")
        self.let = let


class Figures:
    """The rows of the tables that have been computed, each once; several threads may ask."""

    def __init__(self) -> None:
        self._rows: dict[Request, list[Row]] = {}
        self._problems: dict[Request, str] = {}

    def has(self, request: Request) -> bool:
        """Whether a table is there, or what went wrong with it."""
        return request in self._rows or request in self._problems

    def compute(self, request: Request, report: Report = lambda *_: None) -> None:
        """Compute a table unless it is there. What `report` raises ends it and leaves nothing."""
        from ..cli.sources import computed

        if self.has(request):
            return
        try:
            with np.errstate(all="ignore"):
                table = computed(request.source, request.words, request.wanted, report)
                self._rows[request] = list(table.rows)
        except BadInput as problem:
            self.fail(request, str(problem))

    def computing(self, request: Request, report: Report) -> Iterator[None]:
        """`compute` as work for another thread."""
        self.compute(request, report)
        yield

    def fail(self, request: Request, problem: str) -> None:
        """Note that a table could not be computed."""
        self._problems[request] = problem

    def value(self, let: Let) -> Number:
        """The figure of a table that is there. Raises BadFigure."""
        if let.request in self._problems:
            raise BadFigure(let, self._problems[let.request])
        return pick(let, self._rows[let.request])


FIGURES = Figures()
