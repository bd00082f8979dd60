"""Waiting for a key without a line's end, where there is a terminal to press one at."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def keys() -> Iterator[Callable[[float], str]]:
    """`with keys() as pressed:` — `pressed(seconds)` gives the key that was pressed within that time, or nothing.

    The terminal is as it was afterwards. Without one at stdin no key is ever pressed.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        yield _only_waits
        return
    try:
        import termios
        import tty
    except ImportError:
        yield _on_windows
        return
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        yield _on_posix
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _only_waits(seconds: float) -> str:
    Event().wait(seconds)
    return ""


def _on_posix(seconds: float) -> str:
    import os
    import select

    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return os.read(sys.stdin.fileno(), 1).decode("utf-8", "replace") if ready else ""


def _on_windows(seconds: float) -> str:
    import msvcrt

    _only_waits(seconds)
    return msvcrt.getwch() if msvcrt.kbhit() else ""  # type: ignore[attr-defined]
