"""Work in another thread, so that Ctrl+C need not wait for compiled code."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def elsewhere(work: Iterable[T]) -> Iterator[T]:
    """What the work yields, or raises, in a thread of its own. It does not wait to be asked for the next one.

    A daemon: whoever stops asking, or is interrupted, leaves it behind, and the program's end does not wait for it.
    """
    done: SimpleQueue[tuple[T | None, BaseException | None, bool]] = SimpleQueue()
    left = threading.Event()

    def run() -> None:
        try:
            for one in work:
                done.put((one, None, True))
                if left.is_set():
                    return
            done.put((None, None, False))
        except BaseException as problem:
            done.put((None, problem, False))

    threading.Thread(target=run, name="elsewhere", daemon=True).start()
    try:
        while True:
            one, problem, more = done.get()
            if problem is not None:
                raise problem
            if not more:
                return
            yield one  # type: ignore[misc]
    finally:
        left.set()
