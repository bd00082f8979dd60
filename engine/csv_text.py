"""A CSV file as records: bounded, in whatever encoding and with whatever separator spreadsheets write.

Python's own csv module reads it, as strictly as it can: well kept, and no dependency more. What stands around it here
is what it leaves open: that a file may be none, or endless, or of another encoding, and where a record begins.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .records import BadInput

MOST_BYTES = 100_000_000
MOST_LINE = 2_000_000  # characters of a record
CHUNK = 1_000_000
SEPARATORS = ",;\t"
FALLBACK = "cp1252"
BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip

Watch = Callable[[int, int], None]
"""Hears how many bytes are done, and of how many; it may raise to stop the reading."""


def unwatched(done: int, total: int) -> None:
    """Nobody watches."""


def content_of(path: str, shown: str, watch: Watch = unwatched) -> bytes:
    """The bytes of a file. Raises BadInput of the field "data" for what is no file, cannot be read or is too large.

    It never waits: a pipe is refused before anything is read from it.
    """
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise BadInput(f"{shown}: there is no such file", "data") from None
    except (OSError, ValueError) as problem:
        raise BadInput(f"{shown}: {_why(problem)}", "data") from None
    try:
        mode = os.fstat(file).st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
            raise BadInput(f"{shown} is {kind}, not a file", "data")
        total, parts, done = os.fstat(file).st_size, list[bytes](), 0
        while part := os.read(file, CHUNK):
            parts.append(part)
            done += len(part)
            if done > MOST_BYTES or total > MOST_BYTES:
                raise BadInput(f"{shown} has over {MOST_BYTES // 10**6} MB, the most that is read", "data")
            watch(done, 2 * max(done, total))  # reading is the smaller half of the work
        return b"".join(parts)
    except OSError as problem:
        raise BadInput(f"{shown}: {_why(problem)}", "data") from None
    finally:
        os.close(file)


def _why(problem: OSError | ValueError) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or "it cannot be opened"


@dataclass
class Records:
    """The records of a CSV file: `header`, and by iteration each further one as (line, fields), its fields without the
    spaces around them; empty ones are left out. `shown`: what the file is called in messages.

    `notes`: what has to be said of how it was read. Raises BadInput of the field "data", with the line.
    """

    content: bytes
    shown: str
    watch: Watch = unwatched
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._text = io.TextIOWrapper(io.BytesIO(self.content), self._encoding(), newline="")
        self._since, self._line, self._begun = 0, 0, 0
        lines = self._lines()
        first = next((line for line in lines if line.strip()), "")
        if first.lower().startswith("sep=") and len(first.strip()) <= 5:  # Excel's own first line
            first = next(lines, "")
        self.separator = self._separator(first)
        self.header_line = self._line
        self._reader = csv.reader(lines, delimiter=self.separator, skipinitialspace=True, strict=True)
        self.header = self._fields(first)

    @property
    def decimal_comma(self) -> bool:
        """Whether a comma may stand in a number: where it does not stand between fields."""
        return self.separator != ","

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        while True:
            self._since, self._begun = 0, self._line + 1
            try:
                fields = next(self._reader)
            except StopIteration:
                return
            except csv.Error as problem:
                raise self.bad(self._begun, f"{problem}; quotes come in pairs around a whole field") from None
            fields = [text.strip() for text in fields]
            if any(fields):
                yield self._begun, fields

    def bad(self, line: int, message: str, column: str = "") -> BadInput:
        """What is wrong on a line, in a column."""
        where = f", {column}" if column else ""
        return BadInput(f"{self.shown}, line {line}{where}: {message}", "data")

    def _lines(self) -> Iterator[str]:
        while line := self._text.readline(MOST_LINE + 1):
            self._line += 1
            self._since += len(line)
            if self._since > MOST_LINE:
                raise self.bad(self._line, f"it has over {MOST_LINE} characters, the most that are read")
            if "\0" in line:
                raise self.bad(self._line, "it has a zero byte, which no text has")
            if self._line % 5000 == 0:
                self.watch(len(self.content) + self._text.buffer.tell(), 2 * len(self.content))
            yield line

    def _fields(self, line: str) -> list[str]:
        try:
            rows = list(csv.reader([line], delimiter=self.separator, skipinitialspace=True, strict=True))
        except csv.Error as problem:
            raise self.bad(self._line, str(problem)) from None
        return [text.strip() for text in rows[0]] if rows else []

    def _separator(self, header: str) -> str:
        """What stands between fields: what follows the first word of the header."""
        found = [(header.find(one), one) for one in SEPARATORS if one in header]
        return min(found)[1] if found else ","

    def _encoding(self) -> str:
        for bom, name in BOMS:
            if self.content.startswith(bom):
                self._check(name)
                return name
        if self._undecodable("utf-8") is None:
            return "utf-8"
        self._check(FALLBACK)
        self.notes.append(f"{self.shown} is not UTF-8; it was read as Windows-1252")
        return FALLBACK

    def _check(self, encoding: str) -> None:
        place = self._undecodable(encoding)
        if place is not None:
            line = self.content.count(b"\n", 0, place) + 1
            name = "UTF-8 nor Windows-1252" if encoding == FALLBACK else encoding.removesuffix("-sig").upper()
            neither = "neither " if encoding == FALLBACK else "not "
            raise self.bad(line, f"it is {neither}{name}")

    def _undecodable(self, encoding: str) -> int | None:
        """About where the first byte stands that is none in this encoding; None where all are."""
        decoder = codecs.getincrementaldecoder(encoding)()
        view = memoryview(self.content)
        for start in range(0, len(view) or 1, CHUNK):
            try:
                decoder.decode(view[start : start + CHUNK], start + CHUNK >= len(view))
            except UnicodeDecodeError as problem:
                return start + problem.start
        return None
