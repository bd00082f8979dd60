"""A person's own sequences, out of a CSV file.

Two layouts, told apart by the header: long, `subscriber,period,reading` and any further columns, a row a period; and
wide, `subscriber,1,2,3,…`, a row a subscriber. Sequences may be of different lengths; their periods count from 1
without a gap. Whatever else is in the file is refused, with its line.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from .csv_text import Records, Watch, content_of, unwatched
from .datasets import READING, DataSet
from .readings import TIER, adopt
from .records import Array, BadInput, Integers, read_only
from .sequence_rows import EXPECTED, LONG, MOST, WHOLE, Clean, Long, Rows, Source, Wide

__all__ = ["Own", "Source", "opened", "read", "written"]


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
    most: ClassVar[float] = MOST

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

    def lasts(self, length: int) -> Array:
        """Everyone's reading T, or their last one where they have fewer, (count,)."""
        found: Array = self.flat[self.starts[:-1] + np.minimum(self.lengths, length) - 1]
        return found

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
        rows: Rows = Long(records, source, clean)
    elif header[:1] == ["subscriber"] and len(header) > 1 and WHOLE.fullmatch(header[1]):
        rows = Wide(records, source, clean)
    else:
        begin = records.separator.join(records.header)
        what = f"{begin[:60]!r} is not a header{_astray(header)}" if begin else "it has no header"
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


def _astray(header: list[str]) -> str:
    """What a header lacks that has some of the long layout's columns, or that they only stand in other places."""
    missing = [name for name in LONG if name not in header]
    if len(missing) == len(LONG):
        return ""
    if missing:
        return f": it has no {' and no '.join(missing)}"
    return ": its columns stand in another order"


def written(data: DataSet, subscriber: int, readings: Array) -> str:
    """One sequence, perhaps edited, as a CSV file that can be opened: in the layout of the file that it came from, the
    lesson's in the wide one. Columns that are no inputs are left out."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    name, values = data.name_of(subscriber), [repr(float(value)) for value in readings]
    if not isinstance(data, Own) or data.layout == "wide":
        rows.writerow(["subscriber", *range(1, len(values) + 1)])
        rows.writerow([name, *values])
        return text.getvalue()
    places = [place for place, feature in enumerate(data.features) if feature.casefold() not in LONG]
    rows.writerow([*LONG, *(data.features[place] for place in places)])
    for period, (value, beside) in enumerate(zip(values, data.columns_of(subscriber), strict=True), 1):
        rows.writerow([name, period, value, *(repr(float(beside[place])) for place in places)])
    return text.getvalue()
