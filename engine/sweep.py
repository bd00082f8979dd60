"""Sweeps: very many networks, a row each, trained side by side in lanes and on all cores. No weights are kept.

A network's row does not depend on which others it was trained with, nor on the number of workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import astuple, dataclass, replace
from functools import partial
from os import cpu_count
from threading import Event
from typing import TypeVar

from . import lanes, training
from .cells import cell_named
from .jit import compiles
from .lanes import LANES
from .networks import checked, trial
from .pool import Pool
from .readings import LENGTHS, data_set
from .records import BadInput, NetworkChoice, Row, Trained, Weights
from .training import TRIALS

T = TypeVar("T")

FEW = 2  # networks that are done sooner one after the other than side by side, which takes as long as three

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
    """What has been finished since the part before: its rows, and how many of all networks are done by now. `work` is
    their share of all the work, which grows with the length: by it the time left is told."""

    rows: tuple[Row, ...]
    done: int
    total: int
    work: float = 0.0


def cost(of: NetworkChoice | Row) -> int:
    """About how long a training takes: so many blocks of weights, periods and epochs there are."""
    return of.length * cell_named(of.cell).blocks * of.epochs


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

    Once `stop` is set no part follows but those already finished. Nobody waits for what is then still being trained: it
    ends by itself within an epoch. After a KeyboardInterrupt in here the parts follow that are finished and next in
    order, and then it is raised. Raises BadInput before any training for a network that there is not.
    """
    todo = batches([checked(choice) for choice in choices])
    done, total = 0, sum(map(len, todo))
    spent, whole = 0, sum(cost(choice) for batch in todo for choice in batch)
    for finished in _finished([(batch, partial(train_batch, batch)) for batch in todo], workers, stop):
        done += len(finished)
        spent += sum(map(cost, finished))
        yield Part(finished, done, total, spent / whole)


Job = tuple[NetworkChoice, Callable[[], Weights] | None]
"""A network, and what makes other initial values for it; None: its own."""


def trained(
    jobs: Iterable[Job], workers: int | None = None, stop: Event | None = None
) -> Generator[list[tuple[int, Trained]], None, None]:
    """Train every network; yields the trained ones in parts as they are finished, each with the place of its job.
    Otherwise as `rows`. Their losses are not computed."""
    kept = list(jobs)
    alike: dict[NetworkChoice, list[int]] = {}
    for place, (choice, _) in enumerate(kept):
        alike.setdefault(lanes.shape(checked(choice)), []).append(place)

    def train(places: list[int], ended: Event) -> list[tuple[int, Trained]]:
        choices = [kept[place][0] for place in places]
        starts = [None if start is None else start() for _, start in (kept[place] for place in places)]
        return list(zip(places, _train(choices, ended, starts), strict=True))

    todo = [places[n : n + LANES] for places in alike.values() for n in range(0, len(places), LANES)]
    yield from _finished(
        [([kept[place][0] for place in places], partial(train, places)) for places in todo], workers, stop
    )


def trials(choice: NetworkChoice, count: int = TRIALS, stop: Event | None = None) -> list[int]:
    """How many test subscribers each trial 0 … count − 1 gets right.

    A trial starts from initial weights moved by at most one unit in their last place. More than one value means that
    the figure of this network is chaotic: it hangs on rounding. Raises BadInput, and CancelledError once `stop` is set.
    """
    found: dict[int, int] = {}
    for part in trained([(choice, partial(trial, choice, i)) for i in range(count)], stop=stop):
        found.update((place, result.correct) for place, result in part)
    if len(found) < count:
        raise CancelledError
    return [found[i] for i in range(count)]


def batches(choices: Iterable[NetworkChoice]) -> list[list[NetworkChoice]]:
    """The choices in batches of one shape, LANES in each but the last of a shape; shapes in order of appearance."""
    found: dict[NetworkChoice, list[NetworkChoice]] = {}
    for choice in choices:
        found.setdefault(lanes.shape(choice), []).append(choice)
    return [alike[n : n + LANES] for alike in found.values() for n in range(0, len(alike), LANES)]


class _Ended(Event):
    """Set by itself, or by another event."""

    def __init__(self, other: Event | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())


def _finished(
    todo: Sequence[tuple[list[NetworkChoice], Callable[[Event], T]]], workers: int | None, stop: Event | None
) -> Generator[T, None, None]:
    """What each batch comes to, in their order: its networks, and what trains them. No more of them wait for a
    worker than keep all busy."""
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers are too few; the least is 1", "workers")
    count = workers or cpu_count() or 1
    ended, pending = _Ended(stop), deque[Future[T]]()
    with Pool(count) as pool:
        try:
            for batch, train in todo:
                if ended.is_set():
                    break
                _compile(batch)
                pending.append(pool.submit(train, ended))
                while pending and (len(pending) > 2 * count or pending[0].done()):
                    yield from _unless_cancelled(pending)
            while pending:
                yield from _unless_cancelled(pending)
        except KeyboardInterrupt:
            while pending and pending[0].done():
                yield from _unless_cancelled(pending)
            raise
        finally:
            ended.set()


def _unless_cancelled(pending: deque[Future[T]]) -> Iterator[T]:
    """What the first comes to, if it comes to an end; it leaves the queue once it has."""
    try:
        found = pending[0].result()
    except CancelledError:
        pending.popleft()
        return
    pending.popleft()
    yield found


def _compile(batch: list[NetworkChoice]) -> None:
    """Compile what a batch needs, in this thread: numba compiles one kernel at a time, and workers would only wait."""
    if compiles():
        _train([NetworkChoice(batch[0].cell, mode=batch[0].mode, length=2, epochs=1)] * len(batch))


def _train(
    batch: list[NetworkChoice], stop: Event | None = None, starts: Sequence[Weights | None] | None = None
) -> list[Trained]:  # fmt: skip
    """As `lanes.train`, the sooner way."""
    if len(batch) > FEW:
        return lanes.train(batch, stop, starts)
    pairs = zip(batch, starts or [None] * len(batch), strict=True)
    return [replace(training.train(choice, start, stop), losses=()) for choice, start in pairs]


def train_batch(batch: list[NetworkChoice], ended: Event | None = None) -> tuple[Row, ...]:
    """The rows of one batch; see `batches`. Raises CancelledError at the next epoch once `ended` is set."""
    first = batch[0]
    baseline = data_set(first.data).baseline_correct(first.length)
    return tuple(
        Row(
            c.cell, c.mode, c.memory_bias, c.length, c.run, result.correct, result.tested, baseline,
            c.epochs, c.rate, c.hidden, c.data, c.clip,
            None if result.stopped_at is None else result.stopped_at + 1,
        )
        for c, result in zip(batch, _train(batch, ended), strict=True)
    )  # fmt: skip
