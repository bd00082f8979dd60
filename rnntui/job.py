"""Long work in a thread of its own, and where it stands. No Textual here.

The thread writes into the job, the app looks at it ten times a second: messages by the thousand would cost more than
the work. A job that was cancelled never becomes the current one again, so its late results are dropped.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from rnntui_engine import jit
from rnntui_engine.records import BadInput


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

    @property
    def share(self) -> float | None:
        """What share of the work is done, 0 to 1; None where nobody has to wait long enough to be told."""
        return None

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


class Cancelled(threading.Event):
    """Set as soon as a job is cancelled: what the engine looks at."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job

    def is_set(self) -> bool:
        return self._job.cancelled
