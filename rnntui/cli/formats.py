"""Rows as text, csv and json. A row maps a column's name to a number, a pair of numbers, a word or None."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A column: its name in JSON and csv, its heading for people, and how a row's value in it is shown to them."""

    name: str
    heading: str
    show: Callable[[Row], str]


def fixed(name: str, heading: str, digits: int = 4, sign: bool = False) -> Column:
    """A column of numbers with so many decimals; a dash where there is nothing to say."""
    return Column(name, heading, lambda row: decimals(row[name], digits, sign))


def whole(name: str, heading: str) -> Column:
    """A column of whole numbers or words, as they are."""
    return Column(name, heading, lambda row: "-" if row[name] is None else str(row[name]))


def decimals(value: float | None, digits: int = 4, sign: bool = False) -> str:
    """A number for people: fixed decimals, or powers of ten where those would leave fewer than two figures of it."""
    if value is None or not math.isfinite(value):
        return "-"
    plus = "+" if sign else ""
    if value != 0 and abs(value) < 10 ** (1 - digits) / 2:
        return f"{value:{plus}.1e}"
    return f"{value:{plus}.{digits}f}"


def as_json(rows: Iterable[Row]) -> str:
    """A list of row objects, one a line, at full precision."""
    lines = ",\n ".join(json_value(row) for row in rows)
    return f"[{lines}]\n"


def json_value(value: Any) -> str:
    """One JSON value on one line; null for what is no number, as JSON has no NaN and no infinity."""
    return json.dumps(_finite(value), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return value


def as_csv(columns: Sequence[Column], rows: Iterable[Row]) -> str:
    """The same columns and precision as in JSON; empty for null, a space between the two numbers of a pair."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [column.name for column in columns]
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(_finite(row[name])) for name in names])
    return out.getvalue()


def _cell(value: Any) -> Any:
    return " ".join(repr(v) for v in value) if isinstance(value, list) else value


def as_text(title: str, columns: Sequence[Column], rows: Iterable[Row], notes: Iterable[str]) -> str:
    """A title, aligned columns under their headings, and notes."""
    table = [[column.heading for column in columns], *([column.show(row) for column in columns] for row in rows)]
    widths = [max(cell_len(line[i]) for line in table) for i in range(len(columns))]
    lines = ["  ".join(_to_the_right(cell, width) for cell, width in zip(line, widths, strict=True)) for line in table]
    return "\n".join([title, "", *lines, *([""] if notes else []), *notes]) + "\n"


def _to_the_right(text: str, width: int) -> str:
    """Text that ends after so many cells: some characters take two."""
    return " " * (width - cell_len(text)) + text
