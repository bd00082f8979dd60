"""Files of gates that are driven by hand: CSV, read and written whole."""

from __future__ import annotations

from pathlib import Path

from rnntui_engine.by_hand import MOST_STEPS, Gates, as_csv, from_csv
from rnntui_engine.records import BadInput

from .files import write
from .text import clean

LONGEST = 100_000  # bytes


def read_gates(path: Path) -> Gates:
    """The gates of a file. Raises BadInput of the field "gates" that names the file, the line and the column."""
    name = repr(clean(str(path)))
    try:
        if not path.exists():
            raise BadInput(f"there is no file {name}", "gates")
        if not path.is_file():
            raise BadInput(f"{name} is not a file", "gates")
        if path.stat().st_size > LONGEST:
            raise BadInput(f"{name} has over {LONGEST} bytes; a file of gates has at most {MOST_STEPS} rows", "gates")
        content = path.read_bytes()
    except OSError as problem:
        raise BadInput(f"{name}: {problem.strerror or problem}", "gates") from None
    try:
        return from_csv(content.decode("utf-8"))
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise BadInput(f"{name}, line {line}: it is not UTF-8", "gates") from None
    except BadInput as problem:
        raise BadInput(f"{name}, {clean(str(problem))}", "gates") from None


def save_gates(gates: Gates, path: Path) -> None:
    """Write a new file. Raises BadInput where there is one already, or where it cannot be written."""
    name = clean(str(path))
    try:
        if path.exists():
            raise BadInput(f"{name} is there already; nothing was saved. Give another name", "gates")
        if not path.parent.is_dir():
            raise BadInput(f"There is no folder {clean(str(path.parent))}; nothing was saved", "gates")
        write(path, as_csv(gates))
    except OSError as problem:
        raise BadInput(f"{name} was not saved: {problem.strerror or problem}", "gates") from None
