"""Opening other data in the app: a file of one's own, read in a thread, or the lesson's again; and the last place."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.timer import Timer

from rnntui_engine.datasets import DataSet
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import BadInput
from rnntui_engine.sequences import Own, Source, opened

from .asked_source import source_of
from .job import Job
from .lengths import fits
from .memory import Later
from .own_network import leave_where_it_cannot_read
from .own_sentences import opened as opened_sentence
from .sentences import Said
from .text import clean

if TYPE_CHECKING:
    from .app import RnnApp


class _Stopped(Exception):
    """Nobody waits for it any more."""


@dataclass(eq=False)
class OpenJob(Job):
    """Reads files: `found` is set last. `done_bytes` of `total_bytes` of the present one are done; the lesson's last
    place may need two."""

    sources: Sequence[Source]
    named: str = ""  # the present file's path, as it was given
    reading: str = ""
    done_bytes: int = 0
    total_bytes: int = 0
    found: list[Own] | None = field(default=None)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or bool(self.error) or self.found is not None

    @property
    def without_folder(self) -> str:
        """What went wrong, with the file's name alone: on a small screen the reason counts."""
        return self.error.replace(self.named, self.reading) if self.named else self.error

    def work(self) -> None:
        """Read to the end or until cancelled."""
        found = []
        for source in self.sources:
            self.named, self.reading = source.path, clean(os.path.basename(source.path), 40)
            found.append(opened(source, clean, self._watch))
        self.found = found

    def _watch(self, done: int, total: int) -> None:
        if self.cancelled:
            raise _Stopped
        self.done_bytes, self.total_bytes = done, total


class Opener:
    """Holds the reading that runs, if any, and shows what has come of it."""

    def __init__(self, app: RnnApp) -> None:
        self.app = app
        self.job: OpenJob | None = None
        self._later: Later | None = None
        self._poller: Timer | None = None

    def open(self, name: str) -> None:
        """A file by its path, with what is to be said of it (`asked_source`), or "lesson", or "long-N". Raises
        BadInput."""
        if self.app.demo is not None:
            raise BadInput("A demo is playing; ⟨leave⟩ leaves it", "data")
        try:
            found = data_set(name)
        except BadInput:
            self._begin([source_of(name)])
        else:
            self._show(found)

    def last_place(self) -> None:
        """Stand where the last session ended, which may need its file again. Raises BadInput."""
        app, found = self.app, self.app.memory.found if self.app.memory else None
        if found is None or (found.place is None and found.later is None):
            raise BadInput("No place is remembered yet; the next session will know this one", "last-place")
        if app.demo is not None:
            raise BadInput("A demo is playing; ⟨leave⟩ leaves it", "last-place")
        if found.place is None and found.later is not None:
            self._later = found.later
            self._begin(found.later.sources)
            return
        assert found.place is not None
        app.viewing.stand(found.place)
        if found.view != app.view:
            app.open_view(found.view)

    def _begin(self, sources: Sequence[Source]) -> None:
        self.drop()
        self.job = OpenJob(sources)
        self.job.start()
        if self._poller is None:
            self._poller = self.app.set_interval(0.1, self.poll, pause=True)
        self._poller.resume()
        self.app.viewing.say("Reading the file.")

    def drop(self) -> None:
        """Leave what is being read: it stops by itself."""
        if self.job is not None:
            self.job.cancelled = True
        self.job = None

    def stop(self) -> bool:
        """Stop reading and stay with what is shown; False where nothing is read."""
        if self.job is None:
            return False
        self.drop()
        self._later = None
        self.app.viewing.say("The reading was stopped; what was shown is still shown.")
        return True

    def poll(self) -> None:
        """Ten times a second while a file is read."""
        job = self.job
        if job is None or job.done:
            self.job = None
            if self._poller is not None:
                self._poller.pause()
        if job is None:
            return
        later = self._later if job.done else None
        if job.error:
            self._later = None
            begins = "Not opened" if later is None else "The last place"
            self.app.viewing.say(Said(f"{begins}: {job.error}.", f"{begins}: {job.without_folder}."))
        elif job.found is not None:
            self._later = None
            self._take(job.found, later)
        elif job.total_bytes:
            share = 100 * job.done_bytes // job.total_bytes
            self.app.viewing.say(
                f"Reading {job.reading}: {share} % of {job.total_bytes // 2:,} bytes. ⟨leave⟩ stops it."
            )

    def _take(self, found: list[Own], later: Later | None) -> None:
        if later is None:
            self._show(found[0])
            return
        try:
            place = later.place({data.name for data in found})
        except ValueError:  # what is in the file is not what was there
            self._show(found[0])
            self.app.viewing.say(f"{found[0].title} is another one than it was: this is its first sequence.")
            return
        self.app.viewing.stand(place)
        view = later.view if fits(later.view, place.choices) else "step"
        if view != self.app.view:
            self.app.open_view(view)

    def _show(self, data: DataSet) -> None:
        """Show a data set, in the Step view where another one has nothing to show of it."""
        viewing, app = self.app.viewing, self.app
        left = leave_where_it_cannot_read(viewing, data)
        viewing.open(data, EXAMPLE if data.name == "lesson" else 0)
        if not fits(app.view, viewing.choices):
            app.open_view("step")
        if isinstance(data, Own):
            said = opened_sentence(data)
            notes = "".join(f" {note}." for note in data.notes) + left
            viewing.say(Said(said.long + notes, f"{notes.strip()} {said.short}" if notes else said.short))
