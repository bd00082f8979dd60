"""A queue of networks trained one after the other, in a thread of its own, so that one can watch. No Textual here.

The thread writes what it finds into a `Learning` for each network; the view looks at these ten times a second.
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
from rnntui_engine.sweep import trials
from rnntui_engine.training import correct_on_test, epochs, finished

from .job import Job

PACES: tuple[float, ...] = (2.0, 5.0, 10.0, 20.0, 50.0, math.inf)  # epochs a second
GLANCE = 0.05  # seconds: how long it may take until a pause or an end is noticed


@dataclass(eq=False)
class Learning:
    """One network on its way: its loss (nats) and its test accuracy after each epoch so far, and what came of it.

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
        return len(self.accuracies)


@dataclass(eq=False)
class QueueJob(Job):
    """Trains `todo` one by one at a pace (epochs a second). Cancelled, it ends within an epoch; paused, it waits."""

    todo: Sequence[NetworkChoice]
    pace: float = math.inf
    learnings: dict[NetworkChoice, Learning] = field(default_factory=dict)
    current: Learning | None = None
    paused: bool = False
    epochs_done: int = 0
    seconds: float = 0.0  # of the epochs that are done
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
        """How long it will take by the pace so far; None before the first epoch."""
        if not self.epochs_done:
            return None
        return self.seconds / self.epochs_done * (self.epochs_wanted - self.epochs_done)

    def wake(self) -> None:
        """Something about it was changed from outside: it need not wait any longer."""
        self._wake.set()

    def work(self) -> None:
        """Train all to the end, or until cancelled."""
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
            if progress.last_finite is not None:  # it has run away: none ever comes back
                learning.broken = progress.epoch, progress.last_finite.sequence
                learning.result = finished(choice, progress.weights, learning.losses, progress.last_finite)
                break
            learning.weights = progress.weights.copy()
            learning.losses.append(progress.loss)
            learning.accuracies.append(correct_on_test(choice, learning.weights) / tested)
            self._keep_pace(start)
            self.epochs_done += 1
            self.seconds += time.monotonic() - start
            start = time.monotonic()
        if self.cancelled:
            return
        self.epochs_done += choice.epochs - learning.epoch  # those that will not be needed
        if learning.result is None and learning.weights is not None:
            learning.result = finished(choice, learning.weights, learning.losses)

    def _keep_pace(self, start: float) -> None:
        """Wait until the next epoch may begin."""
        while not self.cancelled:
            left = 1.0 / self.pace - (time.monotonic() - start)
            if not self.paused and left <= 0.0:
                return
            self._wake.wait(GLANCE if self.paused else min(GLANCE, left))
            self._wake.clear()


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
