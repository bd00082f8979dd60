"""Who reads very long sequences through very large networks: a thread that goes on while one looks. No Textual here."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from rnntui_engine.streamed import EACH, Stream

from .job import Job
from .sentences import Said
from .viewing import Viewing

SLICE = 4  # periods between two looks at what is asked for meanwhile


@dataclass(eq=False)
class ReadingJob(Job):
    """Computes a stream to its end, and keeps the periods around `near` at hand as long as it is looked at."""

    stream: Stream
    near: int = 0
    wake: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)
    started: float = 0.0
    begun_at: int = 0

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.stream.complete or self.stream.stopped or self.cancelled or bool(self.error)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take by the pace so far; None at first."""
        computed = self.stream.ready - self.begun_at
        if not self.started or computed < EACH:
            return None
        left: float = (time.monotonic() - self.started) / computed * (self.stream.length - self.stream.ready)
        return left

    def stand(self, period: int) -> None:
        """The cursor stands at a period by now."""
        if period != self.near:
            self.near = period
            self.wake.set()

    def leave(self) -> None:
        """End, as soon as may be."""
        self.cancelled = True
        self.wake.set()

    def join(self) -> None:
        """Wait until every period is there, or will never be."""
        self.finished.wait()

    def run(self) -> None:
        """Work until cancelled. Raises nothing."""
        super().run()
        self.finished.set()

    def work(self) -> None:
        """First what is looked at, then the rest, then wait for where one looks next."""
        while not self.cancelled:
            if self._one_block():
                continue
            if not (self.stream.complete or self.stream.stopped):
                self.stream.advance(SLICE)
                if not self.started:  # what went before was compiling
                    self.started, self.begun_at = time.monotonic(), self.stream.ready
                continue
            self.finished.set()
            self.wake.wait()
            self.wake.clear()

    def _one_block(self) -> bool:
        """Compute a block around the cursor that is not at hand; False where all are."""
        for period in (self.near, self.near + EACH, self.near - EACH):
            if 0 <= period <= self.stream.ready - EACH and not self.stream.at_hand(period):
                self.stream.block_of(period)
                return True
        return False


class Reader:
    """Holds a job for each stream that is shown, and tells the viewing how far the first unfinished one is."""

    def __init__(self, viewing: Viewing) -> None:
        self.viewing = viewing
        self.jobs: dict[Stream, ReadingJob] = {}
        self._said: Said | None = None

    @property
    def job(self) -> ReadingJob | None:
        """The job that is still to be waited for, if any."""
        return next((job for job in self.jobs.values() if not job.done), None)

    def keep_up(self) -> bool:
        """Read what is shown, and nothing else; True where there is something to wait for."""
        traces = [self.viewing.trace, *([self.viewing.other.trace] if self.viewing.other else [])]
        shown = [trace.stream for trace in traces if trace.stream is not None]
        for stream in [stream for stream in self.jobs if stream not in shown]:
            self.jobs.pop(stream).leave()
        for stream in shown:
            job = self.jobs.get(stream)
            if job is None:
                job = self.jobs[stream] = ReadingJob(stream, min(self.viewing.period, stream.length))
                self._said = self.viewing.sentence
                job.start()
            elif not stream.stopped and job.finished.is_set() and not stream.complete:
                job.finished.clear()  # stopped, and asked to go on
                job.wake.set()
            job.stand(min(self.viewing.period, stream.length))
        return self.job is not None

    def drop(self) -> None:
        """Leave all of them."""
        for job in self.jobs.values():
            job.leave()
        self.jobs.clear()

    def cancel(self) -> bool:
        """Stop at once and keep what is there; False where nothing was running."""
        job = self.job
        if job is None:
            return False
        job.stream.stopped = True
        self.viewing.say(
            f"Stopped: {job.stream.ready} of {job.stream.length} periods are there. ⟨last⟩ computes the rest."
        )
        return True

    def poll(self, stoppable: bool) -> bool:
        """Look how far it is and say so; False where there is nothing to wait for any more."""
        job = self.job
        self.viewing.reading = ""
        self.viewing.arrive()
        if job is None:
            if self._said is not None and self.viewing.sentence is self._said and self.jobs:
                self.viewing.say(self._ended())
            self._said = None
            return False
        share = 100 * job.stream.ready // job.stream.length
        self.viewing.reading = f"reading {share} %"
        if self._said is not None and self.viewing.sentence is self._said:
            self.viewing.say(self._progress(job, stoppable))
            self._said = self.viewing.sentence
        return True

    def _progress(self, job: ReadingJob, stoppable: bool) -> Said:
        left = job.seconds_left
        more = "" if left is None else f" About {left:.0f} s left." if left >= 1 else ""
        stop = " ⟨leave⟩ stops." if stoppable else ""
        there = f"{job.stream.ready} of {job.stream.length} periods"
        return Said(
            f"Reading: {there} are there, and you can step in them.{more}{stop}", f"Reading: {there}.{more}{stop}"
        )

    def _ended(self) -> str:
        failed = next((job.error for job in self.jobs.values() if job.error), "")
        if failed:
            return f"Reading failed. {failed}"
        stream = next(iter(self.jobs))
        return (
            f"All {stream.length} periods are there. ⟨jump⟩ goes to where this unit moves most, ⟨sort⟩ sorts the units."
        )
