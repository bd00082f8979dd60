"""Threads that nobody has to wait for: neither whoever stops asking them, nor the end of the program.

Those of `concurrent.futures` are joined when the program ends, and one that runs compiled code cannot be interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
Task = tuple["Future[Any]", Callable[[], Any]]


class Pool:
    """So many threads, begun as they are needed. In a `with` block it is closed at the end, without waiting."""

    def __init__(self, count: int) -> None:
        self._count, self._tasks = count, SimpleQueue[Task | None]()
        self._threads: list[Thread] = []

    def submit(self, function: Callable[..., T], *given: Any) -> Future[T]:
        """Have it called in one of the threads, in the context of this one."""
        future, context = Future[T](), copy_context()
        self._tasks.put((future, lambda: context.run(function, *given)))
        if len(self._threads) < self._count:
            thread = Thread(target=_work, args=(self._tasks,), name="training", daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def close(self) -> None:
        """Begin nothing more; each thread ends when it has done what it is at."""
        while True:
            try:
                task = self._tasks.get_nowait()
            except Empty:
                break
            if task is not None:
                task[0].cancel()
        for _ in self._threads:
            self._tasks.put(None)

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


def _work(tasks: SimpleQueue[Task | None]) -> None:
    while (task := tasks.get()) is not None:
        future, call = task
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(call())
        except BaseException as problem:  # whoever asks for the result gets it
            future.set_exception(problem)
        del task, future, call  # or the last result would be kept while the thread waits
