"""Who trains the networks that are asked for: at most one at a time, in a thread of its own. No Textual here."""

from __future__ import annotations

from rnntui_engine.records import NetworkChoice

from .queue_job import TrainingJob
from .reader import Reader
from .sentences import Said, network, plural
from .viewing import Viewing


class Trainer:
    """Holds the training that runs, if any, and tells the viewing where it stands and what came of it."""

    def __init__(self, viewing: Viewing) -> None:
        self.viewing = viewing
        self.job: TrainingJob | None = None
        self.reader = Reader(viewing)
        self.failed: set[NetworkChoice] = set()  # what nobody need try again unasked
        self._said: Said | None = None

    def keep_up(self, wanted: NetworkChoice | None) -> bool:
        """Train what is wanted now, and nothing else, and read what is long; True where there is something to watch."""
        reads = self.reader.keep_up()
        if self.job is not None and self.job.choice != wanted:
            self.drop()
        if wanted is None or self.job is not None:
            return reads
        self.job, self._said = TrainingJob(wanted), self.viewing.sentence
        self.viewing.training = "training"
        self.job.start()
        return True

    def drop(self) -> None:
        """Leave the training that runs: it ends by itself, and its result is nobody's."""
        if self.job is not None:
            self.job.cancelled = True
        self.job, self.viewing.training = None, ""

    def quit(self) -> None:
        """Leave all work."""
        self.drop()
        self.reader.drop()

    def cancel(self) -> bool:
        """Stop at once and show the untrained network; False where nothing was running."""
        if self.job is None:
            return self.reader.cancel()
        done, choice = self.job.epoch, self.job.choice
        self.drop()
        self.viewing.give_up(choice)
        when = f"after {plural(done, 'epoch')}" if done else "before its first epoch"
        self.viewing.say(f"Stopped {when}: the untrained network is shown. ⟨train⟩ trains it.")
        return True

    def poll(self, stoppable: bool) -> bool:
        """Look where the training stands and say so; False where none is running any more.

        A sentence about something else that the person has done meanwhile is left alone.
        """
        job, reads = self.job, self.reader.poll(stoppable)
        if job is None:
            self.viewing.training = ""
        elif job.result is not None:
            self.drop()
            self.viewing.adopt(job.result)
        elif job.error:
            self.drop()
            self.failed.add(job.choice)
            self.viewing.give_up(job.choice)
            self.viewing.say(f"Training failed. {job.error}")
        else:
            self.viewing.training = f"training {job.words}"
            if self.viewing.sentence is self._said:
                self.viewing.say(self._progress(job, stoppable))
                self._said = self.viewing.sentence
            return True
        return reads

    def _progress(self, job: TrainingJob, stoppable: bool) -> str:
        left = job.seconds_left
        if not job.epoch:
            more = " The first time its loop is compiled."
        else:
            more = f" About {left:.0f} s left." if left is not None and left >= 1 else ""
        stop = " ⟨leave⟩ stops it." if stoppable else ""
        return f"Training {network(job.choice)}: {job.words}.{more}{stop}"
