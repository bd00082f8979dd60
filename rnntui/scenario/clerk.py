"""Computing a demo's tables while it plays: one at a time, in a thread of its own. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..job import Job
from . import figures
from .figures import Request

if TYPE_CHECKING:
    from ..cli.forecast import AtHand


class _Left(Exception):
    """Nobody waits for this table any more."""


@dataclass(eq=False)
class FigureJob(Job):
    """Computes a table into the figures of this process; `step` of `steps` are done. `at_hand` gives forecasting
    networks that the app has trained already."""

    request: Request
    at_hand: AtHand | None = None
    step: int = 0
    steps: int = 0

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or figures.FIGURES.has(self.request)

    def work(self) -> None:
        """Compute it to the end or until cancelled: then nothing of it is kept."""
        if self.at_hand is not None:
            from ..cli.forecast import AT_HAND  # late: most demos forecast nothing

            AT_HAND.set(self.at_hand)  # of this thread
        try:
            figures.FIGURES.compute(self.request, self._report)
        except _Left:
            return

    def _report(self, done: int, total: int, *_: float) -> None:
        if self.cancelled:
            raise _Left
        self.step, self.steps = done, total


class Clerk:
    """Holds the job that runs, if any, and what gives its jobs the forecasting networks that there are."""

    def __init__(self) -> None:
        self.job: FigureJob | None = None
        self.at_hand: AtHand | None = None

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
        self.job = FigureJob(wanted, self.at_hand)
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
