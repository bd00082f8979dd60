"""Training many forecasting networks, on all cores."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from os import cpu_count
from queue import Empty, SimpleQueue
from threading import Event

from ..jit import compiles
from ..records import read_only
from .learning import Forecaster, epochs, outputs, train
from .network import Choice, checked, initial
from .problem import Problem, textbook

OFTEN = 5  # epochs between two reports of one network
LOOK = 0.05  # seconds between two looks at what should end it


@dataclass(frozen=True, eq=False)
class Part:
    """A network's progress: `index` of its choice, how many epochs are done, their losses since its last part, and in
    its last part the trained network and the seconds that its training took."""

    index: int
    epoch: int
    losses: tuple[float, ...]
    forecaster: Forecaster | None = None
    seconds: float = 0.0


def prepare(cell: str) -> None:
    """Compile what a cell needs, in this thread: numba compiles one kernel at a time, and workers would only wait."""
    if compiles():
        smallest = Choice(cell, hidden=1, epochs=1)
        train(smallest, textbook())
        outputs(smallest, initial(smallest), textbook().training()[0][:1])


def train_many(
    choices: Sequence[Choice], problem: Problem, stop: Event | None = None, workers: int | None = None
) -> Iterator[Part]:  # fmt: skip
    """Train the networks, each in one thread, as many at a time as there are cores; yields parts as they come.

    Once `stop` is set no part follows. Whoever sets it, stops asking for parts, or is interrupted, waits for one epoch
    at most. Raises BadInput before any training for a network that there is not.
    """
    for choice in choices:
        checked(choice)
    if not choices:
        return
    for cell in dict.fromkeys(choice.cell for choice in choices):
        if stop is not None and stop.is_set():
            return
        prepare(cell)
    ended, parts = Event(), SimpleQueue[Part | BaseException]()

    def one(index: int, choice: Choice) -> None:
        try:
            for part in _learned(index, choice, problem):
                if ended.is_set():
                    return
                parts.put(part)
        except BaseException as problem_met:
            parts.put(problem_met)

    left = len(choices)
    with ThreadPoolExecutor(workers or cpu_count() or 1) as pool:
        try:
            for index, choice in enumerate(choices):
                pool.submit(copy_context().run, one, index, choice)
            while left and not (stop is not None and stop.is_set()):
                try:
                    part = parts.get(timeout=LOOK)
                except Empty:
                    continue
                if isinstance(part, BaseException):
                    raise part
                left -= part.forecaster is not None
                yield part
        finally:
            ended.set()
            pool.shutdown(cancel_futures=True)


def _learned(index: int, choice: Choice, problem: Problem) -> Iterator[Part]:
    """One network's parts; between them every epoch can be left."""
    begun = time.perf_counter()
    losses: list[float] = []
    new = 0
    for progress in epochs(choice, problem):
        losses.append(progress.loss)
        new += 1
        if new == OFTEN and progress.epoch < choice.epochs:
            yield Part(index, progress.epoch, tuple(losses[-new:]))
            new = 0
    forecaster = Forecaster(choice, read_only(progress.vector), tuple(losses))
    yield Part(index, choice.epochs, tuple(losses[-new:]), forecaster, time.perf_counter() - begun)


def train_all(choices: Sequence[Choice], problem: Problem, stop: Event | None = None) -> list[Forecaster]:
    """The trained networks in the order of their choices. Raises BadInput, and CancelledError once `stop` is set."""
    found = {part.index: part.forecaster for part in train_many(choices, problem, stop) if part.forecaster}
    if len(found) < len(choices):
        raise CancelledError
    return [found[index] for index in range(len(choices))]
