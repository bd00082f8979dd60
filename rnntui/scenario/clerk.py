"""Computing a demo's tables while it plays: one at a time, in a thread of its own. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..job import Job
from . import figures
from .figures import Request


class _Left(Exception):
    """Nobody waits for this table any more."""


@dataclass(eq=False)
class FigureJob(Job):
    """Computes a table into the figures of this process; `step` of `steps` are done."""

    request: Request
    step: int = 0
    steps: int = 0

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or figures.FIGURES.has(self.request)

    def work(self) -> None:
        """Compute it to the end or until cancelled: then nothing of it is kept."""
        try:
            figures.FIGURES.compute(self.request, self._report)
        except _Left:
            return

    def _report(self, done: int, total: int, *_: float) -> None:
        if self.cancelled:
            raise _Left
        self.step, self.steps = done, total


class Clerk:
    """Holds the job that runs, if any."""

    def __init__(self) -> None:
        self.job: FigureJob | None = None

    def keep_up(self, now: Sequence[Request], later: Sequence[Request] = ()) -> bool:
        """Compute what is needed now, else what will be needed later; True where a job was begun.

        What is needed now does not wait for something else that is not.
        """
        wanted = next(iter((*now, *later)), None)
        if self.job is not None:
            if not now or self.job.request in now:
                return False
            self.drop()
        if wanted is None:
            return False
        self.job = FigureJob(wanted)
        self.job.start()
        return True

    def drop(self) -> None:
        """Leave the job that runs: it ends by itself."""
        if self.job is not None:
            self.job.cancelled = True
        self.job = None

    def poll(self) -> bool:
        """Look where the job stands; False where none is running any more."""
        job = self.job
        if job is None:
            return False
        if job.done:
            self.job = None
            if job.error:
                figures.FIGURES.fail(job.request, job.error)
        return self.job is not None

    @property
    def words(self) -> str:
        """How far the job is."""
        job = self.job
        return f"computing {job.step}/{job.steps}…" if job is not None and job.steps else "computing…"
