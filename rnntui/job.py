"""Long work in a thread of its own, and where it stands. No Textual here.

The thread writes into the job, the app looks at it ten times a second: messages by the thousand would cost more than
the work. A job that was cancelled never becomes the current one again, so its late results are dropped.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from rnntui_engine import jit
from rnntui_engine.records import BadInput, NetworkChoice, Trained
from rnntui_engine.training import epochs, finished


@dataclass(eq=False, kw_only=True)
class Job:
    """`cancelled` is set from outside; `error` says what went wrong, in the end."""

    error: str = ""
    cancelled: bool = False
    _thread: threading.Thread | None = None

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for; each job has its own."""
        raise NotImplementedError

    def work(self) -> None:
        """Do the work, with compiled kernels, and look often at `cancelled`; each job has its own."""
        raise NotImplementedError

    def start(self) -> None:
        """Run in a thread of its own. A daemon: compiling cannot be interrupted, and quitting must not wait for it."""
        self._thread = threading.Thread(target=self.run, name=type(self).__name__, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait for its end; for tests and pictures."""
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Work to the end or until cancelled. Raises nothing."""
        try:
            with jit.compiled_here():
                self.work()
        except BadInput as problem:
            self.error = str(problem)
        except Exception as problem:  # a thread must not die in silence: the app shows it
            self.error = f"{type(problem).__name__}: {problem}"


@dataclass(eq=False)
class TrainingJob(Job):
    """A training. `epoch` of `choice.epochs` are done; `result` is set last."""

    choice: NetworkChoice
    epoch: int = 0
    losses: list[float] = field(default_factory=list)
    result: Trained | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.result is not None

    @property
    def words(self) -> str:
        """Where it stands, in a few words: the epochs and a bar of ten."""
        if not self.epoch:
            return "preparing"
        tenths = 10 * self.epoch // self.choice.epochs
        return f"{self.epoch}/{self.choice.epochs} {'■' * tenths}{'□' * (10 - tenths)}"

    @property
    def seconds_left(self) -> float | None:
        """How long it will take by the pace so far; None before the first epoch."""
        if not self.epoch:
            return None
        return (time.monotonic() - self.started) / self.epoch * (self.choice.epochs - self.epoch)

    def work(self) -> None:
        """Train to the end or until cancelled."""
        for progress in epochs(self.choice):
            if self.cancelled:
                return
            if not self.losses:
                self.started = time.monotonic()  # what went before was compiling
            self.losses.append(progress.loss)
            self.epoch = progress.epoch
        self.result = finished(self.choice, progress.weights, self.losses, progress.last_finite)
