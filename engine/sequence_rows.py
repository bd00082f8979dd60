"""The two layouts of a CSV file of sequences, row by row: numbers, names, periods, and what is refused of them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .csv_text import Records
from .datasets import READING
from .readings import MARKER, SCALE
from .records import Array, BadInput, Integers

MOST = 1e100  # a reading lies between minus this and this
MOST_READINGS = 5_000_000
MOST_PERIODS = 20_000
MOST_SUBSCRIBERS = 200_000
LONG = ("subscriber", "period", READING)
EXPECTED = (
    "expected is subscriber,period,reading, these first and in this order, and any further columns; or "
    "subscriber,1,2,3,…"
)
NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
WHOLE = re.compile(r"[0-9]{1,9}")

Clean = Callable[[str], str]
"""Makes a text from outside one that may be shown."""


@dataclass(frozen=True)
class Source:
    """Where sequences come from, and what the lesson's constants are for them; `tier` None: nobody has said one.

    `features`: the columns that a network reads as they stand. Raises BadInput for constants that are none.
    """

    path: str
    scale: float = SCALE
    tier: float | None = None
    marker: float = MARKER
    features: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("scale", self.scale), ("tier", self.tier), ("marker", self.marker)):
            if value is not None and not abs(value) <= MOST:
                raise BadInput(f"{value} is not a number from -{MOST:g} to {MOST:g}", name)
        if self.scale == 0:
            raise BadInput("a reading is divided by it, so it is not 0", "scale")
        for name in self.features:
            if not name or self.features.count(name) > 1:
                raise BadInput(f"{name!r} is named twice" if name else "an empty name is no column", "features")


class Rows:
    """What reading either layout shares: numbers, names, and how many there may be."""

    layout = ""

    def __init__(self, records: Records, source: Source, clean: Clean) -> None:
        self.records, self.source, self.clean = records, source, clean
        self.names: list[str] = []
        self.by_name: dict[str, int] = {}
        self.by_text: dict[str, int] = {}
        self.flat = array("d")

    def read(self) -> tuple[tuple[str, ...], Array, Integers, Array]:
        """Names, all readings, where each one's begin, and the columns beside them."""
        raise NotImplementedError

    def name(self, text: str, line: int) -> int:
        """The number of the subscriber of that name; a new one for a new name."""
        number = self.by_text.get(text)
        if number is not None:
            return number
        name = self.clean(text).strip()
        if not name:
            raise self.records.bad(line, "a name is expected", "subscriber")
        number = self.by_name.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
            if number == MOST_SUBSCRIBERS:
                raise self.records.bad(line, f"there are over {MOST_SUBSCRIBERS} subscribers")
        self.by_text[text] = number
        return number

    def number(self, text: str, line: int, column: str) -> float:
        """A number as spreadsheets write it."""
        plain = text.replace("−", "-")
        if self.records.decimal_comma and plain.count(",") == 1 and "." not in plain:
            plain = plain.replace(",", ".")
        if NUMBER.fullmatch(plain):
            value = float(plain)
            if abs(value) <= MOST:
                return value
            wrong = f"{_quoted(text)} is not a number from -{MOST:g} to {MOST:g}"
        elif not text:
            wrong = "it is empty; a number is expected"
        elif re.fullmatch("[-+0-9]+,[0-9]+", plain):
            wrong = f"{_quoted(text)} is not a number; with a decimal comma, fields stand between ; or tabs"
        else:
            wrong = f"{_quoted(text)} is not a finite number"
        raise self.records.bad(line, wrong, column)

    def check_count(self, line: int) -> None:
        """Raises BadInput where there are too many readings by now."""
        if len(self.flat) > MOST_READINGS:
            raise self.records.bad(line, f"there are over {MOST_READINGS} readings")

    def check_any(self) -> None:
        """Raises BadInput for a file without a single reading."""
        if not self.flat:
            raise self.records.bad(self.records.header_line + 1, "a row is expected; there is nothing but a header")


class Wide(Rows):
    """A row a subscriber."""

    layout = "wide"

    def read(self) -> tuple[tuple[str, ...], Array, Integers, Array]:
        """See `Rows.read`. Raises BadInput."""
        records, lines, starts = self.records, list[int](), array("q", [0])
        for place, title in enumerate(records.header[1:], 1):
            if title != str(place):
                wrong = f"column {place + 1} is {_quoted(title)}, not {place}; {EXPECTED}"
                raise records.bad(records.header_line, wrong)
        if self.source.features:
            raise BadInput(f"{records.shown} has a column a period; named columns need a row a period", "features")
        most = len(records.header)
        if most - 1 > MOST_PERIODS:
            raise records.bad(records.header_line, f"there are over {MOST_PERIODS} periods")
        for line, fields in records:
            while fields and not fields[-1]:
                fields.pop()
            if len(fields) > most:
                raise records.bad(line, f"it has {len(fields)} fields; the header names {most}")
            number = self.name(fields[0], line)
            if number < len(lines):
                raise records.bad(line, f"{self.names[number]} is on line {lines[number]} already", "subscriber")
            if len(fields) == 1:
                raise records.bad(line, "a reading is expected", "1")
            for period, text in enumerate(fields[1:], 1):
                if not text:
                    raise records.bad(line, "it is missing, and a later one is there", str(period))
                self.flat.append(self.number(text, line, str(period)))
            lines.append(line)
            starts.append(len(self.flat))
            self.check_count(line)
        self.check_any()
        flat = np.array(self.flat)
        return tuple(self.names), flat, np.array(starts, dtype=np.int64), np.zeros((len(flat), 0))


class Long(Rows):
    """A row a period, in any order."""

    layout = "long"

    def read(self) -> tuple[tuple[str, ...], Array, Integers, Array]:
        """See `Rows.read`. Raises BadInput."""
        records, header, features = self.records, [h.casefold() for h in self.records.header], self.source.features
        places = [self._place(feature, header) for feature in features]
        who, periods, lines, beside = array("q"), array("q"), array("q"), array("d")
        for line, fields in records:
            if len(fields) != len(header):
                while len(fields) > len(header) and not fields[-1]:
                    fields.pop()
                if len(fields) != len(header):
                    raise records.bad(line, f"it has {len(fields)} fields; the header names {len(header)}")
            who.append(self.name(fields[0], line))
            if not WHOLE.fullmatch(fields[1]) or fields[1].strip("0") == "":
                raise records.bad(line, f"{_quoted(fields[1])} is not a whole number from 1 on", "period")
            periods.append(int(fields[1]))
            if periods[-1] > MOST_PERIODS:
                raise records.bad(line, f"{periods[-1]} is beyond {MOST_PERIODS}, the most there may be", "period")
            lines.append(line)
            self.flat.append(self.number(fields[2], line, READING))
            for place in places:
                beside.append(self.number(fields[place], line, records.header[place]))
            self.check_count(line)
        self.check_any()
        flat, owners, order = np.array(self.flat), np.array(who), np.array(periods)
        sort = np.lexsort((np.array(lines), order, owners))
        counts = np.bincount(owners, minlength=len(self.names))
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        expected = np.arange(len(flat)) - np.repeat(starts[:-1], counts) + 1
        self._check_periods(order[sort], expected, owners[sort], np.array(lines)[sort])
        columns = np.array(beside).reshape(len(flat), len(features))[sort]
        return tuple(self.names), flat[sort], starts, np.ascontiguousarray(columns)

    def _place(self, feature: str, header: list[str]) -> int:
        """Which column a feature is. Raises BadInput."""
        found = [place for place, title in enumerate(header) if self.clean(title) == feature.casefold()]
        if len(found) != 1 or found == [0]:
            there = ", ".join(self.clean(title) for title in self.records.header[1:])
            wrong = "stands there more than once" if len(found) > 1 else "is none of its columns of numbers"
            raise BadInput(f"{feature!r} {wrong}: {self.records.shown} has {there}", "features")
        return found[0]

    def _check_periods(self, periods: Integers, expected: Integers, owners: Integers, lines: Integers) -> None:
        """Are everyone's periods 1, 2, 3, …? All are in order by subscriber and period."""
        wrong = np.flatnonzero(periods != expected)
        if not wrong.size:
            return
        at = int(wrong[0])
        name, period, line = self.names[owners[at]], int(periods[at]), int(lines[at])
        if at and owners[at - 1] == owners[at] and periods[at - 1] == period:
            message = f"{name} has period {period} on line {int(lines[at - 1])} already"
        else:
            message = f"{name} has period {period} but no period {int(expected[at])}"
        raise self.records.bad(line, message, "period")


def _quoted(text: str) -> str:
    """A cell in a message: printable, and not endless."""
    return repr(text if len(text) <= 40 else text[:39] + "…")
