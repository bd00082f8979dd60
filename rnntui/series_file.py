"""A monthly series out of a file of one's own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rnntui_engine.forecast.series import Series, airline, read_series
from rnntui_engine.records import BadInput

from .text import clean

LARGEST_FILE = 1_000_000  # bytes
LONGEST_NAME = 40


def series_of(path: str) -> Series:
    """The series of a file `month,value`; of no file the airline passengers.

    Raises BadInput naming the file, the line and the field.
    """
    if not path:
        return airline()
    file = Path(path)
    try:
        if not file.is_file():
            raise BadInput(f"{clean(path)}: {'not a file' if file.exists() else 'there is no such file'}", "series")
        found = file.stat()
        return _read(str(file), found.st_mtime_ns, found.st_size)
    except (OSError, ValueError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{clean(path)}: {getattr(problem, 'strerror', None) or 'not a file'}", "series") from None


@lru_cache(maxsize=8)
def _read(path: str, modified: int, size: int) -> Series:
    """Read once as long as the file stays as it is."""
    if size > LARGEST_FILE:
        raise BadInput(f"{clean(path)}: {size} bytes are too many; the most is {LARGEST_FILE}", "series")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        line = problem.object[: problem.start].count(b"\n") + 1
        raise BadInput(f"{clean(path)}, line {line}: not UTF-8 text", "series") from None
    try:
        return read_series(text, clean(Path(path).stem, LONGEST_NAME))
    except BadInput as problem:
        raise BadInput(f"{clean(path)}, {clean(str(problem), 300)}", "series") from None
