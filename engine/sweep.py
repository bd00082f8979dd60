"""Sweeps: very many networks, a row each, trained side by side in lanes and on all cores. No weights are kept.

A network's row does not depend on which others it was trained with, nor on the number of workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import astuple, dataclass, replace
from os import cpu_count
from threading import Event

from . import lanes
from .jit import compiles
from .lanes import LANES
from .networks import checked, trial
from .readings import LENGTHS, data_set
from .records import BadInput, NetworkChoice, Row
from .training import TRIALS

COLUMNS = (
    "cell", "mode", "memory bias", "length", "run", "correct", "test size", "baseline correct",
    "epochs", "rate", "hidden", "data",
)  # fmt: skip
"""The names of a row's values in a table."""


def values(row: Row) -> tuple[str | int | float, ...]:
    """A row's values in the order of COLUMNS."""
    return astuple(row)[: len(COLUMNS)]


@dataclass(frozen=True)
class Part:
    """What has been finished since the part before: its rows, and how many of all networks are done by now."""

    rows: tuple[Row, ...]
    done: int
    total: int


def plan(
    networks: Iterable[NetworkChoice], lengths: Sequence[int] = LENGTHS, runs: Iterable[int] = range(1, 101)
) -> list[NetworkChoice]:
    """Each network at each length in each run, in this order. Raises BadInput for one that there is not."""
    kept = list(runs)
    return [checked(replace(one, length=t, run=k)) for one in networks for t in lengths for k in kept]


def rows(
    choices: Iterable[NetworkChoice], workers: int | None = None, stop: Event | None = None
) -> Generator[Part, None, None]:
    """Train every network; yields the rows in parts as they are finished, those of one `lanes.shape` together, in the
    order of the choices otherwise. The order is the same for any number of `workers` (threads; None: one a core).

    Once `stop` is set no part follows but those already finished; whoever sets it, or stops asking for parts, waits for
    one epoch at most. After a KeyboardInterrupt in here the parts follow that are finished and next in order, and then
    it is raised. Raises BadInput before any training for a network that there is not.
    """
    todo = batches([checked(choice) for choice in choices])
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers are too few; the least is 1", "workers")
    count = workers or cpu_count() or 1
    done, total = 0, sum(map(len, todo))
    ended = _Ended(stop)
    with ThreadPoolExecutor(count) as pool:
        try:
            for finished in _finished(todo, pool, count, ended):
                done += len(finished)
                yield Part(finished, done, total)
        finally:
            ended.set()
            pool.shutdown(cancel_futures=True)


def batches(choices: Iterable[NetworkChoice]) -> list[list[NetworkChoice]]:
    """The choices in batches of one shape, LANES in each but the last of a shape; shapes in order of appearance."""
    found: dict[NetworkChoice, list[NetworkChoice]] = {}
    for choice in choices:
        found.setdefault(lanes.shape(choice), []).append(choice)
    return [alike[n : n + LANES] for alike in found.values() for n in range(0, len(alike), LANES)]


def trials(choice: NetworkChoice, count: int = TRIALS, stop: Event | None = None) -> list[int]:
    """`training.sensitivity` side by side: how many test subscribers each trial 0 … count − 1 gets right.

    Raises BadInput, and CancelledError at the next epoch once `stop` is set.
    """
    _compile(checked(choice))
    found: list[int] = []
    batches = [range(first, min(first + LANES, count)) for first in range(0, count, LANES)]

    def one(batch: range) -> list[int]:
        trained = lanes.train([choice] * len(batch), stop, [trial(choice, i) for i in batch])
        return [result.correct for result in trained]

    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        for future in [pool.submit(copy_context().run, one, batch) for batch in batches]:
            found += future.result()
    return found


class _Ended(Event):
    """Set by itself, or by another event."""

    def __init__(self, other: Event | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())


def _finished(
    todo: list[list[NetworkChoice]], pool: ThreadPoolExecutor, count: int, ended: Event
) -> Iterator[tuple[Row, ...]]:
    """The batches' rows in their order. No more batches wait for a worker than keep all of them busy."""
    pending: deque[Future[tuple[Row, ...]]] = deque()
    try:
        for batch in todo:
            if ended.is_set():
                break
            _compile(batch[0])
            pending.append(pool.submit(copy_context().run, train_batch, batch, ended))
            while pending and (len(pending) > 2 * count or pending[0].done()):
                yield from _unless_cancelled(pending)
        while pending:
            yield from _unless_cancelled(pending)
    except KeyboardInterrupt:
        ended.set()
        with suppress(CancelledError):
            while pending:
                yield pending[0].result()
                pending.popleft()
        raise


def _unless_cancelled(pending: deque[Future[tuple[Row, ...]]]) -> Iterator[tuple[Row, ...]]:
    """What the first comes to, if it comes to an end; it leaves the queue once it has."""
    try:
        found = pending[0].result()
    except CancelledError:
        pending.popleft()
        return
    pending.popleft()
    yield found


def _compile(choice: NetworkChoice) -> None:
    """Compile what a choice needs, in this thread: numba compiles one kernel at a time, and workers would only wait."""
    if compiles():
        lanes.train([NetworkChoice(choice.cell, mode=choice.mode, length=2, epochs=1)])


def train_batch(batch: list[NetworkChoice], ended: Event | None = None) -> tuple[Row, ...]:
    """The rows of one batch; see `batches`. Raises CancelledError at the next epoch once `ended` is set."""
    first = batch[0]
    baseline = data_set(first.data).baseline_correct(first.length)
    return tuple(
        Row(
            c.cell, c.mode, c.memory_bias, c.length, c.run, trained.correct, trained.tested, baseline,
            c.epochs, c.rate, c.hidden, c.data, c.clip,
        )
        for c, trained in zip(batch, lanes.train(batch, ended), strict=True)
    )  # fmt: skip
