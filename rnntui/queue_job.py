"""Networks trained one after the other, in a thread of its own, so that one can watch. No Textual here.

The thread writes what it finds into a `Learning` for each network; whoever shows it looks at these ten times a second.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field

from rnntui_engine.readings import data_set
from rnntui_engine.records import NetworkChoice, Trained, Weights
from rnntui_engine.training import correct_on_test, epochs, finished

from . import plot
from .job import Job

PACES: tuple[float, ...] = (2.0, 5.0, 10.0, 20.0, 50.0, math.inf)  # epochs a second
GLANCE = 0.05  # seconds: how long it may take until a pause or an end is noticed


@dataclass(eq=False)
class Learning:
    """One network on its way: its loss (nats) and, where it is tested, its accuracy after each epoch so far, and what
    came of it.

    `weights` are those after the last epoch. `broken` says in which epoch it ran away, and, if known, at which
    sequence of that epoch: the result then keeps the last weights that were numbers.
    """

    choice: NetworkChoice
    losses: list[float] = field(default_factory=list)
    accuracies: list[float] = field(default_factory=list)
    weights: Weights | None = None
    result: Trained | None = None
    broken: tuple[int, int | None] | None = None

    @property
    def ran_away(self) -> str:
        """Where it ran away, in a few words; nothing where it did not."""
        if self.broken is None:
            return ""
        epoch, sequence = self.broken
        return f"ran away in epoch {epoch}" + ("" if sequence is None else f", sequence {sequence}")

    @property
    def epoch(self) -> int:
        """How many epochs are done."""
        return len(self.losses)


@dataclass(eq=False)
class QueueJob(Job):
    """Trains `todo` one by one at a pace (epochs a second). Cancelled, it ends within an epoch; paused, it waits."""

    todo: Sequence[NetworkChoice]
    pace: float = math.inf
    learnings: dict[NetworkChoice, Learning] = field(default_factory=dict)
    current: Learning | None = None
    paused: bool = False
    epochs_done: int = 0
    seconds: float = 0.0  # of those epochs that are `timed`: a network's first one may have been compiling
    timed: int = 0
    tested: bool = True  # after each epoch
    _wake: threading.Event = field(default_factory=threading.Event)
    _ended: bool = False

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self._ended

    @property
    def epochs_wanted(self) -> int:
        """All epochs of the queue."""
        return sum(choice.epochs for choice in self.todo)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take by the pace so far; None before there is one."""
        if not self.timed:
            return None
        return self.seconds / self.timed * (self.epochs_wanted - self.epochs_done)

    @property
    def share(self) -> float:
        return self.epochs_done / self.epochs_wanted if self.epochs_wanted else 1.0

    def wake(self) -> None:
        """Something about it was changed from outside: it need not wait any longer."""
        self._wake.set()

    def work(self) -> None:
        """Train all to the end, or until cancelled."""
        plot.prepare()
        for choice in self.todo:
            if self.cancelled:
                return
            self._learn(choice)
        self._ended = True

    def _learn(self, choice: NetworkChoice) -> None:
        learning = self.learnings[choice] = Learning(choice)
        self.current = learning
        tested, start = len(data_set(choice.data).test), time.monotonic()
        for progress in epochs(choice):
            if self.cancelled:
                return
            if progress.last_finite is None:
                learning.weights = progress.weights.copy()
                if self.tested:
                    learning.accuracies.append(correct_on_test(choice, learning.weights) / tested)
                learning.losses.append(progress.loss)
                self._keep_pace(start)
                if progress.epoch > 1 or choice.epochs == 1:
                    self.timed += 1
                    self.seconds += time.monotonic() - start
            elif learning.broken is None:  # it has run away: none ever comes back, and nobody need watch
                learning.broken = progress.epoch, progress.last_finite.sequence
            self.epochs_done += 1
            start = time.monotonic()
        if not self.cancelled:
            learning.result = finished(choice, progress.weights, learning.losses, progress.last_finite)

    def _keep_pace(self, start: float) -> None:
        """Wait until the next epoch may begin."""
        while not self.cancelled:
            left = 1.0 / self.pace - (time.monotonic() - start)
            if not self.paused and left <= 0.0:
                return
            self._wake.wait(GLANCE if self.paused else min(GLANCE, left))
            self._wake.clear()


class TrainingJob(QueueJob):
    """A queue of one, as fast as it goes."""

    def __init__(self, choice: NetworkChoice) -> None:
        super().__init__([choice], tested=False)
        self.choice = choice

    @property
    def epoch(self) -> int:
        """How many epochs are done."""
        return self.epochs_done

    @property
    def result(self) -> Trained | None:
        """What came of it, in the end."""
        return self.current.result if self.current else None

    @property
    def words(self) -> str:
        """Where it stands, in a few words: the epochs and a bar of ten."""
        if not self.epoch:
            return "preparing"
        tenths = 10 * self.epoch // self.choice.epochs
        return f"{self.epoch}/{self.choice.epochs} {'■' * tenths}{'□' * (10 - tenths)}"


def trials(choice: NetworkChoice, count: int, stop: threading.Event) -> list[int]:
    """See `sweep.trials`, which no app needs at its start."""
    from rnntui_engine import sweep

    return sweep.trials(choice, count, stop)


@dataclass(eq=False)
class SensitivityJob(Job):
    """Tries each network again from initial values moved in their last bit: `found` holds the accuracies of the trials.
    Stopped, it ends within an epoch, and the trials that are not complete are nobody's."""

    todo: Sequence[NetworkChoice]
    trials: int
    found: dict[NetworkChoice, tuple[float, ...]] = field(default_factory=dict)
    _stop: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """End within an epoch."""
        self.cancelled = True
        self._stop.set()

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or len(self.found) == len(self.todo)

    def work(self) -> None:
        """Try all, or until cancelled."""
        for choice in self.todo:
            if self.cancelled:
                return
            tested = len(data_set(choice.data).test)
            try:
                self.found[choice] = tuple(correct / tested for correct in trials(choice, self.trials, self._stop))
            except CancelledError:
                return
