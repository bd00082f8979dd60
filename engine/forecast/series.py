"""Monthly series: the airline passengers of the textbook, and series of one's own."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..records import Array, BadInput, read_only

AIRLINE = Path(__file__).with_name("airline.csv")
HEADERS = (("month", "passengers"), ("month", "value"))
YEAR = 12
MOST = 1e12  # the largest value of a month
LONGEST = 2400  # months


@dataclass(frozen=True, eq=False)
class Series:
    """A value a month, without gaps. `values` (n,) are all above 0; `first` is the first month, as 12 times its year
    plus 0 to 11; `unit` is what the values count."""

    name: str
    unit: str
    first: int
    values: Array

    def __len__(self) -> int:
        return len(self.values)

    def month(self, index: int) -> str:
        """The month of a value, as "1949-01"."""
        year, month = divmod(self.first + index, YEAR)
        return f"{year:04d}-{month + 1:02d}"


@cache
def airline() -> Series:
    """The international airline passengers, in thousands, 1949 to 1960: 144 months (Box and Jenkins 1970, series G)."""
    return read_series(AIRLINE.read_text(encoding="utf-8"), "airline passengers", "thousand passengers")


def read_series(text: str, name: str, unit: str = "") -> Series:
    """A series out of a CSV text: a header `month,value`, then a month a line, like 1949-01,112.

    The months follow one another without a gap; values are above 0, for their logarithms are what is forecast. A byte
    order mark, CRLF, quotes, `;` with a decimal comma, and blank lines at the end are taken as spreadsheets write them.
    Raises BadInput naming the line and the field.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise BadInput("line 1: the file is empty; expected the header month,value", "month")
    separator = ";" if ";" in lines[0] else ","
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error as problem:
        raise BadInput(f"it is not a CSV file: {problem}", "series") from None
    header = tuple(cell.strip().lower() for cell in rows[0])
    if header not in HEADERS:
        given = separator.join(rows[0])[:60]
        raise BadInput(f"line 1: the header is {given!r}, not month{separator}value", "month")
    if len(rows) - 1 > LONGEST:
        raise BadInput(f"line {LONGEST + 2}: more than {LONGEST} months", "month")
    months: list[int] = []
    values: list[float] = []
    for line, row in enumerate(rows[1:], start=2):
        if len(row) != 2:
            raise BadInput(f"line {line}: {len(row)} cells, not 2 (month{separator}value)", "value")
        month = _month(row[0].strip(), line)
        if months and month != months[-1] + 1:
            after = "twice" if month == months[-1] else f"after {_written(months[-1])}"
            raise BadInput(
                f"line {line}, month: {_written(month)} {after}; expected {_written(months[-1] + 1)}", "month"
            )
        months.append(month)
        values.append(_value(row[1].strip().replace(",", ".") if separator == ";" else row[1].strip(), line))
    if not months:
        raise BadInput("line 2: no month after the header", "month")
    return Series(name, unit or header[1], months[0], read_only(np.array(values)))


def _written(month: int) -> str:
    return f"{month // YEAR:04d}-{month % YEAR + 1:02d}"


def _month(text: str, line: int) -> int:
    year, _, month = text.partition("-")
    month = month.removesuffix("-01") if month.count("-") == 1 else month  # a date of the month's first day
    fits = len(year) == 4 and year.isascii() and year.isdigit() and len(month) == 2 and month.isascii()
    if not (fits and month.isdigit() and 1 <= int(month) <= YEAR):
        raise BadInput(f"line {line}, month: {text[:40]!r} is not a month like 1949-01", "month")
    return int(year) * YEAR + int(month) - 1


def _value(text: str, line: int) -> float:
    try:
        value = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not 0.0 < value <= MOST:
        raise BadInput(f"line {line}, value: {text[:40]!r} is not a number above 0 (and at most {MOST:g})", "value")
    return value
