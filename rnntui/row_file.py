"""The file of a sweep: a CSV of one row a network, that only ever grows by whole rows and can be gone on from.

Each batch of rows is one write. A program that is killed in the middle of one leaves a last line without its end: that
line is cut off when the file is opened again. Anything else that is not as it is written here is refused, with the line
and the column, and the file is left as it was.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from rnntui_engine.networks import checked
from rnntui_engine.readings import data_set
from rnntui_engine.records import BadInput, NetworkChoice, Row
from rnntui_engine.sweep import COLUMNS, values

from .text import clean

try:
    import fcntl
except ImportError:  # not on Windows: there, two sweeps at once are the person's own to avoid
    fcntl = None  # type: ignore[assignment]

HEADER = ",".join(COLUMNS) + "\n"
WHOLE = re.compile(r"[0-9]{1,9}")
NUMBER = re.compile(r"[-+]?[0-9.]+(?:e[-+]?[0-9]+)?")
TORN = re.compile(rb"[\w.+-]*\0*")  # what may be left of the last value on a line that was not written to its end


def line(row: Row) -> str:
    """A row as it stands in the file. Each number is read back as the very same one."""
    return ",".join(value if isinstance(value, str) else repr(value) for value in values(row)) + "\n"


def _whole(text: str) -> int:
    if not WHOLE.fullmatch(text):
        raise ValueError("a whole number")
    return int(text)


def _number(text: str) -> float:
    if not NUMBER.fullmatch(text):
        raise ValueError("a number")
    try:
        return float(text)
    except ValueError:
        raise ValueError("a number") from None


def _bias(text: str) -> float | str:
    return text if text == "chrono" else _number(text)


READ: Mapping[str, Callable[[str], Any]] = {
    "memory bias": _bias, "length": _whole, "run": _whole, "correct": _whole, "test size": _whole,
    "baseline correct": _whole, "epochs": _whole, "rate": _number, "hidden": _whole,
}  # fmt: skip


class _Damaged(Exception):
    """A row that is not one: which column, and what is wrong there."""

    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column


def _values(fields: list[str]) -> dict[str, Any]:
    """The values of the first columns by their names. Raises _Damaged."""
    found: dict[str, Any] = {}
    for column, field in zip(COLUMNS, fields, strict=False):
        try:
            found[column] = READ.get(column, str)(field)
        except ValueError as wanted:
            raise _Damaged(column, f"{clean(field, 40)!r} is not {wanted}") from None
    return found


def row_of(text: str) -> Row:
    """The row of a line without its end. Raises _Damaged."""
    fields = text.split(",")
    if len(fields) < len(COLUMNS):
        raise _Damaged(COLUMNS[len(fields)], f"it is missing; a row has {len(COLUMNS)} fields, here are {len(fields)}")
    if len(fields) > len(COLUMNS):
        raise _Damaged(COLUMNS[-1], f"a row ends with it after {len(COLUMNS)} fields; here are {len(fields)}")
    found = _values(fields)
    row = Row(*(found[column] for column in COLUMNS))
    try:
        checked(network_of(row))
    except BadInput as problem:
        raise _Damaged(problem.field.replace("_", " "), str(problem)) from None
    tested, baseline = _baseline(row.data, row.length)
    if row.tested != tested:
        raise _Damaged("test size", f"it is {tested} for this data, not {row.tested}")
    if row.baseline_correct != baseline:
        raise _Damaged("baseline correct", f"it is {baseline} at this length, not {row.baseline_correct}")
    if row.correct > tested:
        raise _Damaged("correct", f"{row.correct} are more than the {tested} tested")
    return row


def network_of(row: Row) -> NetworkChoice:
    """Which network a row is of."""
    return NetworkChoice(
        row.cell, row.run, row.length, row.memory_bias, row.mode, row.epochs, row.rate, row.hidden, row.clip, row.data
    )


@lru_cache(maxsize=4096)
def _baseline(data: str, length: int) -> tuple[int, int]:
    """How many are tested, and how many of them the larger class has."""
    found = data_set(data)
    return len(found.test), found.baseline_correct(length)


class RowFile:
    """The file of a sweep, open for this program alone. `rows`: those that it has, by their networks.

    Raises BadInput of the field "out" for a file that is not one of a sweep, and OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.rows = path, dict[NetworkChoice, Row]()
        self._new = not path.exists()
        if not self._new and not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(f"{self.name!r} is not a file", "out")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        self._size = 0
        try:
            self._lock()
            self._size = self._read()
            if os.fstat(self._file).st_size != self._size:
                os.ftruncate(self._file, self._size)
        except BaseException:
            os.close(self._file)
            raise

    @property
    def name(self) -> str:
        """The file's name as it may be shown."""
        return clean(str(self.path))

    def __enter__(self) -> RowFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        os.close(self._file)
        if self._new and not self._size:  # nothing was written: nothing is left behind
            self.path.unlink(missing_ok=True)

    def append(self, rows: Iterable[Row]) -> None:
        """Write rows by one write, or none of them. Raises OSError."""
        new = list(rows)
        content = (("" if self._size else HEADER) + "".join(map(line, new))).encode()
        try:
            written = os.write(self._file, content)
            if written != len(content):
                written += os.write(self._file, content[written:])  # says why it cannot
            if written != len(content):
                raise OSError(28, os.strerror(28))
        except BaseException:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(content)
        self.rows.update((network_of(row), row) for row in new)

    def _lock(self) -> None:
        """Keep a second sweep out: its rows would stand here twice."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"{self.name!r} is being written to by another sweep", "out") from None
        except OSError:  # a file system without locks
            return

    def _read(self) -> int:
        """Read the rows that there are; where they end, in bytes."""
        with open(os.dup(self._file), "rb") as file:
            file.seek(0)
            first = file.readline(len(HEADER) + 1)
            if first != HEADER.encode():
                if HEADER.encode().startswith(first):  # nothing yet, or torn in the header
                    return 0
                raise BadInput(f"{self.name!r}, line 1: it is not the header of a sweep, {HEADER.rstrip()!r}", "out")
            end, number = len(first), 1
            places: dict[NetworkChoice, int] = {}
            for raw in file:
                number += 1
                if not raw.endswith(b"\n"):
                    self._check_torn(raw, number)
                    break
                end += len(raw)
                self._take(raw[:-1].decode("utf-8", "replace"), number, places)
        return end

    def _take(self, text: str, number: int, places: dict[NetworkChoice, int]) -> None:
        try:
            row = row_of(text)
            network = network_of(row)
            if self.rows.setdefault(network, row) != row:
                raise _Damaged(
                    "correct", f"line {places[network]} says {self.rows[network].correct} of the same network"
                )
        except _Damaged as problem:
            raise self._refused(number, problem) from None
        places.setdefault(network, number)

    def _check_torn(self, raw: bytes, number: int) -> None:
        """Is it the beginning of a row? What else stands there is not ours to cut off."""
        *before, last = raw.split(b",")
        try:
            _values([field.decode("utf-8", "replace") for field in before])
            if len(before) >= len(COLUMNS) or not TORN.fullmatch(last):
                raise _Damaged(COLUMNS[min(len(before), len(COLUMNS) - 1)], "it is not the beginning of a row")
        except _Damaged as problem:
            raise self._refused(number, problem) from None

    def _refused(self, number: int, problem: _Damaged) -> BadInput:
        return BadInput(f"{self.name!r}, line {number}, {problem.column}: {problem}", "out")
