"""Results go to stdout, progress to stderr where that is a terminal, and neither ever ends in a traceback."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from io import TextIOWrapper
from types import TracebackType
from typing import TypeVar

from rnntui.glyphs import SPELLED, has_everything, spelled

T = TypeVar("T")


def emit(text: str) -> None:
    """Write a result. A closed pipe (`| head`) is the reader's choice and no error; the rest is written nowhere."""
    out = sys.stdout
    if out is None:  # started with stdout closed
        return
    try:
        try:
            out.write(text)
        except UnicodeEncodeError:
            out.write(spelled(text, out.encoding))
        out.flush()
    except BrokenPipeError:
        discard_stdout()


def discard_stdout() -> None:
    """Lead what is still in stdout's buffer nowhere, so that the flush at exit is quiet too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def spell_what_cannot_be_written() -> None:
    """From now on stdout and stderr write in other signs what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not has_everything(stream.encoding):
            stream.reconfigure(errors=SPELLED)


def gathered(rows: Iterable[T]) -> tuple[list[T], bool]:
    """All rows, and False; or those finished when Ctrl+C came, and True."""
    done: list[T] = []
    try:
        for row in rows:
            done.append(row)
    except KeyboardInterrupt:
        return done, True
    return done, False


class Progress:
    """One line on stderr with the time left, rewritten in place and cleared at the end. Silent without a terminal."""

    def __init__(self, what: str) -> None:
        self.what, self._width = what, 0
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._started = self._shown = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, total: int, work: float | None = None) -> None:
        """So many of the total are done; `work` is what share of the work that is, where it is another."""
        now = time.monotonic()
        if not self._on or (self._width and now - self._shown < 0.1):
            return
        self._shown = now
        elapsed = now - self._started
        share = done / total if work is None and total else work
        left = f", {_duration(elapsed / share * (1 - share))} left" if share and elapsed > 0.5 else ""
        self._write(f"{self.what}: {done} of {total}{left}")

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._width:
            self._write("")
            self._write("")

    def _write(self, line: str) -> None:
        blank = " " * max(0, self._width - len(line))
        try:
            sys.stderr.write(f"\r{line}{blank}")
            sys.stderr.flush()
        except OSError:  # nobody reads it any more
            self._on = False
        self._width = len(line)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
