"""Work in another thread, so that Ctrl+C need not wait for compiled code."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable
from contextvars import copy_context
from queue import SimpleQueue
from typing import TypeVar

from rnntui_engine import jit, sweep
from rnntui_engine.records import NetworkChoice, Trained

T = TypeVar("T")


def rows(choices: Iterable[NetworkChoice], workers: int | None = None) -> Generator[sweep.Part, None, None]:
    """`sweep.rows`, compiled, elsewhere."""
    jit.load()
    stop = threading.Event()
    return elsewhere(sweep.rows(choices, workers, stop), stop)


def trained(jobs: Iterable[sweep.Job]) -> Generator[list[tuple[int, Trained]], None, None]:
    """`sweep.trained`, compiled, elsewhere."""
    jit.load()
    stop = threading.Event()
    return elsewhere(sweep.trained(jobs, stop=stop), stop)


def elsewhere(work: Iterable[T], stop: threading.Event | None = None) -> Generator[T, None, None]:
    """What the work yields, or raises, in a thread of its own, in the context of this one: where this thread alone uses
    compiled kernels, that one does, too. It does not wait to be asked for the next one.

    A daemon: whoever stops asking, or is interrupted, leaves it behind, and the program's end does not wait for it;
    `stop` is set then. After a KeyboardInterrupt what was finished by then still comes, and then it is raised.
    """
    done: SimpleQueue[tuple[T | None, BaseException | None, bool]] = SimpleQueue()
    left = stop or threading.Event()

    def run() -> None:
        try:
            for one in work:
                done.put((one, None, True))
                if left.is_set():
                    return
            done.put((None, None, False))
        except BaseException as problem:
            done.put((None, problem, False))

    threading.Thread(target=copy_context().run, args=(run,), name="elsewhere", daemon=True).start()
    try:
        while True:
            one, problem, more = done.get()
            if problem is not None:
                raise problem
            if not more:
                return
            yield one  # type: ignore[misc]
    except KeyboardInterrupt:
        left.set()
        while not done.empty():
            one, _, more = done.get()
            if more:
                yield one  # type: ignore[misc]
        raise
    finally:
        left.set()
