"""A person's own sequences, out of a CSV file.

Two layouts, told apart by the header: long, `subscriber,period,reading` and any further columns, a row a period; and
wide, `subscriber,1,2,3,…`, a row a subscriber. Sequences may be of different lengths; their periods count from 1
without a gap. Whatever else is in the file is refused, with its line.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from .csv_text import Records, Watch, content_of, unwatched
from .datasets import READING, DataSet
from .readings import MARKER, SCALE, TIER, adopt
from .records import Array, BadInput, Integers, read_only

MOST_READINGS = 5_000_000
MOST_PERIODS = 20_000
MOST_SUBSCRIBERS = 200_000
LONG = ("subscriber", "period", READING)
EXPECTED = "expected is subscriber,period,reading and any further columns, or subscriber,1,2,3,…"
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
            if value is not None and not abs(value) <= Own.most:
                raise BadInput(f"{value} is not a number from -{Own.most:g} to {Own.most:g}", name)
        if self.scale == 0:
            raise BadInput("a reading is divided by it, so it is not 0", "scale")
        for name in self.features:
            if not name or self.features.count(name) > 1:
                raise BadInput(f"{name!r} is named twice" if name else "an empty name is no column", "features")


@dataclass(frozen=True, eq=False)
class Own(DataSet):
    """A person's own sequences, one after the other in `flat` (all readings,); those of subscriber i begin at
    `starts[i]`, (count + 1,), and `columns` (all readings, features) are what stands beside them.

    `layout`: "long" or "wide". `notes`: what has to be said of how the file was read.
    """

    name: str
    source: Source
    file: str
    layout: str
    names: tuple[str, ...]
    flat: Array
    starts: Integers
    columns: Array
    notes: tuple[str, ...] = ()

    shortest: ClassVar[int] = 1
    own: ClassVar[bool] = True
    unit: ClassVar[str] = ""
    most: ClassVar[float] = 1e100

    @property
    def title(self) -> str:
        """The file's name."""
        return self.file

    @property
    def count(self) -> int:
        """How many subscribers there are."""
        return len(self.names)

    @cached_property
    def lengths(self) -> Integers:
        """How many periods each has, (count,)."""
        return read_only(np.diff(self.starts))

    @cached_property
    def periods(self) -> int:  # type: ignore[override]
        """The length of the longest sequence."""
        return int(self.lengths.max())

    @property
    def scale(self) -> float:  # type: ignore[override]
        """What a reading is divided by before a network reads it."""
        return self.source.scale

    @property
    def tier(self) -> float:  # type: ignore[override]
        """What the last reading must be above for label 1."""
        return TIER if self.source.tier is None else self.source.tier

    @property
    def marker(self) -> float:  # type: ignore[override]
        """The first reading of a marked sequence."""
        return self.source.marker

    @property
    def features(self) -> tuple[str, ...]:  # type: ignore[override]
        """The columns that a network reads as they stand."""
        return tuple(READING if name.casefold() == READING else name for name in self.source.features)

    @property
    def shows_tier(self) -> bool:
        """Whether the tier means anything here."""
        return self.labelled or self.source.tier is not None

    def name_of(self, subscriber: int) -> str:
        """What a subscriber is called in the file."""
        return self.names[subscriber]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def number_of(self, name: str) -> int:
        """The subscriber of that name; where no name is a whole number, also the one at that place, from 1. Raises
        BadInput."""
        found = self._numbers.get(name)
        if found is None and WHOLE.fullmatch(name) and not any(map(WHOLE.fullmatch, self.names)):
            found = int(name) - 1 if 1 <= int(name) <= self.count else None
        if found is None:
            near = _nearest(name, self.names)
            raise BadInput(f"{name!r} is not a subscriber of {self.title}{near}", "subscriber")
        return found

    def length_of(self, subscriber: int) -> int:
        """How many periods its sequence has."""
        return int(self.lengths[subscriber])

    def long_enough(self, length: int) -> Integers:
        """The subscribers that have T periods, by number."""
        return np.flatnonzero(self.lengths >= length)

    def readings_of(self, subscriber: int) -> Array:
        """The readings of one subscriber, all of them, read-only. Raises BadInput for one that there is not."""
        self.check_subscriber(subscriber)
        found: Array = self.flat[self.starts[subscriber] : self.starts[subscriber + 1]]
        return found

    def readings_at(self, length: int, who: Integers) -> Array:
        """The first T readings of some subscribers that have so many, (n, T)."""
        found: Array = self.flat[self.starts[who][:, None] + np.arange(length)]
        return found

    def columns_of(self, subscriber: int) -> Array:
        """The columns of `features` of one subscriber, (its periods, len(features))."""
        found: Array = self.columns[self.starts[subscriber] : self.starts[subscriber + 1]]
        return found

    def columns_at(self, length: int, who: Integers) -> Array:
        """The first T rows of these columns of some subscribers, (n, T, len(features))."""
        found: Array = self.columns[self.starts[who][:, None] + np.arange(length)]
        return found

    @property
    def firsts(self) -> Array:
        """The first reading of every subscriber, (count,)."""
        found: Array = self.flat[self.starts[:-1]]
        return found


def _nearest(name: str, names: tuple[str, ...]) -> str:
    """A hint: names that begin alike, or the first ones."""
    near = [one for one in names if one.lower().startswith(name.lower())][:3] if name else []
    return f"; did you mean {' or '.join(near)}?" if near else f"; the first is {names[0]!r}, the last {names[-1]!r}"


def opened(source: Source, clean: Clean, watch: Watch = unwatched) -> Own:
    """The sequences of a file, known to `readings.data_set` from now on. `clean` makes names fit to be shown.

    Raises BadInput with the file, the line and the column, and whatever `watch` raises to stop.
    """
    shown = clean(source.path)
    content = content_of(source.path, shown, watch)
    found = read(content, source, clean, shown, watch)
    adopt(found)
    return found


def read(content: bytes, source: Source, clean: Clean, shown: str, watch: Watch = unwatched) -> Own:
    """The sequences of a file's content; see `opened`."""
    records = Records(content, shown, watch)
    header = [name.casefold() for name in records.header]
    if tuple(header[:3]) == LONG:
        rows: _Rows = _Long(records, source, clean)
    elif header[:1] == ["subscriber"] and len(header) > 1 and WHOLE.fullmatch(header[1]):
        rows = _Wide(records, source, clean)
    else:
        begin = records.separator.join(records.header)
        what = f"{begin[:60]!r} is not a header" if begin else "it has no header"
        raise records.bad(max(1, records.header_line), f"{what}; {EXPECTED}")
    names, flat, starts, columns = rows.read()
    file = clean(Path(source.path).name)
    digest = hashlib.blake2s(content, digest_size=6)
    digest.update(repr((source.scale, source.tier, source.marker, source.features)).encode())
    name = f"{re.sub('[^A-Za-z0-9._-]+', '_', file)[:60]}#{digest.hexdigest()}"
    return Own(
        name, source, file, rows.layout, names, read_only(flat), read_only(starts), read_only(columns),
        tuple(records.notes),
    )  # fmt: skip


class _Rows:
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
            if abs(value) <= Own.most:
                return value
            wrong = f"{_quoted(text)} is not a number from -{Own.most:g} to {Own.most:g}"
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


class _Wide(_Rows):
    """A row a subscriber."""

    layout = "wide"

    def read(self) -> tuple[tuple[str, ...], Array, Integers, Array]:
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


class _Long(_Rows):
    """A row a period, in any order."""

    layout = "long"

    def read(self) -> tuple[tuple[str, ...], Array, Integers, Array]:
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
